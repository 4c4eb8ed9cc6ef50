// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct TimeRateTests {
    /// Seconds of a week, a month and a year at each rate, as the documentation tables them.
    static let periods: [(rate: SKTestSession.TimeRate, weekly: Double, monthly: Double, yearly: Double)] = [
        (.monthlyRenewalEveryThirtySeconds, 10, 30, 360), (.oneRenewalEveryTwoSeconds, 2, 2, 2),
        (.oneRenewalEveryTenSeconds, 10, 10, 10), (.oneRenewalEveryThirtySeconds, 30, 30, 30),
        (.oneRenewalEveryMinute, 60, 60, 60), (.oneRenewalEveryFiveMinutes, 300, 300, 300),
        (.oneRenewalEveryFifteenMinutes, 900, 900, 900),
        (.oneSecondIsOneDay, 7, 30, 365), (.oneHourIsOneDay, 7 * 3600, 30 * 3600, 365 * 3600),
    ]

    @Test("A rate sets the dates of each period to the second", arguments: periods)
    func lengths(rate: SKTestSession.TimeRate, weekly: Double, monthly: Double, yearly: Double) async throws {
        try await withSession { session in
            session.timeRate = rate
            #expect(session.timeRate == rate)
            for (product, seconds) in [
                ("corner.paper.weekly", weekly), ("corner.plus.monthly", monthly), ("corner.paper.yearly", yearly),
            ] {
                session.clearTransactions()
                let bought = try await buy(product)
                #expect(bought.expirationDate?.timeIntervalSince(bought.purchaseDate) == seconds)
            }
        }
    }

    @Test(
        "Grace and billing retry are as long as a rate says",
        arguments: [
            (SKTestSession.TimeRate.oneRenewalEveryTwoSeconds, "corner.plus.monthly", 2.0, 4.0),
            (.oneRenewalEveryTwoSeconds, "corner.paper.weekly", 2, 4),
            (.monthlyRenewalEveryThirtySeconds, "corner.plus.monthly", 15, 60),
            (.monthlyRenewalEveryThirtySeconds, "corner.paper.weekly", 9, 60),
        ])
    func trouble(rate: SKTestSession.TimeRate, product: String, grace: Double, retry: Double) async throws {
        try await withSession { session in
            session.timeRate = rate
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodIsEnabled = true
            let bought = try await buy(product)
            let due = try #require(bought.expirationDate)
            // Looked at afterwards: while a test looks, two seconds may go by on the clock, too.
            session.advance(to: due.addingTimeInterval(retry))
            let lapsed = session.allNotifications().first { $0.type == "GRACE_PERIOD_EXPIRED" }
            #expect(lapsed?.date == due.addingTimeInterval(grace))
            let last = try #require(session.allNotifications().last)
            #expect(last.type == "EXPIRED")
            #expect(last.subtype == "BILLING_RETRY")
            #expect(last.date == due.addingTimeInterval(retry))
        }
    }

    @Test("Every number of Apple's is a rate, and no other")
    func numbers() {
        let known = (-1...2000).filter { SKTestSession.TimeRate(rawValue: $0) != nil }
        #expect(known == [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 15, 1000, 1001, 1002, 1003, 1004, 1005])
    }

    @Test("Moving the time back, or not at all, changes nothing")
    func past() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            session.advance(to: bought.purchaseDate.addingTimeInterval(-86_400))
            session.advance(by: .seconds(-5))
            session.advance(by: .zero)
            #expect(session.now >= bought.purchaseDate)
            #expect(session.allTransactions().count == 1)
        }
    }

    @Test("Ten years in one step are a hundred and twenty renewals")
    func tenYears() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            let end = try #require(
                Calendar(identifier: .gregorian).date(byAdding: .year, value: 10, to: bought.purchaseDate))
            session.advance(to: end.addingTimeInterval(86_400))
            #expect(session.allTransactions().count == 121)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
        }
    }
}
