// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A client that sends exactly the bytes it is told to, over a loopback socket.
///
/// Its calls block a thread of Dispatch rather than one of the tasks that the server's handlers need.
final class RawClient: Sendable {
    struct Response: Sendable, Equatable {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    struct Failure: Error {
        let reason: String
    }

    private let socket: Int32
    private let buffer = Mutex(Data())
    private let isOpen = Mutex(true)

    init(port: UInt16) throws {
        let descriptor = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Only a broken server runs into this limit.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            Foundation.close(descriptor)
            throw Failure(reason: "connect: \(errno)")
        }
        socket = descriptor
    }

    deinit { close() }

    func send(_ text: String) { send(Data(text.utf8)) }

    func send(_ data: Data) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more will be sent.
    func finishSending() { Foundation.shutdown(socket, Int32(SHUT_WR)) }

    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { Foundation.close(socket) }
    }

    /// Closes the connection with a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
        close()
    }

    /// Reads one response; that to a `HEAD` has no content whatever its length says.
    func readResponse(toHead: Bool = false) async throws -> Response {
        try await offPool { [self] in
            let head = try read(through: "\r\n\r\n")
            var lines = head.components(separatedBy: "\r\n")
            let statusLine = lines.removeFirst().split(separator: " ")
            guard statusLine.count >= 2, let status = Int(statusLine[1]) else { throw Failure(reason: "no status") }
            var headers: [String: String] = [:]
            for line in lines {
                let parts = line.split(separator: ":", maxSplits: 1)
                headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            }
            var body = ""
            if !toHead, status != 204, status != 304 {
                if headers["transfer-encoding"] == "chunked" {
                    while let chunk = try readChunkNow() { body += chunk }
                } else {
                    body = try read(count: Int(headers["content-length"] ?? "") ?? 0)
                }
            }
            return Response(status: status, headers: headers, body: body)
        }
    }

    /// Reads the head of a response whose content is then read by chunks, without the empty line.
    func readHead() async throws -> String {
        try await offPool { [self] in try read(through: "\r\n\r\n") }
    }

    /// Reads one chunk, `nil` for the last.
    func readChunk() async throws -> String? {
        try await offPool { [self] in try readChunkNow() }
    }

    /// Reads until the server closes, whether in order or by a reset.
    func readToEnd() async throws -> String {
        try await offPool { [self] in
            while try fill() {}
            return buffer.withLock { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Reads so many bytes.
    func readData(count: Int) async throws -> Data {
        try await offPool { [self] in try take(count: count) }
    }

    private func readChunkNow() throws -> String? {
        guard let size = Int(try read(through: "\r\n"), radix: 16) else { throw Failure(reason: "chunk") }
        let chunk = try read(count: size)
        _ = try read(through: "\r\n")
        return size == 0 ? nil : chunk
    }

    /// Reads as far as a mark, which is left out.
    private func read(through mark: String) throws -> String {
        while true {
            let found = buffer.withLock { buffer -> String? in
                guard let range = buffer.range(of: Data(mark.utf8)) else { return nil }
                defer { buffer = Data(buffer[range.upperBound...]) }
                return String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
            }
            if let found { return found }
            guard try fill() else { throw Failure(reason: "closed") }
        }
    }

    private func read(count: Int) throws -> String {
        String(decoding: try take(count: count), as: UTF8.self)
    }

    private func take(count: Int) throws -> Data {
        while buffer.withLock({ $0.count }) < count {
            guard try fill() else { throw Failure(reason: "closed") }
        }
        return buffer.withLock { buffer in
            defer { buffer = Data(buffer.dropFirst(count)) }
            return Data(buffer.prefix(count))
        }
    }

    private func fill() throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &bytes, bytes.count, 0)
        if count < 0, errno == EAGAIN { throw Failure(reason: "no answer") }
        guard count > 0 else { return false }
        buffer.withLock { $0.append(contentsOf: bytes[..<count]) }
        return true
    }

    private func offPool<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
