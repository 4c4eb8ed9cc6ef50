// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreLink

extension Product {
    /// Something that a purchase is made with.
    ///
    /// A set holds each option at most once.
    public struct PurchaseOption: Hashable, Sendable, CustomDebugStringConvertible {
        let kind: Kind

        /// Keeps the customer's identifier in the app's own system with the transaction.
        public static func appAccountToken(_ token: UUID) -> Self {
            Self(kind: .appAccountToken(token))
        }

        /// Buys several; the store allows it for consumables and non-renewing subscriptions.
        public static func quantity(_ quantity: Int) -> Self {
            Self(kind: .quantity(quantity))
        }

        /// Asks the sandbox to act as if a parent had to approve.
        ///
        /// Test sessions do not read it: there Ask to Buy is a setting of the session.
        public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> Self {
            Self(kind: .simulatesAskToBuyInSandbox(simulateAskToBuy))
        }

        /// Decides whether to go on when the storefront has changed since the product was loaded.
        ///
        /// Without it, and when the closure returns `true`, the purchase goes on; otherwise it fails with
        /// ``StoreKitError/notAvailableInStorefront``.
        @preconcurrency
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> Self {
            Self(kind: .onStorefrontChange(StorefrontDecision(shouldContinue: shouldContinuePurchase)))
        }

        /// Adds a text of the app's own; no store reads it.
        public static func custom(key: String, value: String) -> Self {
            Self(kind: .custom(key: key, .text(value)))
        }

        /// Adds a number of the app's own; no store reads it.
        public static func custom(key: String, value: Double) -> Self {
            Self(kind: .custom(key: key, .number(value)))
        }

        /// Adds a truth value of the app's own; no store reads it.
        public static func custom(key: String, value: Bool) -> Self {
            Self(kind: .custom(key: key, .truth(value)))
        }

        /// Adds bytes of the app's own; no store reads them.
        public static func custom(key: String, value: Data) -> Self {
            Self(kind: .custom(key: key, .bytes(value)))
        }

        /// The option in words, for logs.
        public var debugDescription: String {
            switch kind {
            case .appAccountToken(let token): "appAccountToken(\(token))"
            case .quantity(let quantity): "quantity(\(quantity))"
            case .simulatesAskToBuyInSandbox(let simulates): "simulatesAskToBuyInSandbox(\(simulates))"
            case .onStorefrontChange: "onStorefrontChange"
            case .custom(let key, let value): "custom(\(key): \(value))"
            case .offer(let offer): "\(offer)"
            case .introductoryEligibility(let jws): "introductoryOfferEligibility(compactJWS: \(jws))"
            case .billingPlan(let plan): "billingPlanType(\(plan.rawValue))"
            case .testing(let testing): "\(testing)"
            }
        }
    }
}

extension Product.PurchaseOption {
    enum Kind: Hashable, Sendable {
        case appAccountToken(UUID)
        case quantity(Int)
        case simulatesAskToBuyInSandbox(Bool)
        case onStorefrontChange(StorefrontDecision)
        case custom(key: String, CustomOption)
        case offer(RequestedOffer)
        case introductoryEligibility(String)
        case billingPlan(Product.SubscriptionInfo.BillingPlanType)
        case testing(Testing)
    }

    /// Closures cannot be compared, and only one can decide: any two are the same option.
    struct StorefrontDecision: Hashable, Sendable {
        let shouldContinue: @Sendable (Storefront) -> Bool

        static func == (_: Self, _: Self) -> Bool { true }

        func hash(into _: inout Hasher) {}
    }
}
