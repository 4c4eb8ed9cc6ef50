// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// What an app would have the App Store do about refunds that customers ask for.
struct RefundPolicy: Codable, Sendable, Hashable {
    /// Whose use of a purchase may be told: Apple requires the customer's consent.
    enum Consent: String, Codable, Sendable, CaseIterable {
        /// Every customer agreed, as by the app's terms.
        case everyone
        /// Those of whom it was recorded.
        case recorded
    }

    /// What is preferred in some circumstances; whatever is left out fits always.
    struct Rule: Codable, Sendable, Hashable {
        var products: [String]?
        /// The reasons that customers gave.
        var reasons: [ConsumptionRequestReason]?
        /// Since the purchase.
        var minAgeHours: Int64?
        var maxAgeHours: Int64?
        /// How much of it was used; where that is not known, rules that ask for it do not fit.
        var minConsumedPercent: Int32?
        var maxConsumedPercent: Int32?
        /// How many purchases of the customer were paid back before.
        var minRefunds: Int?
        var maxRefunds: Int?
        /// Nothing is preferred when left out.
        var preference: RefundPreference?
    }

    var consent: Consent
    /// For how long people may decide before the policy does.
    var delayMinutes: Int64?
    /// Delivered when left out.
    var deliveryStatus: DeliveryStatus?
    /// Whether customers can try before they buy; not when left out.
    var sampleContentProvided: Bool?
    /// The first that fits counts.
    var rules: [Rule]?
    /// What is preferred when none fits.
    var preference: RefundPreference?

    /// What is told the App Store.
    func answer(in circumstances: RefundCircumstances) -> ConsumptionRequest {
        let rule = rules?.first { $0.fits(circumstances) }
        let status = deliveryStatus ?? .delivered
        let renews = circumstances.type == .autoRenewableSubscription
        // The App Store knows itself how much of a period is over, and takes nothing as used that was not delivered.
        let part: Int32? = renews ? nil : status == .delivered ? circumstances.consumed : 0
        var preference = if let rule { rule.preference } else { self.preference }
        if preference == .grantProrated, !renews, part ?? 0 == 0 {
            // A part can be paid back only where it is known which is used.
            preference = part == 0 ? .grantFull : nil
        }
        return ConsumptionRequest(
            customerConsented: true, deliveryStatus: status, sampleContentProvided: sampleContentProvided ?? false,
            consumptionPercentage: part, refundPreference: preference)
    }

    /// What is wrong with it; `nil` when it can be used.
    var problem: String? {
        if let delayMinutes, !(0...660).contains(delayMinutes) { return "delayMinutes is not from 0 to 660" }
        for (index, rule) in (rules ?? []).enumerated() {
            let percents = [rule.minConsumedPercent, rule.maxConsumedPercent].compactMap(\.self)
            guard percents.allSatisfy({ (0...100).contains($0) }) else {
                return "rules[\(index)] has a percentage beyond 100"
            }
            let counts = [rule.minAgeHours, rule.maxAgeHours].compactMap(\.self)
            guard counts.allSatisfy({ (0...1_000_000).contains($0) }) else {
                return "rules[\(index)] has an impossible age"
            }
        }
        return nil
    }

    static let schema = JSONSchema.object(
        [
            "consent": .oneOf(Consent.allCases.map(\.rawValue)), "delayMinutes": .integer,
            "deliveryStatus": .oneOf(DeliveryStatus.allNames), "sampleContentProvided": .boolean,
            "preference": .oneOf(RefundPreference.allNames),
            "rules": .array(
                .object(
                    [
                        "products": .array(.string), "reasons": .array(.oneOf(ConsumptionRequestReason.allNames)),
                        "minAgeHours": .integer, "maxAgeHours": .integer, "minConsumedPercent": .integer,
                        "maxConsumedPercent": .integer, "minRefunds": .integer, "maxRefunds": .integer,
                        "preference": .oneOf(RefundPreference.allNames),
                    ], required: [])),
        ], required: ["consent"])
}

extension RefundPolicy.Rule {
    func fits(_ circumstances: RefundCircumstances) -> Bool {
        func lies(_ value: Int64?, _ least: Int64?, _ most: Int64?) -> Bool {
            guard least != nil || most != nil else { return true }
            guard let value else { return false }
            return value >= least ?? .min && value <= most ?? .max
        }
        return (products.map { $0.contains(circumstances.product ?? "") } ?? true)
            && (reasons.map { $0.contains { $0.rawValue == circumstances.reason } } ?? true)
            && lies(circumstances.age, minAgeHours.map { $0 * 3_600_000 }, maxAgeHours.map { $0 * 3_600_000 })
            && lies(
                circumstances.consumed.map(Int64.init), minConsumedPercent.map { Int64($0) * 1000 },
                maxConsumedPercent.map { Int64($0) * 1000 })
            && lies(Int64(circumstances.refunds), minRefunds.map(Int64.init), maxRefunds.map(Int64.init))
    }
}

/// What a decision about a refund depends on.
struct RefundCircumstances: Sendable, Hashable {
    var product: String?
    var type: ProductType?
    /// The customer's reason, as it stands on the wire.
    var reason: String?
    /// The time since the purchase, in milliseconds.
    var age: Int64
    /// How much was used, in thousandths of a percent; `nil` where that cannot be known.
    var consumed: Int32?
    /// How many other purchases of the customer stand paid back.
    var refunds: Int
}

extension RefundPreference {
    static let allNames = [Self.decline, .grantFull, .grantProrated].map(\.rawValue)
}

extension DeliveryStatus {
    static let allNames = [
        Self.delivered, .undeliveredQualityIssue, .undeliveredWrongItem, .undeliveredServerOutage, .undeliveredOther,
    ].map(\.rawValue)
}

extension ConsumptionRequestReason {
    static let allNames = [
        Self.unintendedPurchase, .fulfillmentIssue, .unsatisfiedWithPurchase, .legal, .other,
    ].map(\.rawValue)
}
