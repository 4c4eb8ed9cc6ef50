// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

extension Shop {
    /// A shop whose subscriptions have offers of every kind and a billing plan by the month.
    static func withOffers(settings: StoreSettings = StoreSettings(), storefront: String? = nil) throws -> Shop {
        var shop = try Shop(configuration: offers, settings: settings)
        if let storefront {
            try shop.perform(.moveAccount(account: shop.customer, storefront: storefront))
            _ = shop.takeEffects()
        }
        return shop
    }

    @discardableResult
    mutating func buy(
        _ productID: String, _ offer: OfferRequest?, override: IntroductoryOverride? = nil,
        plan: BillingPlanType? = nil, account: AccountID? = nil
    ) throws -> TransactionRecord {
        let outcome = try perform(
            .purchase(
                .init(
                    account: account ?? customer, productID: productID, offer: offer, introductoryOverride: override,
                    billingPlan: plan)))
        guard case .purchased(let index) = outcome else { throw Refusal.unexpected }
        return engine[index]
    }

    @discardableResult
    mutating func promote(_ productID: String, _ id: String, _ proof: OfferProof = .valid) throws -> TransactionRecord {
        try buy(productID, .promotional(id: id, proof: proof))
    }

    /// Expects a purchase to be refused and nothing to happen.
    mutating func expectRefusal(
        _ code: Refusal.Code, _ productID: String, _ offer: OfferRequest?, plan: BillingPlanType? = nil,
        account: AccountID? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let effects = effects
        let count = engine.transactions.count
        let refusal = #expect(throws: Refusal.self, sourceLocation: sourceLocation) {
            try buy(productID, offer, plan: plan, account: account)
        }
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
        #expect(self.effects == effects, sourceLocation: sourceLocation)
        #expect(engine.transactions.count == count, sourceLocation: sourceLocation)
    }

    /// Opens another account.
    mutating func openAccount() throws -> AccountID {
        guard case .account(let account) = try perform(.openAccount(storefront: nil)) else { throw Refusal.unexpected }
        return account
    }

    /// Buys and lets the subscription run out.
    mutating func buyAndLapse(_ productID: String) throws {
        try buy(productID)
        try perform(.setAutoRenew(subscription: try subscription.index, false))
        advance(to: try #require(try latest.expiresDate))
        _ = takeEffects()
    }

    var transactionPayload: JWSTransactionDecodedPayload {
        get throws { engine.payload(of: try latest, signedAt: engine.now) }
    }

    var renewalPayload: JWSRenewalInfoDecodedPayload {
        get throws { engine.payload(of: engine.renewal(of: try subscription), signedAt: engine.now) }
    }

    /// The prices of all periods, oldest first.
    var prices: [Int64] {
        engine.transactions.map(\.price)
    }

    static let offers: StoreKitConfiguration = {
        func offers(_ kind: StoreKitConfiguration.Offer.Kind) -> [StoreKitConfiguration.Offer] {
            let everybody: [StoreKitConfiguration.Offer.Eligibility] = kind == .code ? [.new, .existing, .expired] : []
            return [
                .init(
                    kind: kind, id: "\(kind).free", paymentMode: .freeTrial, period: period("P1M"),
                    eligibility: everybody),
                .init(
                    kind: kind, id: "\(kind).asYouGo", paymentMode: .payAsYouGo, period: period("P1M"), periodCount: 2,
                    price: .init(milliunits: 3000), eligibility: everybody),
                .init(
                    kind: kind, id: "\(kind).upFront", paymentMode: .payUpFront, period: period("P3M"),
                    price: .init(milliunits: 12_000), eligibility: everybody),
            ]
        }
        func subscription(_ id: String, level: Int, _ text: String, _ price: Int64)
            -> StoreKitConfiguration.Subscription
        {
            .init(
                product: .init(id: id, type: .autoRenewableSubscription, price: .init(milliunits: price)),
                groupID: "club", groupNumber: level, period: period(text), promotionalOffers: offers(.promotional),
                codeOffers: offers(.code), winBackOffers: offers(.winBack))
        }
        let trial = StoreKitConfiguration.Offer(kind: .introductory, paymentMode: .freeTrial, period: period("P1W"))
        var silver = subscription("silver", level: 2, "P1M", 10_000)
        silver.introductoryOffers = [trial]
        silver.codeOffers += [
            .init(
                kind: .code, id: "stackable", paymentMode: .payAsYouGo, period: period("P1M"), periodCount: 2,
                price: .init(milliunits: 3000), eligibility: [.new], isStackable: true),
            .init(
                kind: .code, id: "existing", paymentMode: .freeTrial, period: period("P1M"), eligibility: [.existing]),
            .init(kind: .code, id: "expired", paymentMode: .freeTrial, period: period("P1M"), eligibility: [.expired]),
        ]
        silver.winBackOffers.append(
            .init(
                kind: .winBack, id: "off", paymentMode: .freeTrial, period: period("P1Y"), isEligible: false))
        var annual = subscription("annual", level: 2, "P1Y", 100_000)
        annual.billingPlans = [
            .init(type: .billedUpfront, internalID: "1", price: .init(milliunits: 100_000)),
            .init(
                type: .monthly, internalID: "2", price: .init(milliunits: 9000),
                commitmentPrice: .init(milliunits: 108_000)),
        ]
        annual.promotionalOffers.append(
            .init(
                kind: .promotional, id: "upfrontOnly", paymentMode: .freeTrial, period: period("P1M"),
                billingPlanType: .billedUpfront))
        return StoreKitConfiguration(
            version: .init(major: 5, minor: 0),
            products: [
                .init(id: "coins", type: .consumable, price: .init(milliunits: 990)),
                .init(id: "lifetime", type: .nonConsumable, price: .init(milliunits: 99_000)),
            ],
            nonRenewingSubscriptions: [
                .init(id: "season", type: .nonRenewingSubscription, price: .init(milliunits: 4990))
            ],
            subscriptionGroups: [
                .init(
                    id: "club", name: "Club",
                    subscriptions: [
                        subscription("gold", level: 1, "P1M", 20_000), silver,
                        subscription("bronze", level: 2, "P1M", 9000), annual,
                        subscription("basic", level: 3, "P1M", 5000),
                    ])
            ])
    }()
}
