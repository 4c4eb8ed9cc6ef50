// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTP server on loopback that answers one request a connection, for what a client does with answers.
final class LoopbackServer: Sendable {
    struct Failure: Error {}

    struct Request: Sendable {
        let head: String
        let body: Data
    }

    let url: URL
    private let listener: Int32
    private let log = Mutex<[Request]>([])

    /// Answers every request with what `answer` says.
    init(_ answer: @escaping @Sendable (Request) -> (status: String, body: Data)) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isListening,
            let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/ocsp")
        else { throw Failure() }
        self.listener = listener
        self.url = url
        let thread = Thread { [weak self] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                if let request = Self.read(connection) {
                    self?.log.withLock { $0.append(request) }
                    let (status, body) = answer(request)
                    let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
                    Self.write(Data(head.utf8) + body, to: connection)
                }
                close(connection)
            }
            close(listener)
        }
        thread.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var requests: [Request] { log.withLock { $0 } }

    private static func read(_ connection: Int32) -> Request? {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                let length = head.lowercased().split(separator: "\r\n").lazy
                    .compactMap { $0.hasPrefix("content-length:") ? Int($0.dropFirst(15).filter(\.isNumber)) : nil }
                    .first
                let body = received[end.upperBound...]
                if body.count >= length ?? 0 { return Request(head: head, body: Data(body)) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received.append(contentsOf: buffer.prefix(count))
        }
    }

    private static func write(_ data: Data, to connection: Int32) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
