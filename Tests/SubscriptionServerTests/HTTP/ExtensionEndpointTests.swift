// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService
import Testing

@Suite(.timeLimit(.minutes(2))) struct ExtensionEndpointTests {
    private static let wish = #"{"days": 5, "reason": 2, "requestId": "outage"}"#

    @Test func aSubscriptionIsExtendedAndTheServerHearsOfIt() async throws {
        try await TestStore.with { store in
            let (_, id) = try store.sell("monthly")
            let backend = try await store.backend()
            func subscription() async throws -> JSON {
                try await backend.ask(.get, "/v1/customers/\(id)")["subscriptions"][0]
            }
            try await backend.hear { try await $0.ask(.get, "/v1/customers/\(id)").status == 200 }
            let end = try #require(try await subscription()["periodEnd"].int)
            let done = try await backend.ask(.post, "/v1/subscriptions/\(id)/extension", Self.wish)
            #expect(done.status == 200 && done["originalTransactionId"].string == id)
            #expect(done["effectiveDate"].int == end + 5 * 86_400_000)
            try await backend.hear { _ in try await subscription()["periodEnd"].int == end + 5 * 86_400_000 }
            let unknown = try await backend.ask(.post, "/v1/subscriptions/1/extension", Self.wish)
            #expect(unknown.status == 409 && unknown["code"].string == "storeRefused")
        }
    }

    @Test(arguments: [
        #"{"days": 0, "reason": 2, "requestId": "r"}"#, #"{"days": 91, "reason": 2, "requestId": "r"}"#,
        #"{"days": 5, "reason": 4, "requestId": "r"}"#, #"{"days": 5, "reason": 2, "requestId": ""}"#, "{}",
    ])
    func `What no store would do is not asked`(wish: String) async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 200) }
        let backend = try await Backend(clients: [.sandbox: try TestStore.client(transport: store)])
        #expect(try await backend.ask(.post, "/v1/subscriptions/1000/extension", wish).status == 400)
        #expect(store.all.isEmpty)
    }

    @Test func aStoreInTroubleIsToBeAskedAgain() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 500) }
        let backend = try await Backend(clients: [.sandbox: try TestStore.client(transport: store)])
        let answer = try await backend.ask(.post, "/v1/subscriptions/1000/extension", Self.wish)
        #expect(answer.status == 503 && answer["code"].string == "storeUnavailable")
    }

    @Test func withoutAKeyThereIsNobodyToAsk() async throws {
        let answer = try await Backend().ask(.post, "/v1/subscriptions/1000/extension", Self.wish)
        #expect(answer.status == 409 && answer["code"].string == "noServerAPI")
    }
}
