// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

/// What a buyer's subscription lives through, as its members see it.
@Suite struct FamilySubscriptionTests {
    @Test("Each renewal is a transaction of the member's, at the same time")
    func renewals() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-04-15T00:00:00Z")
        let own = house.transactions(of: house.organiser)
        let shared = house.transactions(of: house.member)
        #expect(own.count == 4)
        #expect(shared.map(\.purchaseDate) == own.map(\.purchaseDate))
        #expect(shared.map(\.expiresDate) == own.map(\.expiresDate))
        #expect(shared.map(\.reason) == own.map(\.reason))
        #expect(Set(shared.map(\.original)).count == 1)
        #expect(
            house.notifications(about: house.member)
                == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
    }

    @Test("Cancelling, lapsing and subscribing again carry over, without REVOKE")
    func lapse() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        try house.perform(.setAutoRenew(subscription: try house.own(house.organiser).index, false))
        #expect(try !house.shared(house.member).autoRenews)
        house.advance(to: "2026-02-10T00:00:00Z")
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
        try house.buy("basic", as: house.organiser)
        #expect(try house.shared(house.member).state.isEntitled)
        #expect(
            house.notifications(about: house.member) == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY",
                "SUBSCRIBED/RESUBSCRIBE",
            ])
        #expect(Set(house.transactions(of: house.member).map(\.original)).count == 1)
        #expect(try house.shared(house.member).recentStart == Shop.opening)
    }

    @Test("Regaining access after more than 60 days begins a new time as a subscriber")
    func longLapse() throws {
        var house = try Household()
        let bought = try house.buy("basic", as: house.organiser)
        try house.perform(.setFamilySharing(transaction: bought.index, false))
        house.advance(to: "2026-08-01T00:00:00Z")
        try house.perform(.setFamilySharing(transaction: bought.index, true))
        #expect(try house.shared(house.member).recentStart == instant("2026-08-01T00:00:00Z"))
    }

    @Test("Grace, billing retry and recovery carry over")
    func billingTrouble() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = 3
        var house = try Household(settings: settings)
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-02-08T00:00:00Z")
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
        #expect(try house.shared(house.member).state.isEntitled)
        house.advance(to: "2026-02-12T00:00:00Z")
        #expect(try house.shared(house.member).state.status == .billingRetry)
        try house.perform(.resolveBillingIssue(subscription: try house.own(house.organiser).index))
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
        #expect(
            house.notifications(about: house.member) == [
                "SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "DID_RENEW/BILLING_RECOVERY",
            ])
    }

    @Test("Who joins while the buyer is in billing retry gains access with the recovery")
    func joinInRetry() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        var house = try Household(members: 0, settings: settings)
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-02-08T00:00:00Z")
        let late = try house.openAccount()
        try house.join(late)
        #expect(house.transactions(of: late).isEmpty)
        try house.perform(.resolveBillingIssue(subscription: try house.own(house.organiser).index))
        #expect(house.notifications(about: late) == ["SUBSCRIBED/INITIAL_BUY"])
        #expect(try house.shared(late).state.isEntitled)
    }

    @Test("Upgrade and downgrade carry over")
    func changeOfPlan() throws {
        var house = try Household()
        let basic = try house.buy("basic", as: house.organiser)
        let copy = try #require(house.transactions(of: house.member).first)
        #expect(copy.expiresDate == basic.expiresDate)
        try house.buy("big", as: house.organiser)
        #expect(house.engine[copy.index].isUpgraded)
        #expect(try house.shared(house.member).product == house.own(house.organiser).product)
        try house.buy("basic", as: house.organiser)
        #expect(try house.shared(house.member).nextProduct == basic.product)
        house.advance(to: "2026-03-01T00:00:00Z")
        #expect(try house.shared(house.member).product == basic.product)
        #expect(
            house.notifications(about: house.member) == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF/UPGRADE", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
                "DID_RENEW",
            ])
    }

    @Test(
        "A change into a plan that is not shared takes access away, and back again gives it", arguments: [true, false])
    func unsharedPlan(isUpgrade: Bool) throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        try house.buy(isUpgrade ? "solo.big" : "solo", as: house.organiser)
        house.advance(to: "2026-02-08T00:00:00Z")
        #expect(house.notifications(about: house.member).last == "REVOKE")
        #expect(house.transactions(of: house.member).count == 1)
        #expect(try !house.shared(house.member).state.isEntitled)
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-04-01T00:00:00Z")
        #expect(house.notifications(about: house.member).contains("SUBSCRIBED/RESUBSCRIBE"))
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
    }

    @Test("An extension carries over, and of all subscribers only buyers are counted")
    func extensions() throws {
        var house = try Household()
        try house.buy("big", as: house.organiser)
        house.advance(to: "2026-02-08T00:00:00Z")
        _ = house.takeEffects()
        try house.perform(.extend(.all(productID: "big", storefronts: nil, .init(days: 10, requestIdentifier: "1"))))
        #expect(house.notifications(about: house.member) == ["RENEWAL_EXTENDED"])
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
        #expect(house.transactions(of: house.member).last?.expiresDate == instant("2026-03-17T10:00:00Z"))
        let summaries = house.shop.effects.compactMap { effect -> ExtensionSummary? in
            guard case .notification(let record) = effect, case .extensionSummary(let summary) = record.detail else {
                return nil
            }
            return summary
        }
        #expect(summaries.map(\.succeeded) == [1])
        #expect(summaries.map(\.failed) == [0])
        let refusal = #expect(throws: Refusal.self) {
            try house.perform(
                .extend(
                    .one(subscription: try house.shared(house.member).index, .init(days: 1, requestIdentifier: "2"))))
        }
        #expect(refusal?.code == .familyShared)
    }

    @Test("A refund undone gives access back in a new transaction")
    func refundReversed() throws {
        var house = try Household()
        let bought = try house.buy("basic", as: house.organiser)
        let lifetime = try house.buy("lifetime", as: house.organiser)
        for record in [bought, lifetime] {
            try house.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        }
        _ = house.takeEffects()
        for record in [bought, lifetime] { try house.perform(.refundDesk(.reverse(transaction: record.index))) }
        #expect(house.notifications(about: house.member) == ["SUBSCRIBED/RESUBSCRIBE", "ONE_TIME_CHARGE"])
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
        #expect(house.engine[try house.shared(house.member).latest].revocation == nil)
    }

    @Test("A price increase is the buyer's to answer")
    func priceIncrease() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-02-08T00:00:00Z")
        _ = house.takeEffects()
        try house.perform(
            .sale(.setPrice(.init(productID: "basic", price: 99_990, subscribers: .follow(.needed)))))
        #expect(house.notifications(about: house.organiser) == ["PRICE_INCREASE/PENDING"])
        #expect(house.notifications(about: house.member) == [])
        house.advance(to: "2026-04-01T00:00:00Z")
        #expect(house.notifications(about: house.member) == ["EXPIRED/PRICE_INCREASE"])
    }

    @Test("What is bought on a device of the buyer's comes to members from outside their devices")
    func causes() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        _ = house.takeEffects()
        try house.perform(.purchase(.init(account: house.organiser, device: UUID(), productID: "big")))
        let causes = house.takeEffects().compactMap { effect -> Effect.Cause? in
            guard case .transaction(let record, let cause) = effect, record.isFamilyShared else { return nil }
            return cause
        }
        #expect(causes == [.upgrade(device: nil), .purchase(device: nil)])
    }

    @Test("The refund of a past period takes back the member's transaction of it and nothing else")
    func pastPeriod() throws {
        var house = try Household()
        let first = try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-03-01T00:00:00Z")
        try house.perform(.refund(transaction: first.index, reason: .refundedForOtherReason))
        let shared = house.transactions(of: house.member)
        #expect(shared.map { $0.revocation == nil } == [false, true])
        #expect(try house.shared(house.member).state.isEntitled)
    }

    @Test("A period ended early ends early for the member")
    func cutShort() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-02-02T00:00:00Z")
        try house.perform(.renew(subscription: try house.own(house.organiser).index))
        try house.perform(.expire(subscription: try house.own(house.organiser).index))
        #expect(
            house.transactions(of: house.member).map(\.expiresDate)
                == house.transactions(of: house.organiser).map(\.expiresDate))
        #expect(try house.shared(house.member).state == house.own(house.organiser).state)
    }

    @Test("What a notification says of a member are the member's facts of that moment")
    func facts() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        house.advance(to: "2026-04-15T00:00:00Z")
        var count = 0
        for case .notification(let record) in house.shop.effects where record.transaction?.account == house.member {
            count += 1
            #expect(record.transaction?.isFamilyShared == true)
            #expect(record.renewal?.subscription.account == house.member)
            #expect(record.renewal?.subscription.latest == record.transaction?.index)
            #expect(record.renewal?.renewalDate == record.transaction?.expiresDate)
        }
        #expect(count == 4)
    }
}
