// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

/// Sends requests over HTTP, with or without TLS: on Linux with libcurl, elsewhere with Foundation's `URLSession`.
///
/// It remembers nothing between two requests but open connections. On Linux `URLSession` has libcurl below it too, and
/// faults above: waiting for an answer on a new connection it turns in a circle, which is a whole processor; a task that is
/// cancelled while its answer comes crashes the process; and a request with a body on a connection that has ended may
/// never be answered (swift-corelibs-foundation's pull request 1629).
package enum HTTPRequester {
    /// Sends a request and returns the answer, whatever its status; redirections are followed.
    ///
    /// What has a body is never sent twice: when its connection ends before the answer, the call fails, and who made it
    /// knows whether to make it again. Nothing may happen for the request's `timeoutInterval` at the most.
    ///
    /// - Throws: `URLError` when there is no answer, and `CancellationError` when the calling task was cancelled, which
    ///   ends the request.
    package static func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        #if canImport(FoundationNetworking)
            let transfer = try Transfer(request)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { TransferLoop.shared.begin(transfer, for: $0) }
            } onCancel: {
                TransferLoop.shared.cancel(transfer)
            }
        #else
            do {
                let (data, response) = try await session.data(for: request)
                guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                return (data, response)
            } catch {
                try Task.checkCancellation()
                throw error
            }
        #endif
    }

    #if !canImport(FoundationNetworking)
        private static let session: URLSession = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            return URLSession(configuration: configuration)
        }()
    #endif
}
