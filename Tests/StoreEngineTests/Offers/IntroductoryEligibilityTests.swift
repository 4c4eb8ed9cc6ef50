// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct IntroductoryEligibilityTests {
    private func notices(_ shop: Shop) -> [OfferNotice.Reason] {
        shop.effects.compactMap { effect in
            guard case .offerNotApplied(let notice) = effect else { return nil }
            return notice.reason
        }
    }

    @Test("A customer who has subscribed without the offer may have it later, but not while subscribed")
    func returning() throws {
        var shop = try Shop.withOffers()
        #expect(shop.engine.isEligibleForIntroductoryOffer(shop.customer, group: "club"))
        try shop.buy("gold")
        #expect(!shop.engine.isEligibleForIntroductoryOffer(shop.customer, group: "club"))
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(shop.engine.isEligibleForIntroductoryOffer(shop.customer, group: "club"))
        #expect(try shop.buy("silver").offer?.type == .introductoryOffer)
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(!shop.engine.isEligibleForIntroductoryOffer(shop.customer, group: "club"))
    }

    @Test("A proven claim decides: the offer is given again, or withheld")
    func override() throws {
        var shop = try Shop.withOffers()
        #expect(try shop.buy("silver", nil, override: .init(isAllowed: false)).offer == nil)
        try shop.perform(.expire(subscription: try shop.subscription.index))
        for _ in 0..<2 {
            let record = try shop.buy("silver", nil, override: .init(isAllowed: true))
            #expect(record.offer?.type == .introductoryOffer)
            try shop.perform(.expire(subscription: try shop.subscription.index))
        }
        #expect(notices(shop).isEmpty)
    }

    @Test("A proven claim gives the offer to who changes plans at once")
    func overrideAtUpgrade() throws {
        var shop = try Shop.withOffers()
        try shop.buy("basic")
        let record = try shop.buy("silver", nil, override: .init(isAllowed: true))
        #expect(record.offer?.type == .introductoryOffer)
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_PREF/UPGRADE", "the customer asked for no offer")
    }

    @Test(
        "A claim that is not proven costs the offer, silently, and the store says why",
        arguments: [OfferProof.Fault.wrongSignature, .wrongCustomer])
    func invalidOverride(fault: OfferProof.Fault) throws {
        var shop = try Shop.withOffers()
        let record = try shop.buy("silver", nil, override: .init(isAllowed: true, proof: .invalid(fault)))
        #expect(record.price == 10_000)
        #expect(record.offer == nil)
        #expect(notices(shop) == [.invalidProof(fault)])
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY"])
    }

    @Test("A claim for an offer that is not there, or when nothing begins, is answered with a reason")
    func idleOverride() throws {
        var shop = try Shop.withOffers()
        try shop.buy("gold", nil, override: .init(isAllowed: true))
        try shop.buy("silver", nil, override: .init(isAllowed: true))
        #expect(notices(shop) == [.noIntroductoryOffer, .nothingBegins])
    }
}
