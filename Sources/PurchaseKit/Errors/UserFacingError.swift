// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An error as the customer should hear of it.
public struct UserFacingError: Error, Hashable, Sendable {
    /// What kind of trouble it is; the set may grow.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer changed their mind: nothing to say.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The store, or a server, cannot be reached.
        public static let networkError = Self(rawValue: "networkError")
        /// The store could not do it and did not say why.
        public static let storeUnavailable = Self(rawValue: "storeUnavailable")
        /// The purchase did not go through.
        public static let paymentFailed = Self(rawValue: "paymentFailed")
        /// Purchases are not allowed on the device or for the account.
        public static let notAuthorized = Self(rawValue: "notAuthorized")
        /// The product is not sold.
        public static let productNotAvailable = Self(rawValue: "productNotAvailable")
        /// The product is not sold in the customer's country or region.
        public static let notAvailableInStorefront = Self(rawValue: "notAvailableInStorefront")
        /// So many cannot be bought at once.
        public static let invalidQuantity = Self(rawValue: "invalidQuantity")
        /// The offer is not for this customer.
        public static let ineligibleForOffer = Self(rawValue: "ineligibleForOffer")
        /// The offer does not exist or was not signed as it should be: the app's fault, not the customer's.
        public static let invalidOffer = Self(rawValue: "invalidOffer")
        /// Nobody vouches for the purchase.
        public static let verificationFailed = Self(rawValue: "verificationFailed")
        /// Paid, and not handed out yet.
        public static let deliveryFailed = Self(rawValue: "deliveryFailed")
        /// It cannot be done with this product or on this device.
        public static let unsupported = Self(rawValue: "unsupported")
        /// Anything else.
        public static let unknown = Self(rawValue: "unknown")
    }

    /// Whether another attempt may help.
    public enum Retry: Hashable, Sendable {
        /// It would end in the same way.
        case no
        /// When the customer asks for it.
        case byCustomer
        /// By itself, a little later.
        case automatic
    }

    /// What kind of trouble it is.
    public let kind: Kind
    /// What the customer should read.
    public let message: String
    /// Whether to show it at all.
    public let isShown: Bool
    /// Whether another attempt may help.
    public let retry: Retry
}
