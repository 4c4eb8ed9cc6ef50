// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc

    /// Answers the first requests on each connection, and ends the connection at the next without an answer, as a server
    /// does that is killed.
    final class ForgetfulServer: Sendable {
        /// A request that came in whole.
        struct Request: Sendable, Hashable {
            /// Counted from 0 in the order of connecting.
            let connection: Int
            let head: String
            let body: String
        }

        let port: UInt16
        private let listener: Int32
        private let answers: Int
        private let answer: String
        private let endsWithAnswer: Bool
        private let received = Mutex<[Request]>([])

        /// What came in so far.
        var requests: [Request] { received.withLock(\.self) }

        /// Listens.
        ///
        /// - Parameters:
        ///   - answers: How many requests on a connection are answered; nil leaves all waiting.
        ///   - answer: What they are answered.
        ///   - endsWithAnswer: Whether the connection ends with an answer.
        init(
            answers: Int?, answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone",
            endsWithAnswer: Bool = false
        ) throws {
            self.endsWithAnswer = endsWithAnswer
            self.answers = answers ?? 0
            self.answer = answer
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            self.listener = listener
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, size) == 0 && listen(listener, 64) == 0
                        && getsockname(listener, address, &size) == 0
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
            guard answers != nil else { return }
            Thread.detachNewThread { [self] in
                var connection = 0
                while case let socket = accept(listener, nil, nil), socket >= 0 {
                    let number = connection
                    Thread.detachNewThread { [self] in serve(socket, number) }
                    connection += 1
                }
            }
        }

        deinit {
            close(listener)
        }

        /// Takes no further connections.
        func stop() {
            shutdown(listener, Int32(SHUT_RDWR))
        }

        func url(_ path: String) throws -> URL {
            guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { throw URLError(.badURL) }
            return url
        }

        private func serve(_ socket: Int32, _ connection: Int) {
            defer { close(socket) }
            for _ in 0..<answers {
                guard note(socket, connection) != nil else { return }
                _ = Data(answer.utf8).withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if endsWithAnswer { return }
            }
            _ = note(socket, connection)
        }

        /// Reads one request; nil when the client ended the connection before it was whole.
        private func note(_ socket: Int32, _ connection: Int) -> Request? {
            var text = ""
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                if let end = text.range(of: "\r\n\r\n") {
                    let head = String(text[..<end.lowerBound])
                    let body = String(text[end.upperBound...])
                    let length = head.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
                    if body.utf8.count >= length {
                        let request = Request(connection: connection, head: head, body: body)
                        received.withLock { $0.append(request) }
                        return request
                    }
                }
                let count = recv(socket, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                text += String(decoding: buffer[..<count], as: UTF8.self)
            }
        }
    }
#endif
