// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import Synchronization

    /// One request without TLS, on a connection and a thread of its own.
    ///
    /// HTTP/1.0 is spoken, because its answers are never cut into chunks. The thread does nothing but wait for the socket.
    final class PlainExchange: Sendable {
        private enum Connection {
            case none
            case open(Int32)
            case abandoned
        }

        /// No answer that is waited for here is nearly as large.
        private static let largestAnswer = 64 << 20

        private let request: URLRequest
        private let connection = Mutex(Connection.none)

        init(_ request: URLRequest) {
            self.request = request
        }

        /// Sends the request and waits for the answer; a caller that is cancelled ends the connection.
        ///
        /// - Throws: `URLError` when there is no answer, and `CancellationError` when the calling task was cancelled.
        func answer() async throws -> (data: Data, response: HTTPURLResponse) {
            let (answers, continuation) = AsyncThrowingStream<(data: Data, response: HTTPURLResponse), any Error>
                .makeStream()
            continuation.onTermination = { [self] _ in abandon() }
            Thread.detachNewThread { [self] in
                do {
                    continuation.yield(try exchange())
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            do {
                for try await answer in answers { return answer }
            } catch {
                // That the connection ended is our doing when the caller was cancelled.
                try Task.checkCancellation()
                throw error
            }
            try Task.checkCancellation()
            throw URLError(.badServerResponse)
        }

        private func exchange() throws(URLError) -> (data: Data, response: HTTPURLResponse) {
            guard let url = request.url, let head = RequestText(request) else { throw URLError(.badURL) }
            let descriptor = try connect(to: head.host, port: head.port)
            defer { end(descriptor) }
            try send(head.data, to: descriptor)
            var text = AnswerText(hasContent: request.httpMethod != "HEAD")
            var buffer = [UInt8](repeating: 0, count: 65536)
            while !text.isComplete {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count == 0 { break }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw URLError(errno == EAGAIN ? .timedOut : .networkConnectionLost)
                }
                text.append(buffer[..<count])
                guard text.count <= Self.largestAnswer else { throw URLError(.dataLengthExceedsMaximum) }
            }
            return try text.answer(from: url)
        }

        private func connect(to host: String, port: UInt16) throws(URLError) -> Int32 {
            var hints = addrinfo()
            hints.ai_family = AF_UNSPEC
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, String(port), &hints, &list) == 0 else { throw URLError(.cannotFindHost) }
            defer { freeaddrinfo(list) }
            var failure = URLError(.cannotConnectToHost)
            var next = list
            while let address = next?.pointee {
                next = address.ai_next
                // Not for programs that are started meanwhile.
                let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
                let descriptor = socket(address.ai_family, kind, address.ai_protocol)
                guard descriptor >= 0 else { continue }
                guard begin(descriptor) else {
                    close(descriptor)
                    throw URLError(.cancelled)
                }
                limitTime(of: descriptor)
                if Foundation.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
                failure = URLError(errno == EINPROGRESS || errno == ETIMEDOUT ? .timedOut : .cannotConnectToHost)
                end(descriptor)
            }
            throw failure
        }

        /// Lets no call on the socket last longer than the request allows nothing to happen.
        private func limitTime(of descriptor: Int32) {
            let seconds = max(request.timeoutInterval, 0.001)
            var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
        }

        private func send(_ data: Data, to descriptor: Int32) throws(URLError) {
            var rest = data[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw URLError(errno == EAGAIN ? .timedOut : .networkConnectionLost)
                }
                rest = rest.dropFirst(count)
            }
        }

        /// False when nobody waits for an answer any more.
        private func begin(_ descriptor: Int32) -> Bool {
            connection.withLock { connection in
                if case .abandoned = connection { return false }
                connection = .open(descriptor)
                return true
            }
        }

        /// Closes under the lock, so that what ends a connection never hits the next one with its number.
        private func end(_ descriptor: Int32) {
            connection.withLock { connection in
                if case .open = connection { connection = .none }
                close(descriptor)
            }
        }

        private func abandon() {
            connection.withLock { connection in
                // Whoever reads or writes it wakes up.
                if case .open(let descriptor) = connection { shutdown(descriptor, Int32(SHUT_RDWR)) }
                connection = .abandoned
            }
        }
    }
#endif
