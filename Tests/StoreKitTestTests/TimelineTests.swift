// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite struct TimelineTests {
    @Test("The timeline tells a customer's story in order")
    func story() async throws {
        try await withSession { session in
            #expect(session.timeline.description == "nothing happened")
            let plus = try await buy("corner.plus.monthly")
            await plus.finish()
            session.advance(to: try #require(plus.expirationDate))
            try session.disableAutoRenewForTransaction(identifier: UInt(plus.id))
            try session.refundTransaction(identifier: 1)
            session.storefront = "ITA"
            let texts = session.timeline.entries.map(\.text)
            let expected = [
                "corner.plus.monthly #0 bought until", "  corner.plus.monthly is active, renews",
                "  notification SUBSCRIBED/INITIAL_BUY", "corner.plus.monthly #0 finished",
                "corner.plus.monthly #1 renewed until", "  notification DID_RENEW",
                "  corner.plus.monthly is active, does not renew",
                "  notification DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "corner.plus.monthly #1 taken back",
                "  corner.plus.monthly is revoked", "  notification REFUND", "shops in the storefront ITA",
            ]
            #expect(texts.count == expected.count)
            for (text, beginning) in zip(texts, expected) { #expect(text.hasPrefix(beginning)) }
            #expect(session.timeline.entries[4].date == plus.expirationDate)
            let dates = session.timeline.entries.map(\.date)
            #expect(dates == dates.sorted())
        }
    }

    @Test("Each customer has a timeline")
    func customers() async throws {
        try await withSession { session in
            let other = session.addCustomer()
            try await session.addDevice(of: other).run { _ = try await buy("corner.coins") }
            #expect(session.timeline.entries.isEmpty)
            #expect(session.timeline(of: other).description.contains("corner.coins #0 bought"))
        }
    }
}

/// What was recorded in the test below, which is to fail, and nobody else is to see.
private let recordedComments = Mutex<[String]>([])

@Suite(
    .compactMapIssues { issue in
        recordedComments.withLock { $0 += issue.comments.map(\.rawValue) }
        return issue.comments.contains("on purpose") ? nil : issue
    },
    .isolatedStore, .timelineOnFailure)
struct TimelineTraitTests {
    let session: SKTestSession

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Corner")
    }

    @Test("What fails shows what happened in the store")
    func failure() async throws {
        _ = try await buy("corner.coins")
        #expect(session.allTransactions().isEmpty, "on purpose")
        let comments = recordedComments.withLock { $0 }
        #expect(comments.contains { $0.contains("corner.coins #0 bought") })
    }
}
