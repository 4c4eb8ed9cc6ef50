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
    }

    /// Sends the requests of a file and prints what came of it; a process of its own does this.
    static func run(_ arguments: ArraySlice<String>) throws {
        let plan = try JSONDecoder().decode(Plan.self, from: Data((arguments.first ?? "").utf8))
        Processor.pin(to: 1)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: plan.file)))
        let requests = bytes.split(separator: 0).map { [UInt8]($0) }
        let totals = Mutex((successes: 0, times: [Double]()))
        let group = DispatchGroup()
        let start = DispatchTime.now() + 0.05
        for number in 0..<plan.connections {
            group.enter()
            Thread.detachNewThread {
                var times: [Double] = []
                var (successes, next) = (0, number)
                if var connection = LoadConnection(port: plan.port) {
                    while plan.seconds.map({ DispatchTime.now() < start + $0 }) ?? (next < requests.count) {
                        let due = plan.perSecond.map { start + Double(next) / $0 } ?? max(start, DispatchTime.now())
                        sleep(until: due)
                        guard let status = connection.ask(requests[next % requests.count]) else { break }
                        times.append(Double(DispatchTime.now().uptimeNanoseconds - due.uptimeNanoseconds) / 1000)
                        if (200...299).contains(status) { successes += 1 }
                        next += plan.connections
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
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        let (successes, times) = totals.withLock { ($0.successes, $0.times.sorted()) }
        guard !times.isEmpty else { throw Failure(output: "nothing was answered") }
        let load = Load(
            answers: times.count, successes: successes, seconds: seconds, microseconds50: times[times.count / 2],
            microseconds99: times[times.count * 99 / 100])
        print(String(decoding: try JSONEncoder().encode(load), as: UTF8.self))
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

/// One connection that asks and waits for the answer.
private struct LoadConnection: ~Copyable {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { return nil }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// The status of the answer, or `nil` when the connection broke.
    mutating func ask(_ request: [UInt8]) -> Int? {
        var sent = 0
        while sent < request.count {
            let count = request.withUnsafeBytes { send(descriptor, $0.baseAddress! + sent, $0.count - sent, 0) }
            guard count > 0 else { return nil }
            sent += count
        }
        var count = 0
        var end: Int?
        while end == nil || count < end ?? 0 {
            if count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
            let received = buffer.withUnsafeMutableBytes { bytes in
                recv(descriptor, bytes.baseAddress! + count, bytes.count - count, 0)
            }
            guard received > 0 else { return nil }
            count += received
            if end == nil { end = Self.end(of: buffer[..<count]) }
        }
        return buffer[9..<12].reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// Where the answer ends, once its head is there.
    private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: bytes.prefix(2000), as: UTF8.self).lowercased()
        guard let head = text.range(of: "\r\n\r\n"), let field = text.range(of: "content-length: ") else { return nil }
        let length = text[field.upperBound...].prefix { $0.isNumber }
        return text.utf8.distance(from: text.startIndex, to: head.upperBound) + (Int(length) ?? 0)
    }
}
