// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Something that happened to a customer, in one vocabulary for webhooks, feeds and reports.
///
/// An event's key follows from signed facts alone, so whoever tells of it first, a notification or the customer's own app,
/// it happens once.
package struct BusinessEvent: Sendable, Hashable {
    /// What happened; kinds of newer versions are kept as they come.
    package struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        package let rawValue: String

        /// Creates a kind from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The first purchase of a subscription, or a single purchase.
        package static let initialPurchase = Self(rawValue: "initial_purchase")
        /// A period followed another, or a lapsed subscription began again.
        package static let renewal = Self(rawValue: "renewal")
        /// The customer switched renewal off.
        package static let cancellation = Self(rawValue: "cancellation")
        /// The customer switched renewal on again.
        package static let uncancellation = Self(rawValue: "uncancellation")
        /// A renewal could not be charged.
        package static let billingIssue = Self(rawValue: "billing_issue")
        /// What could not be charged was charged later.
        package static let recovery = Self(rawValue: "recovery")
        /// The grace after a failed renewal is over, and with it the access; charging is still tried.
        package static let gracePeriodExpired = Self(rawValue: "grace_period_expired")
        /// A subscription ended.
        package static let expiration = Self(rawValue: "expiration")
        /// The customer chose another product, now or for the next period.
        package static let productChange = Self(rawValue: "product_change")
        /// A purchase was paid back.
        package static let refund = Self(rawValue: "refund")
        /// A family member, who paid nothing, lost what was shared.
        package static let revocation = Self(rawValue: "revocation")
        /// A refund was taken back.
        package static let refundReversed = Self(rawValue: "refund_reversed")
        /// An offer was redeemed.
        package static let offerRedeemed = Self(rawValue: "offer_redeemed")
        /// A higher price was announced or agreed to.
        package static let priceIncrease = Self(rawValue: "price_increase")
        /// A purchase came to another customer.
        package static let transfer = Self(rawValue: "transfer")
        /// A notification asked for by hand.
        package static let test = Self(rawValue: "test")

        /// Those that there are.
        static let all = [
            initialPurchase, renewal, cancellation, uncancellation, billingIssue, recovery, gracePeriodExpired,
            expiration, productChange, refund, revocation, refundReversed, offerRedeemed, priceIncrease, transfer, test,
        ]
    }

    /// What happened.
    package let kind: Kind
    /// What tells the event from all others, whoever tells of it.
    package let key: String
    /// When it happened, as far as the facts tell.
    package let date: StoreInstant
    /// The environment as it stands on the wire.
    package let environment: String?
    /// The line of purchases concerned; tests have none.
    package let line: PurchaseLine.ID?
    /// The transaction concerned.
    package let transactionID: String?
    /// The product concerned; after a change the new one.
    package let productID: String?
    /// The product before a change, where the facts name it.
    package let previousProductID: String?
}
