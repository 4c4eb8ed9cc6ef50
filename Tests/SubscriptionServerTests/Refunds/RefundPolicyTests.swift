// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SubscriptionServer

@Suite struct RefundPolicyTests {
    private static let coins = RefundCircumstances(
        product: "coins", type: .consumable, reason: "OTHER", age: 3_600_000, consumed: 40_000, refunds: 1)

    private func preference(
        _ rules: [RefundPolicy.Rule], in circumstances: RefundCircumstances = coins
    ) -> RefundPreference? {
        var policy = RefundPolicy(consent: .everyone)
        policy.rules = rules
        policy.preference = .decline
        return policy.answer(in: circumstances).refundPreference
    }

    @Test func theFirstRuleThatFitsCounts() {
        #expect(preference([]) == .decline)
        #expect(preference([.init(preference: .grantFull)]) == .grantFull)
        #expect(
            preference([.init(products: ["other"], preference: .grantFull), .init(preference: .grantProrated)])
                == .grantProrated)
        #expect(preference([.init(preference: nil)]) == nil)
    }

    @Test(arguments: [
        (RefundPolicy.Rule(products: ["coins"]), true), (RefundPolicy.Rule(products: ["gems"]), false),
        (RefundPolicy.Rule(reasons: [.other]), true), (RefundPolicy.Rule(reasons: [.legal]), false),
        (RefundPolicy.Rule(minAgeHours: 1), true), (RefundPolicy.Rule(minAgeHours: 2), false),
        (RefundPolicy.Rule(maxAgeHours: 1), true), (RefundPolicy.Rule(maxAgeHours: 0), false),
        (RefundPolicy.Rule(minConsumedPercent: 40), true), (RefundPolicy.Rule(minConsumedPercent: 41), false),
        (RefundPolicy.Rule(maxConsumedPercent: 40), true), (RefundPolicy.Rule(maxConsumedPercent: 39), false),
        (RefundPolicy.Rule(minRefunds: 1), true), (RefundPolicy.Rule(minRefunds: 2), false),
        (RefundPolicy.Rule(maxRefunds: 1), true), (RefundPolicy.Rule(maxRefunds: 0), false),
    ])
    func `A rule fits when everything it says is so`(rule: RefundPolicy.Rule, fits: Bool) {
        #expect(rule.fits(Self.coins) == fits)
    }

    @Test func whatIsNotKnownIsNoShare() {
        var unknown = Self.coins
        unknown.consumed = nil
        #expect(!RefundPolicy.Rule(minConsumedPercent: 0).fits(unknown))
        #expect(!RefundPolicy.Rule(maxConsumedPercent: 100).fits(unknown))
    }

    @Test func aPartIsPreferredOnlyWhereItIsKnown() {
        let prorated = [RefundPolicy.Rule(preference: .grantProrated)]
        var circumstances = Self.coins
        circumstances.consumed = 0
        #expect(preference(prorated, in: circumstances) == .grantFull)
        circumstances.consumed = nil
        #expect(preference(prorated, in: circumstances) == nil)
        circumstances.type = .autoRenewableSubscription
        #expect(preference(prorated, in: circumstances) == .grantProrated)
    }

    @Test func ofSubscriptionsAndOfWhatWasNotDeliveredNoShareIsTold() {
        var policy = RefundPolicy(consent: .everyone)
        var subscription = Self.coins
        subscription.type = .autoRenewableSubscription
        #expect(policy.answer(in: subscription).consumptionPercentage == nil)
        #expect(policy.answer(in: Self.coins).consumptionPercentage == 40_000)
        policy.deliveryStatus = .undeliveredServerOutage
        #expect(policy.answer(in: Self.coins).consumptionPercentage == 0)
    }

    @Test(arguments: [
        (
            ConsumptionRequest(customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: true), 0, 0,
            nil
        ),
        (
            ConsumptionRequest(
                customerConsented: true, deliveryStatus: .undeliveredOther, sampleContentProvided: false,
                consumptionPercentage: 0, refundPreference: .grantFull), 1, 5, 1
        ),
        (
            ConsumptionRequest(
                customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
                consumptionPercentage: 99_999, refundPreference: .decline), 2, 0, 2
        ),
        (
            ConsumptionRequest(
                customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
                consumptionPercentage: 100_000, refundPreference: .grantProrated), 3, 0, 3
        ),
    ])
    func `An answer has the same meaning in the former form`(
        answer: ConsumptionRequest, consumed: Int32, delivered: Int32, preference: Int32?
    ) {
        let former = ConsumptionRequestV1(answer)
        #expect(former.customerConsented == true && former.sampleContentProvided == answer.sampleContentProvided)
        #expect(former.rawConsumptionStatus == consumed && former.rawDeliveryStatus == delivered)
        #expect(former.rawRefundPreference == preference)
    }
}
