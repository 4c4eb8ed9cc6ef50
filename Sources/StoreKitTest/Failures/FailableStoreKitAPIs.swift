// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// One type for each part, as Apple has it, so that the type of the error follows from the part.

/// Loading products.
public struct StoreKitLoadProductsAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.LoadProducts

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitLoadProductsAPI {
    /// Loading products.
    public static var loadProducts: StoreKitLoadProductsAPI { StoreKitLoadProductsAPI() }
}

/// Purchases in the app.
public struct StoreKitPurchaseAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.Purchase

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitPurchaseAPI {
    /// Purchases in the app.
    public static var purchase: StoreKitPurchaseAPI { StoreKitPurchaseAPI() }
}

/// The verification of what the store signed.
public struct StoreKitVerificationAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.Verification

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitVerificationAPI {
    /// The verification of what the store signed.
    public static var verification: StoreKitVerificationAPI { StoreKitVerificationAPI() }
}

/// `AppStore.sync()`.
public struct StoreKitAppStoreSyncAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.AppStoreSync

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppStoreSyncAPI {
    /// `AppStore.sync()`.
    public static var appStoreSync: StoreKitAppStoreSyncAPI { StoreKitAppStoreSyncAPI() }
}

/// The status of subscriptions.
public struct StoreKitSubscriptionStatusAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.SubscriptionStatus

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitSubscriptionStatusAPI {
    /// The status of subscriptions.
    public static var subscriptionStatus: StoreKitSubscriptionStatusAPI { StoreKitSubscriptionStatusAPI() }
}

/// The app transaction.
public struct StoreKitAppTransactionAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.AppTransaction

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitAppTransactionAPI {
    /// The app transaction.
    public static var appTransaction: StoreKitAppTransactionAPI { StoreKitAppTransactionAPI() }
}

/// The sheet with the customer's subscriptions.
public struct StoreKitManageSubscriptionsAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.ManageSubscriptions

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitManageSubscriptionsAPI {
    /// The sheet with the customer's subscriptions.
    public static var manageSubscriptions: StoreKitManageSubscriptionsAPI { StoreKitManageSubscriptionsAPI() }
}

/// The sheet that asks for a refund.
public struct StoreKitRefundRequestAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.RefundRequest

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitRefundRequestAPI {
    /// The sheet that asks for a refund.
    public static var refundRequest: StoreKitRefundRequestAPI { StoreKitRefundRequestAPI() }
}

/// The sheet that redeems offer codes.
public struct StoreKitOfferCodeRedeemAPI: FailableStoreKitAPI {
    /// The ways in which it can fail.
    public typealias Failure = SKTestFailures.OfferCodeRedeem

    /// Names the part.
    public init() {}
}

extension FailableStoreKitAPI where Self == StoreKitOfferCodeRedeemAPI {
    /// The sheet that redeems offer codes.
    public static var offerCodeRedeem: StoreKitOfferCodeRedeemAPI { StoreKitOfferCodeRedeemAPI() }
}
