// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How the event of a server notification came about.
public enum Subtype: String, Codable, Hashable, Sendable {
    /// The first subscription in the group.
    case initialBuy = "INITIAL_BUY"
    /// A subscription after a lapse.
    case resubscribe = "RESUBSCRIBE"
    /// A move to a lower level, at the next renewal.
    case downgrade = "DOWNGRADE"
    /// A move to a higher level, at once.
    case upgrade = "UPGRADE"
    /// Renewal was turned on.
    case autoRenewEnabled = "AUTO_RENEW_ENABLED"
    /// Renewal was turned off.
    case autoRenewDisabled = "AUTO_RENEW_DISABLED"
    /// The customer had turned renewal off.
    case voluntary = "VOLUNTARY"
    /// The time for retrying the charge ended.
    case billingRetry = "BILLING_RETRY"
    /// The customer did not agree to a price increase.
    case priceIncrease = "PRICE_INCREASE"
    /// The customer keeps access in a grace period.
    case gracePeriod = "GRACE_PERIOD"
    /// The customer has not answered yet.
    case pending = "PENDING"
    /// The customer agreed, or did not need to.
    case accepted = "ACCEPTED"
    /// A later charge succeeded.
    case billingRecovery = "BILLING_RECOVERY"
    /// The product was no longer on sale.
    case productNotForSale = "PRODUCT_NOT_FOR_SALE"
    /// The request is finished.
    case summary = "SUMMARY"
    /// The request failed for one subscription.
    case failure = "FAILURE"
    /// Nothing was reported for the token.
    case unreported = "UNREPORTED"
    /// A token was made.
    case created = "CREATED"
    /// The monthly reminder that a token is active.
    case activeTokenReminder = "ACTIVE_TOKEN_REMINDER"
}
