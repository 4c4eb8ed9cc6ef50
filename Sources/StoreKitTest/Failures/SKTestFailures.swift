// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// The ways in which each part of StoreKit can be told to fail.
public enum SKTestFailures {
    /// How loading products can fail.
    public enum LoadProducts: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
    }

    /// How a purchase can fail.
    public enum Purchase: SKTestFailure {
        /// With an error of StoreKit; `userCancelled` is a result, not thrown.
        case generic(StoreKitError)
        /// With a refusal of the purchase.
        case purchase(Product.PurchaseError)
    }

    /// How the verification of what the store signed can fail.
    public enum Verification: SKTestFailure {
        /// With a reason.
        case verification(VerificationResult<Any>.VerificationError)
    }

    /// How `AppStore.sync()` can fail.
    public enum AppStoreSync: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
    }

    /// How reading the status of a subscription can fail.
    public enum SubscriptionStatus: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
    }

    /// How reading the app transaction can fail.
    public enum AppTransaction: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
    }

    /// How showing the customer's subscriptions can fail.
    public enum ManageSubscriptions: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
    }

    /// How asking for a refund can fail.
    public enum RefundRequest: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
        /// With a refusal of the request.
        case refundRequest(Transaction.RefundRequestError)
    }

    /// How redeeming an offer code can fail.
    public enum OfferCodeRedeem: SKTestFailure {
        /// With an error of StoreKit.
        case generic(StoreKitError)
    }
}
