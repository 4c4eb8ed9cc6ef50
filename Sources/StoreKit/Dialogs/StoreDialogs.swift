// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Answers what the App Store asks customers in windows of its own: for them, in a terminal, a window or a test.
///
/// What a type does not implement is answered by the store itself: purchases and refunds go ahead, and nothing else is
/// done. ``StoreConnection/answerDialogs(with:)`` puts one to use.
///
/// Apple's platforms have no such type.
public protocol StoreDialogs: Sendable {
    /// Asks whether to buy; `false` means that the customer changed their mind.
    func confirmPurchase(_ purchase: StoreDialog.Purchase) async -> Bool
    /// Asks why a transaction is to be refunded; `nil` means that the customer changed their mind.
    func requestRefund(of transaction: Transaction) async -> StoreDialog.RefundReason?
    /// Asks for a code to redeem; `nil` means that the customer has none.
    func enterOfferCode() async -> String?
    /// Shows the customer's subscriptions and asks what to do; an empty list leaves everything as it is.
    func manage(_ subscriptions: [StoreDialog.HeldSubscription]) async -> [StoreDialog.SubscriptionDecision]
    /// Asks whether the customer agrees to a higher price; `nil` puts the answer off.
    func agree(to increase: StoreDialog.PriceIncrease) async -> Bool?
    /// Asks for a review of the app.
    func requestReview() async
}

extension StoreDialogs {
    /// Buys.
    public func confirmPurchase(_ purchase: StoreDialog.Purchase) async -> Bool { true }
    /// Asks for the money back without a particular reason.
    public func requestRefund(of transaction: Transaction) async -> StoreDialog.RefundReason? { .other }
    /// Has no code.
    public func enterOfferCode() async -> String? { nil }
    /// Leaves everything as it is.
    public func manage(
        _ subscriptions: [StoreDialog.HeldSubscription]
    ) async -> [StoreDialog.SubscriptionDecision] { [] }
    /// Puts the answer off.
    public func agree(to increase: StoreDialog.PriceIncrease) async -> Bool? { nil }
    /// Asks nobody.
    public func requestReview() async {}
}

/// The store's own answers.
struct StoreAnswers: StoreDialogs {}

/// What ``StoreDialogs`` show and answer.
public enum StoreDialog {
    /// A purchase to be confirmed.
    public struct Purchase: Sendable {
        /// What is to be bought.
        public let product: Product
        /// How many.
        public let quantity: Int
    }

    /// Why a customer wants money back; raw values are those of notifications to servers.
    public enum RefundReason: String, Sendable, CaseIterable {
        /// The customer did not mean to buy.
        case unintendedPurchase = "UNINTENDED_PURCHASE"
        /// The customer did not get what was bought.
        case fulfillmentIssue = "FULFILLMENT_ISSUE"
        /// The customer was not content with it.
        case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
        /// A legal reason.
        case legal = "LEGAL"
        /// Anything else.
        case other = "OTHER"
    }

    /// A subscription that the customer has or had.
    public struct HeldSubscription: Identifiable, Sendable {
        /// The original transaction.
        public let id: UInt64
        /// The subscription group.
        public let groupID: String
        /// The product of the present or last period.
        public let productID: Product.ID
        /// What it renews into.
        public let renewalProductID: Product.ID
        /// Where it stands.
        public let state: Product.SubscriptionInfo.RenewalState
        /// Whether the customer lets it renew.
        public let willAutoRenew: Bool
        /// When the present period ends or the last one did.
        public let expirationDate: Date
        /// What can be had in the group.
        public let choices: [Product]
    }

    /// What a customer does about a subscription.
    public enum SubscriptionDecision: Sendable {
        /// Lets it end with its period.
        case cancel(HeldSubscription)
        /// Lets it renew again, or buys it again when it is over.
        case resubscribe(HeldSubscription)
        /// Changes to another product of the group.
        case change(HeldSubscription, to: Product.ID)
    }

    /// A higher price that the customer is to agree to.
    public struct PriceIncrease: Sendable {
        /// The subscription.
        public let subscription: HeldSubscription
        /// The price from the next renewal on, in the storefront's currency.
        public let price: Decimal
    }
}
