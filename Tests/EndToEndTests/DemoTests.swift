// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct DemoTests {
    /// What must be told, in this order.
    static let chapters = [
        "asks what is on sale", "$0.99", "$9.99 a month", "buys 100 Coins", "ONE_TIME_CHARGE", "subscribes to",
        "SUBSCRIBED/INITIAL_BUY", "A month goes by", "on Transaction.updates", "DID_RENEW", "cancels",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "Another month goes by", "EXPIRED/VOLUNTARY",
        "currentEntitlements empty", "expired",
    ]

    @Test(arguments: [[], [Place.shop.path]])
    func `The story is told from the purchase to the end`(arguments: [String]) async throws {
        // The story is the same for somebody who is connected to another store.
        let surroundings = [
            "OPENSTOREKIT_BUNDLE_ID": "com.example.another", "OPENSTOREKIT_STORE": "http://192.0.2.1:8080",
        ]
        let outcome = try await Tool.run(["demo"] + arguments, environment: surroundings)
        #expect(outcome.end == .exit(0))
        #expect(outcome.complaints.isEmpty)
        var rest = outcome.output[...]
        for chapter in Self.chapters {
            let found = try #require(rest.range(of: chapter), "\(chapter) is missing in:\n\(outcome.output)")
            rest = rest[found.upperBound...]
        }
    }

    @Test func `An introductory offer runs out before the first month is paid`() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Trial.storekit")
            let text = try String(contentsOf: Place.shop, encoding: .utf8)
                .replacing("\"introductoryOffer\" : null", with: "\"introductoryOffer\" : \(Self.trial)")
            try Data(text.utf8).write(to: file)
            let outcome = try await Tool.run(["demo", file.path])
            #expect(outcome.end == .exit(0))
            let trial = try #require(outcome.output.range(of: "beginning with 3 days for free"))
            let renewals = outcome.output[trial.upperBound...].ranges(of: "on Transaction.updates")
            #expect(renewals.count == 2)
        }
    }

    private static let trial = """
        { "internalID" : "1F2E3D4C", "numberOfPeriods" : 1, "paymentMode" : "free", "subscriptionPeriod" : "P3D" }
        """

    @Test(arguments: [("Consumable", "a consumable"), ("RecurringSubscription", "an auto-renewable subscription")])
    func `A file without what the story needs is told so`(type: String, missing: String) async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Short.storekit")
            let text = try String(contentsOf: Place.shop, encoding: .utf8)
                .replacing("\"\(type)\"", with: "\"NonConsumable\"")
            try Data(text.utf8).write(to: file)
            let outcome = try await Tool.run(["demo", file.path])
            #expect(outcome.end == .exit(1))
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaints.contains("needs \(missing)"))
            #expect(outcome.complaints.isOneLine)
        }
    }
}
