// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

extension URLSession {
    /// Sends a request without ever cancelling it: on Linux URLSession crashes when that meets the answer.
    ///
    /// A caller that is cancelled goes away at once; the answer is dropped when it comes.
    package func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        let (answers, continuation) = AsyncThrowingStream<(data: Data, response: HTTPURLResponse), any Error>
            .makeStream()
        let task = dataTask(with: request) { data, response, error in
            if let data, let response = response as? HTTPURLResponse {
                continuation.yield((data, response))
            }
            continuation.finish(throwing: error)
        }
        task.resume()
        for try await answer in answers { return answer }
        throw CancellationError()
    }
}
