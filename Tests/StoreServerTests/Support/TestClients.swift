// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Synchronization
import Testing

@testable import StoreServer

/// A client for stores that have nobody to notify.
struct UnusedClient: NotificationClient {
    func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int {
        Issue.record("Nothing was to be posted, least of all to \(url)")
        throw SendFailure(.other)
    }

    func cut(_ json: Data, to url: URL) async {
        Issue.record("No connection was to be cut, least of all to \(url)")
    }
}

extension UnusedClient: RealtimeClient {
    func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer {
        Issue.record("Nothing was to be asked, least of all at \(url)")
        throw SendFailure(.other)
    }
}

/// A client that answers as it is told and hands what was posted to the test.
final class TestClient: NotificationClient {
    struct Post: Sendable {
        let url: URL
        let signedPayload: String
    }

    private let answer: @Sendable (URL) async throws(SendFailure) -> Int
    private let posts: AsyncStream<Post>
    private let continuation: AsyncStream<Post>.Continuation

    init(_ answer: @escaping @Sendable (URL) async throws(SendFailure) -> Int = { _ in 200 }) {
        self.answer = answer
        (posts, continuation) = AsyncStream.makeStream()
    }

    func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int {
        let body = try? JSONDecoder().decode([String: String].self, from: json)
        continuation.yield(Post(url: url, signedPayload: body?["signedPayload"] ?? ""))
        return try await answer(url)
    }

    func cut(_ json: Data, to url: URL) async {}

    /// Waits for so many posts.
    func posts(_ count: Int) async -> [Post] {
        var result: [Post] = []
        for await post in posts.prefix(count) { result.append(post) }
        return result
    }
}

/// Waits until it is cancelled.
func waitForCancellation() async {
    for await _ in AsyncStream<Void>.makeStream().stream {}
}
