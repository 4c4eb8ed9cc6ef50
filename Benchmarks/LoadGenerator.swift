// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The other side of the server's benchmarks, in a process of its own: sends requests over connections that stay open,
/// the next one as soon as the last is answered.
enum LoadGenerator {
    /// What the child process is told in its arguments.
    static let argument = "--generate-load"

    /// How requests are sent.
    struct Plan: Codable {
        var port: UInt16
        var file: String
        var connections: Int
        /// For how long they are sent again and again; `nil` sends each once.
        var seconds: Double?
        /// How many begin in a second, whether or not others are answered; `nil` begins each as soon as one is answered.
        var perSecond: Double?
        /// Servers beside the first, each with as many connections; `nil` keeps the sender on a core of its own.
        var morePorts: [UInt16]?
    }

    /// What came of it.
    struct Load: Codable {
        var answers = 0
        var successes = 0
        var seconds = 0.0
        /// From the moment a request was to begin until its answer was there: the median and the 99th percentile.
        var microseconds50 = 0.0
        var microseconds99 = 0.0
        /// How long the process that is asked has worked meanwhile.
        var processorSeconds = 0.0
        /// How long the sender itself has worked.
        var senderSeconds = 0.0
    }

    /// Sends the requests of a file and prints what came of it; a process of its own does this.
    static func run(_ arguments: ArraySlice<String>) throws {
        let plan = try JSONDecoder().decode(Plan.self, from: Data((arguments.first ?? "").utf8))
        if plan.morePorts == nil { Processor.pin(to: 1) }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: plan.file)))
        let requests = bytes.split(separator: 0).map { [UInt8]($0) }
        let start = DispatchTime.now() + 0.05
        var totals: (successes: Int, times: [Double])
        if let perSecond = plan.perSecond {
            totals = waiting(requests, plan, from: start, perSecond: perSecond)
        } else {
            totals = asking(requests, plan, from: start)
        }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        totals.times.sort()
        guard !totals.times.isEmpty else { throw Failure(output: "nothing was answered") }
        let load = Load(
            answers: totals.times.count, successes: totals.successes, seconds: seconds,
            microseconds50: totals.times[totals.times.count / 2],
            microseconds99: totals.times[totals.times.count * 99 / 100], senderSeconds: Processor.seconds)
        print(String(decoding: try JSONEncoder().encode(load), as: UTF8.self))
    }

    /// Begins a request as soon as the last of its connection is answered.
    ///
    /// One thread looks at all connections in turns and never sleeps: whoever sleeps on the same machine is woken at the
    /// server's expense, which no client on another machine is.
    private static func asking(
        _ requests: [[UInt8]], _ plan: Plan, from start: DispatchTime
    ) -> (successes: Int, times: [Double]) {
        var connections = (0..<plan.connections).compactMap { _ in LoadConnection(port: plan.port) }
        sleep(until: start)
        var (successes, times, next) = (0, [Double](), 0)
        let isOver = { plan.seconds.map { DispatchTime.now() >= start + $0 } ?? (next >= requests.count) }
        while !connections.isEmpty {
            for index in connections.indices.reversed() {
                if connections[index].isIdle {
                    if isOver() || !connections[index].send(requests[next % requests.count]) {
                        connections.remove(at: index)
                        continue
                    }
                    next += 1
                }
                guard let answer = connections[index].receive(flags: Int32(MSG_DONTWAIT)) else {
                    if connections[index].isBroken { connections.remove(at: index) }
                    continue
                }
                times.append(answer.microseconds)
                if (200...299).contains(answer.status) { successes += 1 }
            }
        }
        return (successes, times)
    }

    /// Begins so many requests in a second, each connection with a thread that waits for the answer.
    private static func waiting(
        _ requests: [[UInt8]], _ plan: Plan, from start: DispatchTime, perSecond: Double
    ) -> (successes: Int, times: [Double]) {
        let totals = Mutex((successes: 0, times: [Double]()))
        let group = DispatchGroup()
        let ports = [plan.port] + (plan.morePorts ?? [])
        let connections = plan.connections * ports.count
        for number in 0..<connections {
            group.enter()
            Thread.detachNewThread {
                var times: [Double] = []
                var (successes, next) = (0, number)
                if let connection = LoadConnection(port: ports[number % ports.count]) {
                    while next < requests.count {
                        let due = start + Double(next) / perSecond
                        sleep(until: due)
                        guard connection.send(requests[next]), let answer = connection.receive() else { break }
                        times.append(Double(DispatchTime.now().uptimeNanoseconds - due.uptimeNanoseconds) / 1000)
                        if (200...299).contains(answer.status) { successes += 1 }
                        next += connections
                    }
                }
                totals.withLock {
                    $0.successes += successes
                    $0.times += times
                }
                group.leave()
            }
        }
        group.wait()
        return totals.withLock { $0 }
    }

    private static func sleep(until due: DispatchTime) {
        let now = DispatchTime.now()
        guard now < due else { return }
        usleep(UInt32((due.uptimeNanoseconds - now.uptimeNanoseconds) / 1000))
    }

    /// Returns the answers in a second of this process's time, and in a second as such: where others work on the machine
    /// too, the two differ.
    static func rate(
        of requests: [String], port: UInt16, seconds: Double
    ) throws -> (ofProcessor: Double, ofClock: Double) {
        let load = try send(requests, Plan(port: port, file: "", connections: 8, seconds: seconds))
        return (Double(load.answers) / load.processorSeconds, Double(load.answers) / seconds)
    }

    /// Sends every request once.
    static func once(
        _ requests: [String], port: UInt16, connections: Int, perSecond: Double? = nil
    ) throws -> Load {
        let load = try send(requests, Plan(port: port, file: "", connections: connections, perSecond: perSecond))
        guard load.answers == requests.count else { throw Failure(output: "\(load)") }
        return load
    }

    /// Sends every request once to one of several servers, each over so many connections, as soon as the last is answered.
    ///
    /// Whoever waits for answers sleeps meanwhile: all of the machine is the servers' and their database's.
    static func once(_ requests: [String], ports: [UInt16], connections: Int) throws -> Load {
        let load = try send(
            requests,
            Plan(
                port: ports[0], file: "", connections: connections, perSecond: 1e9,
                morePorts: Array(ports.dropFirst())))
        guard load.answers == requests.count else { throw Failure(output: "\(load)") }
        return load
    }

    /// Starts a child that sends them.
    private static func send(_ requests: [String], _ plan: Plan) throws -> Load {
        let file = FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID().uuidString)")
        try Data(requests.joined(separator: "\u{0}").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var plan = plan
        plan.file = file.path
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [argument, String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)]
        let output = Pipe()
        process.standardOutput = output
        let start = Processor.seconds
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let spent = Processor.seconds - start
        guard var load = try? JSONDecoder().decode(Load.self, from: text), load.answers == load.successes else {
            throw Failure(output: String(decoding: text, as: UTF8.self))
        }
        load.processorSeconds = spent
        return load
    }

    /// Something was answered otherwise than with success.
    struct Failure: Error {
        let output: String
    }
}
