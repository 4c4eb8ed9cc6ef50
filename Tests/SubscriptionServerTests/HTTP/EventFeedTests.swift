// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SubscriptionServer
import Testing

@Suite struct EventFeedTests {
    @Test func theFeedIsReadPageByPage() async throws {
        let backend = try await Backend()
        for id in 1...5 { _ = try await backend.verify(try backend.sign(Sale.coins(id: String(id)))) }
        var seen: [String?] = []
        var after: Int64 = 0
        var hasMore = true
        while hasMore {
            let page = try await backend.ask(.get, "/v1/events?after=\(after)&limit=2")
            seen += page["events"].array.map { $0["transactionId"].string }
            after = try #require(page["next"].int)
            hasMore = page["hasMore"].bool == true
        }
        #expect(seen == ["1", "2", "3", "4", "5"])
        let end = try await backend.ask(.get, "/v1/events?after=\(after)")
        #expect(end["events"].array.isEmpty && end["next"].int == after)
        for wrong in ["after=-1", "after=x", "limit=0", "limit=1001"] {
            #expect(try await backend.ask(.get, "/v1/events?\(wrong)").status == 400)
        }
    }

    @Test func aStreamGoesOnWhereItBroke() async throws {
        let backend = try await Backend()
        for id in 1...2 { _ = try await backend.verify(try backend.sign(Sale.coins(id: String(id)))) }
        let request = HTTPRequest(
            method: .get, target: try #require(HTTPTarget("/v1/events/stream")),
            headers: ["Authorization": "Bearer \(backend.key)", "Last-Event-ID": "1"])
        guard case .events(let events) = try await backend.server.respond(to: request).body else {
            Issue.record("no stream")
            return
        }
        var iterator = events.makeAsyncIterator()
        let missed = try #require(await iterator.next()).encoded
        #expect(missed.contains("id: 2\n") && missed.contains("event: initial_purchase\n"))
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "3")))
        let fresh = try #require(await iterator.next()).encoded
        #expect(fresh.contains("id: 3\n"))
    }
}
