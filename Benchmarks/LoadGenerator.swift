// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The other side of the server's benchmarks, in a process of its own: sends requests over connections that stay open,
/// the next one as soon as the last is answered.
enum LoadGenerator {
    /// What the child process is told in its arguments.
    static let argument = "--generate-load"
    private static let connections = 8

    /// Sends the requests of a file for some seconds and prints how many were answered, and how many of them with 2xx.
    static func run(_ arguments: ArraySlice<String>) throws {
        let arguments = Array(arguments)
        guard arguments.count == 3, let port = UInt16(arguments[0]), let seconds = Double(arguments[2]) else {
            throw Failure(output: "a port, a file and a number of seconds were expected")
        }
        Processor.pin(to: 1)
        let texts = try String(contentsOfFile: arguments[1], encoding: .utf8).components(separatedBy: "\u{0}")
        let requests = texts.map { Array($0.utf8) }
        let totals = Mutex((answers: 0, successes: 0))
        let group = DispatchGroup()
        let end = DispatchTime.now() + seconds
        for number in 0..<connections {
            group.enter()
            Thread.detachNewThread {
                var (answers, successes, next) = (0, 0, number)
                if var connection = LoadConnection(port: port) {
                    while DispatchTime.now() < end, let status = connection.ask(requests[next % requests.count]) {
                        answers += 1
                        if (200...299).contains(status) { successes += 1 }
                        next += connections
                    }
                }
                totals.withLock { $0 = ($0.answers + answers, $0.successes + successes) }
                group.leave()
            }
        }
        group.wait()
        totals.withLock { print("\($0.answers) \($0.successes)") }
    }

    /// Starts a child that does this, and returns the answers in a second of this process's time, and in a second as
    /// such: where others work on the machine too, the two differ.
    static func rate(
        of requests: [String], port: UInt16, seconds: Double
    ) throws -> (ofProcessor: Double, ofClock: Double) {
        let file = FileManager.default.temporaryDirectory.appending(path: "requests-\(UUID().uuidString)")
        try Data(requests.joined(separator: "\u{0}").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [argument, String(port), file.path, String(seconds)]
        let output = Pipe()
        process.standardOutput = output
        let start = Processor.seconds
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let spent = Processor.seconds - start
        let counts = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard counts.count == 2, counts[0] > 0, counts[0] == counts[1] else { throw Failure(output: text) }
        return (Double(counts[0]) / spent, Double(counts[0]) / seconds)
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
        guard request.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, 0) }) == request.count else {
            return nil
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
