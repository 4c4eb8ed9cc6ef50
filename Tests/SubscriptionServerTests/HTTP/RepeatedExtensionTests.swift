// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService
import Synchronization
import Testing

/// Extensions that are asked for again, because nobody heard the answer.
@Suite(.timeLimit(.minutes(2))) struct RepeatedExtensionTests {
    private static let path = "/v1/subscriptions/1000/extension"
    private static let wish = #"{"days": 5, "reason": 2, "requestId": "outage"}"#
    private static let done = Data(
        #"{"originalTransactionId": "1000", "success": true, "effectiveDate": 1772000000000}"#.utf8)

    /// An App Store that takes its time.
    private final class SlowStore: APITransport {
        let asked: AsyncStream<Void>
        private let asks: AsyncStream<Void>.Continuation
        private let release: AsyncStream<Void>
        private let releases: AsyncStream<Void>.Continuation
        private let number = Mutex(0)

        init() {
            (asked, asks) = AsyncStream.makeStream()
            (release, releases) = AsyncStream.makeStream()
        }

        var count: Int { number.withLock { $0 } }

        /// Lets it answer, this time and whenever it is asked again.
        func answer() { releases.finish() }

        func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
            number.withLock { $0 += 1 }
            asks.yield()
            for await _ in release {}
            try Task.checkCancellation()
            return APIHTTPResponse(status: 200, body: done)
        }

        func wait() async { for await _ in asked { break } }
    }

    private func backend(_ transport: any APITransport) async throws -> Backend {
        try await Backend(clients: [.sandbox: try TestStore.client(transport: transport)])
    }

    @Test func theAppStoreIsAskedOnce() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 200, body: Self.done) }
        let backend = try await backend(store)
        let first = try await backend.ask(.post, Self.path, Self.wish)
        #expect(first.status == 200 && first["effectiveDate"].int == 1_772_000_000_000)
        #expect(try await backend.ask(.post, Self.path, Self.wish).body == first.body)
        #expect(store.all.count == 1)
        // Another subscription, and another wish about this one, are others.
        #expect(try await backend.ask(.post, "/v1/subscriptions/2000/extension", Self.wish).status == 200)
        let more = Self.wish.replacing("outage", with: "another")
        #expect(try await backend.ask(.post, Self.path, more).status == 200)
        #expect(store.all.count == 3)
    }

    @Test(arguments: [
        #"{"days": 6, "reason": 2, "requestId": "outage"}"#, #"{"days": 5, "reason": 1, "requestId": "outage"}"#,
    ])
    func `A key that stands for another extension is refused`(other: String) async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 200, body: Self.done) }
        let backend = try await backend(store)
        #expect(try await backend.ask(.post, Self.path, Self.wish).status == 200)
        let refused = try await backend.ask(.post, Self.path, other)
        #expect(refused.status == 409 && refused["code"].string == "keyUsed")
        #expect(store.all.count == 1)
    }

    @Test(arguments: [403, 500])
    func `What did not come true is asked for again`(status: Int) async throws {
        let isOpen = Mutex(false)
        let store = ScriptedStore { _ in
            isOpen.withLock { $0 } ? APIHTTPResponse(status: 200, body: Self.done) : APIHTTPResponse(status: status)
        }
        let backend = try await backend(store)
        #expect(try await backend.ask(.post, Self.path, Self.wish).status != 200)
        isOpen.withLock { $0 = true }
        #expect(try await backend.ask(.post, Self.path, Self.wish).status == 200)
        #expect(store.all.count == 2)
    }

    @Test func whileTheAppStoreIsAskedNobodyElseAsksIt() async throws {
        let store = SlowStore()
        let backend = try await backend(store)
        async let first = backend.ask(.post, Self.path, Self.wish)
        await store.wait()
        let second = try await backend.ask(.post, Self.path, Self.wish)
        #expect(second.status == 409 && second["code"].string == "isAsked")
        store.answer()
        #expect(try await first.status == 200)
        #expect(try await backend.ask(.post, Self.path, Self.wish).status == 200)
        #expect(store.count == 1)
    }

    @Test func whoGoesAwayHearsTheSameLater() async throws {
        let store = SlowStore()
        let backend = try await backend(store)
        let gone = Task { try await backend.ask(.post, Self.path, Self.wish) }
        await store.wait()
        gone.cancel()
        store.answer()
        var answer = try await backend.ask(.post, Self.path, Self.wish)
        while answer["code"].string == "isAsked" { answer = try await backend.ask(.post, Self.path, Self.wish) }
        #expect(answer.status == 200 && store.count == 1)
        _ = await gone.result
    }
}
