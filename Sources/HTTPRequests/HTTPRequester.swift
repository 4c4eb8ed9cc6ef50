// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// Sends requests with Foundation's `URLSession`, and keeps away from faults it has on Linux.
///
/// - On a new connection it goes on listening for a socket it can write to, and so turns in a circle from the request to
///   its answer. That is a whole processor for as long as somebody waits for what happens next in a store, so that
///   ``shared`` takes no session for `http`, but a plain socket (``PlainExchange``). What is asked elsewhere is answered
///   soon.
/// - A task that is cancelled while its answer comes crashes the process. None is ever cancelled here: a caller that is
///   cancelled goes away at once, and the answer is dropped when it comes.
/// - A request with a body that goes out on a used connection may never be answered. When such a connection ends before
///   the answer, as when a server is killed and started again, libcurl sends the request once more and first asks for
///   the body to be rewound. `_NativeProtocol.seekInputStream(to:)` of swift-corelibs-foundation says that it did, but
///   does so only for streams whose task has a delegate (its pull request 1629). So the head goes out without its body,
///   the server waits for the rest, and the client turns in a circle until the timeout, for it goes on listening for a
///   socket it can write to (a symptom like issue 5477's). A connection that carries one request is new to it, and
///   libcurl repeats nothing then: the call fails at once, and who made it knows whether to make it again.
package struct HTTPRequester: Sendable {
    /// The requester of all who need no limits and no settings of their own.
    package static let shared = HTTPRequester(isPlain: true)

    /// Whether requests without TLS go without a session, on Linux.
    private let isPlain: Bool
    private let session: URLSession
    /// Takes the requests with a body, so that they do not find the connections which others left open.
    private let bodySession: URLSession

    /// Creates a requester that remembers nothing between two requests but open connections.
    package init(configuration: URLSessionConfiguration = .ephemeral) {
        self.init(isPlain: false, configuration: configuration)
    }

    private init(isPlain: Bool, configuration: URLSessionConfiguration = .ephemeral) {
        self.isPlain = isPlain
        session = URLSession(configuration: configuration)
        bodySession = URLSession(configuration: configuration)
    }

    /// Creates a requester over a session, which should know the hosts of requests with a body from these alone.
    package init(session: URLSession) {
        isPlain = false
        self.session = session
        bodySession = session
    }

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Throws: `URLError` when there is no answer, and `CancellationError` when the calling task was cancelled.
    package func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        var request = request
        let hasBody = request.httpBody != nil
        #if canImport(FoundationNetworking)
            if isPlain, request.url?.scheme?.lowercased() == "http" {
                return try await PlainExchange(request).answer()
            }
            // It is the server that has to close the connection then, as HTTP/1.1 asks of it. HTTP/2 knows no such
            // field, and libcurl leaves it out there.
            if hasBody { request.setValue("close", forHTTPHeaderField: "Connection") }
        #endif
        let (answers, continuation) = AsyncThrowingStream<(data: Data, response: HTTPURLResponse), any Error>
            .makeStream()
        let task = (hasBody ? bodySession : session).dataTask(with: request) { data, response, error in
            if let response = response as? HTTPURLResponse, error == nil {
                continuation.yield((data ?? Data(), response))
            }
            continuation.finish(throwing: error)
        }
        task.resume()
        for try await answer in answers { return answer }
        try Task.checkCancellation()
        throw URLError(.badServerResponse)
    }
}
