// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product {
    /// Why a purchase was refused.
    public enum PurchaseError: Error, Hashable, Sendable {
        /// The quantity is less than one, or more than one for a product that allows only one.
        case invalidQuantity
        /// The store does not sell the product.
        case productUnavailable
        /// The customer may not buy.
        case purchaseNotAllowed
        /// The customer may not have the offer.
        case ineligibleForOffer
        /// The product has no offer of that identifier.
        case invalidOfferIdentifier
        /// The offer's price does not hold any more.
        case invalidOfferPrice
        /// The offer's signature does not verify.
        case invalidOfferSignature
        /// A parameter of the offer is missing.
        case missingOfferParameters
        /// The customer has to set up a payment method of another company first.
        case paymentMethodBindingConfigurationRequired
    }
}

extension Product.PurchaseError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        switch self {
        case .invalidQuantity: "The quantity is not valid."
        case .productUnavailable: "The product is not available."
        case .purchaseNotAllowed: "Purchases are not allowed."
        case .ineligibleForOffer: "The offer is not for this account."
        case .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters:
            "The offer is not valid."
        case .paymentMethodBindingConfigurationRequired: "A payment method is missing."
        }
    }

    /// Why it happened.
    public var failureReason: String? {
        switch self {
        case .invalidQuantity: "Only consumables and non-renewing subscriptions can be bought more than once at a time."
        case .productUnavailable: "The store does not sell the product."
        case .purchaseNotAllowed: "The account or the device may not buy."
        case .ineligibleForOffer: "The account does not meet the offer's conditions."
        case .invalidOfferIdentifier: "The product has no offer of that identifier."
        case .invalidOfferPrice: "The offer's price has changed."
        case .invalidOfferSignature: "The offer's signature does not verify."
        case .missingOfferParameters: "A parameter of the offer is missing."
        case .paymentMethodBindingConfigurationRequired: "No payment method of another company is set up."
        }
    }

    /// What to try next, if anything helps.
    public var recoverySuggestion: String? {
        switch self {
        case .invalidQuantity: "Buy one."
        case .purchaseNotAllowed: "Allow purchases on this device."
        case .ineligibleForOffer: "Buy without the offer."
        case .paymentMethodBindingConfigurationRequired: "Set up a payment method."
        case .productUnavailable, .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
            .missingOfferParameters:
            nil
        }
    }
}
