// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks a developer's server which message to show.
package protocol RealtimeClient: Sendable {
    /// Posts JSON and returns the answer.
    ///
    /// It gives up when the calling task is cancelled.
    func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer
}

/// What a developer's server answered.
package struct RealtimeAnswer: Sendable, Hashable {
    /// The HTTP status.
    package var status: Int
    package var body: Data

    /// Creates an answer.
    package init(status: Int, body: Data = Data()) {
        self.status = status
        self.body = body
    }
}

/// Asks over the network.
package struct HTTPRealtimeClient: RealtimeClient {
    /// Creates a client that remembers nothing between two requests.
    package init() {}

    package func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = json
        do {
            let (data, response) = try await HTTPRequester.answer(to: request)
            return RealtimeAnswer(status: response.statusCode, body: data)
        } catch {
            throw SendFailure((error as? URLError).map { HTTPNotificationClient.result(of: $0.code) } ?? .other)
        }
    }
}
