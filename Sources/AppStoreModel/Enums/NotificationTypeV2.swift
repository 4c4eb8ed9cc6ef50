// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a server notification tells.
public enum NotificationTypeV2: String, Codable, Hashable, Sendable {
    /// A subscription began, or began again after a lapse.
    case subscribed = "SUBSCRIBED"
    /// The product of the next period changed.
    case didChangeRenewalPref = "DID_CHANGE_RENEWAL_PREF"
    /// Renewal was turned on or off.
    case didChangeRenewalStatus = "DID_CHANGE_RENEWAL_STATUS"
    /// An offer was taken on a running subscription.
    case offerRedeemed = "OFFER_REDEEMED"
    /// A subscription renewed.
    case didRenew = "DID_RENEW"
    /// A subscription ended.
    case expired = "EXPIRED"
    /// The charge for a renewal failed.
    case didFailToRenew = "DID_FAIL_TO_RENEW"
    /// The grace period ended and the charge still fails.
    case gracePeriodExpired = "GRACE_PERIOD_EXPIRED"
    /// The customer was told of a price increase or agreed to it.
    case priceIncrease = "PRICE_INCREASE"
    /// A purchase was refunded.
    case refund = "REFUND"
    /// A refund was refused.
    case refundDeclined = "REFUND_DECLINED"
    /// A customer asks for a refund and the store wants to know about the use.
    case consumptionRequest = "CONSUMPTION_REQUEST"
    /// One subscription's renewal date was moved.
    case renewalExtended = "RENEWAL_EXTENDED"
    /// Access through Family Sharing was lost.
    case revoke = "REVOKE"
    /// The developer asked for a test.
    case test = "TEST"
    /// A request to extend many subscriptions finished, or failed for one.
    case renewalExtension = "RENEWAL_EXTENSION"
    /// A refund was undone.
    case refundReversed = "REFUND_REVERSED"
    /// There is news of a token for purchases outside the App Store.
    case externalPurchaseToken = "EXTERNAL_PURCHASE_TOKEN"
    /// A product other than an auto-renewable subscription was bought.
    case oneTimeCharge = "ONE_TIME_CHARGE"
    /// A parent withdrew consent for a child's use of the app.
    case rescindConsent = "RESCIND_CONSENT"
    /// An Advanced Commerce subscription's texts changed.
    case metadataUpdate = "METADATA_UPDATE"
    /// A subscription moved to the Advanced Commerce API.
    case migration = "MIGRATION"
    /// An Advanced Commerce subscription's price changed.
    case priceChange = "PRICE_CHANGE"
}
