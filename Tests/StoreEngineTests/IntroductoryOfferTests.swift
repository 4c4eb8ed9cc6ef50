// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct IntroductoryOfferTests {
    @Test("A free trial lasts its own length, then the standard periods are counted from its end")
    func freeTrial() throws {
        var shop = try Shop()
        let trial = try shop.buy("trial.free")
        #expect(trial.price == 0)
        #expect(trial.offer?.type == .introductoryOffer)
        #expect(trial.expiresDate == instant("2026-02-07T10:00:00Z"))
        shop.advance(to: "2026-03-07T10:00:00Z")
        #expect(shop.engine.transactions.map(\.price) == [0, 9990, 9990])
        #expect(try shop.latest.expiresDate == instant("2026-04-07T10:00:00Z"))
        #expect(try shop.latest.offer == nil)
    }

    @Test("Paid as you go the lower price holds for its number of periods")
    func payAsYouGo() throws {
        var shop = try Shop()
        try shop.buy("trial.asYouGo")
        shop.advance(to: "2026-05-31T10:00:00Z")
        #expect(shop.engine.transactions.map(\.price) == [1990, 1990, 1990, 9990, 9990])
        #expect(shop.engine.transactions.map { $0.offer != nil } == [true, true, true, false, false])
        #expect(try shop.latest.expiresDate == instant("2026-06-30T10:00:00Z"))
    }

    @Test("Paid up front one price covers the whole length")
    func payUpFront() throws {
        var shop = try Shop()
        let first = try shop.buy("trial.upFront")
        #expect(first.price == 19_990)
        #expect(first.expiresDate == instant("2026-07-31T10:00:00Z"))
        shop.advance(to: "2026-07-31T10:00:00Z")
        #expect(try shop.latest.price == 9990)
        #expect(try shop.latest.expiresDate == instant("2026-08-31T10:00:00Z"))
    }

    @Test("A customer gets one introductory offer in a group")
    func once() throws {
        var shop = try Shop()
        try shop.buy("trial.free")
        try shop.perform(.expire(subscription: try shop.subscription.index))
        let second = try shop.buy("trial.free")
        #expect(second.offer == nil)
        #expect(second.price == 9990)
    }

    @Test("The renewal info names the offer of the next period")
    func renewalInfo() throws {
        var shop = try Shop()
        try shop.buy("trial.asYouGo")
        let next = shop.engine.renewal(of: try shop.subscription)
        #expect(next.price == 1990)
        #expect(next.offer?.type == .introductoryOffer)
        shop.advance(to: "2026-03-31T10:00:00Z")
        let last = shop.engine.renewal(of: try shop.subscription)
        #expect(last.price == 9990)
        #expect(last.offer == nil)
    }
}
