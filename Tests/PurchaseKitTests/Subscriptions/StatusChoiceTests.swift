// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PurchaseKit

// Case 29.
@Suite struct StatusChoiceTests {
    typealias Status = SubscriptionStatusChecker.SubscriptionStatus

    static let soon = Date(timeIntervalSince1970: 1000)
    static let later = Date(timeIntervalSince1970: 2000)

    static func reading(
        _ standing: Status.State, _ productID: String, isFamilyShared: Bool = false, until end: Date = soon
    ) -> StatusReading {
        StatusReading(
            standing: standing, productID: productID, groupID: "group", transactionID: 1, expirationDate: end,
            graceEndDate: end, isFamilyShared: isFamilyShared)
    }

    static func choice(_ readings: [StatusReading], policy: AccessPolicy = .standard) -> Status {
        Status(
            choosingFrom: readings, hasOthers: false, groupID: "group", levels: ["pro": 1, "plus": 2],
            policy: policy)
    }

    @Test("What gives access is chosen before what does not, wherever it stands")
    func access() {
        let own = Self.reading(.expired, "pro")
        let family = Self.reading(.inGracePeriod, "plus", isFamilyShared: true)
        for readings in [[own, family], [family, own]] {
            #expect(Self.choice(readings).state == .inGracePeriod)
            #expect(Self.choice(readings).isFamilyShared)
        }
    }

    @Test("Of several that give access the highest level is chosen, and the customer's own at an equal level")
    func level() {
        let own = Self.reading(.subscribed, "plus", until: Self.soon)
        let family = Self.reading(.subscribed, "pro", isFamilyShared: true, until: Self.soon)
        #expect(Self.choice([own, family]).productID == "pro")
        let equal = Self.reading(.subscribed, "plus", isFamilyShared: true, until: Self.later)
        #expect(Self.choice([equal, own]).isFamilyShared == false)
    }

    @Test("Where nothing gives access the customer's own says why")
    func own() {
        let own = Self.reading(.inBillingRetry, "plus")
        let family = Self.reading(.revoked, "pro", isFamilyShared: true)
        #expect(Self.choice([family, own]).state == .inBillingRetry)
        #expect(Self.choice([family, own], policy: AccessPolicy(billingRetry: .granted)).isActive)
    }

    @Test("Nothing is none, and nothing that can be relied on is unknown")
    func nothing() {
        #expect(Self.choice([]).state == .none)
        let unverified = Status(
            choosingFrom: [], hasOthers: true, groupID: "group", levels: [:], policy: .standard)
        #expect(unverified.state == .unknown)
    }
}
