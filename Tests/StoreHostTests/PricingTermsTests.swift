// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct PricingTermsTests {
    /// What a customer of a storefront is shown of a yearly subscription.
    private func terms(
        in storefront: String, plans: [StoreKitConfiguration.BillingPlan],
        introductory: [StoreKitConfiguration.Offer] = []
    ) async throws -> [PricingTermsRecord] {
        let configuration = StoreKitConfiguration(
            version: .init(major: 5, minor: 0), products: [],
            subscriptionGroups: [
                .init(
                    id: "plus", name: "Plus",
                    subscriptions: [
                        .init(
                            product: .init(
                                id: "yearly", type: .autoRenewableSubscription, price: .init(milliunits: 59_990)),
                            groupID: "plus", groupNumber: 1, period: .init(unit: .year, value: 1),
                            introductoryOffers: introductory, billingPlans: plans)
                    ])
            ])
        let host = StoreHost(
            configuration: configuration,
            identity: AppIdentity(bundleID: "com.example.shop", appAppleID: 1234, environment: .sandbox),
            signer: StoreSigner(JWSSigner(try HostFixture.authority.get())),
            clock: ManualClock(now: HostFixture.opening),
            seed: 7)
        let device = UUID()
        _ = try await host.connect(ConnectRequest(device: device))
        try host.perform(.moveAccount(account: host.account(), storefront: storefront))
        let answer = try await host.products(ProductsRequest(device: device, identifiers: ["yearly"]))
        return try #require(answer.products.first?.subscription).pricingTerms
    }

    private let monthly = StoreKitConfiguration.BillingPlan(
        type: .monthly, internalID: "M", price: .init(milliunits: 5990), commitmentPrice: .init(milliunits: 71_880))
    private let upFront = StoreKitConfiguration.BillingPlan(
        type: .billedUpfront, internalID: "U", price: .init(milliunits: 59_990))

    @Test func aSubscriptionWithoutPlansIsPaidAtOnce() async throws {
        #expect(
            try await terms(in: "DEU", plans: []) == [
                PricingTermsRecord(billingPlan: "BILLED_UPFRONT", price: 59_990, period: "P1Y", commitmentPrice: 59_990)
            ])
    }

    @Test func aYearCanBePaidByTheMonth() async throws {
        #expect(
            try await terms(in: "DEU", plans: [upFront, monthly]) == [
                PricingTermsRecord(
                    billingPlan: "BILLED_UPFRONT", price: 59_990, period: "P1Y", commitmentPrice: 59_990),
                PricingTermsRecord(billingPlan: "MONTHLY", price: 5990, period: "P1M", commitmentPrice: 71_880),
            ])
    }

    @Test("Where Apple has no commitments, none is shown", arguments: ["USA", "SGP"])
    func whereAppleHasNoCommitmentsNoneIsShown(storefront: String) async throws {
        #expect(try await terms(in: storefront, plans: [upFront, monthly]).map(\.billingPlan) == ["BILLED_UPFRONT"])
    }

    @Test func aPlanThatIsOffIsNotShown() async throws {
        var off = upFront
        off.isEnabled = false
        #expect(try await terms(in: "DEU", plans: [off, monthly]).map(\.billingPlan) == ["MONTHLY"])
    }

    @Test func eachPlanHasItsIntroductoryOffer() async throws {
        let offers = [StoreKitConfiguration.BillingPlanType.billedUpfront, .monthly].map { plan in
            StoreKitConfiguration.Offer(
                kind: .introductory, id: nil, paymentMode: .payUpFront,
                period: .init(unit: .month, value: plan == .monthly ? 1 : 2), price: .init(milliunits: 990),
                billingPlanType: plan)
        }
        let terms = try await terms(in: "DEU", plans: [upFront, monthly], introductory: offers)
        #expect(terms.map(\.introductoryOffer?.period) == ["P2M", "P1M"])
    }
}
