// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreConfiguration

/// A part of StoreKit that can be told to fail; raw values are those of `.storekit` files.
package enum FailablePart: String, Codable, CodingKeyRepresentable, Sendable, Hashable, CaseIterable {
    case loadProducts = "Load Products"
    case purchase = "Purchase"
    case verification = "Verification"
    case appStoreSync = "App Store Sync"
    case subscriptionStatus = "Subscription Status"
    case appTransaction = "App Transaction"
    case manageSubscriptions = "Manage Subscriptions Sheet"
    case refundRequest = "Refund Request Sheet"
    case offerCodeRedeem = "Offer Code Redeem Sheet"
}

/// An error that a part of StoreKit is told to answer with, named as StoreKit names the case.
package struct SimulatedError: RawRepresentable, Codable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let unknown = Self(rawValue: "unknown")
    /// The customer changed their mind: a purchase is answered so, not refused.
    package static let userCancelled = Self(rawValue: "userCancelled")
    package static let networkError = Self(rawValue: "networkError")
    package static let systemError = Self(rawValue: "systemError")
    package static let productUnavailable = Self(rawValue: "productUnavailable")
    package static let purchaseNotAllowed = Self(rawValue: "purchaseNotAllowed")
}

extension SimulatedError {
    /// The errors in the order of StoreKit's cases: a configuration names them by their place.
    private static let families: [String: [String]] = [
        "generic": [
            "unknown", "userCancelled", "networkError", "systemError", "notAvailableInStorefront", "notEntitled",
            "unsupported",
        ],
        "purchase": [
            "invalidQuantity", "productUnavailable", "purchaseNotAllowed", "ineligibleForOffer",
            "invalidOfferIdentifier", "invalidOfferPrice", "invalidOfferSignature", "missingOfferParameters",
        ],
        "verification": [
            "revokedCertificate", "invalidCertificateChain", "invalidDeviceVerification", "invalidEncoding",
            "invalidSignature", "missingRequiredProperties",
        ],
        "refund request": ["duplicateRequest", "failed"],
    ]

    /// The errors of StoreKit 1 that files before 3.0 name by number, as far as they are of purchases.
    private static let storeKit1: [Int: String] = [
        2: "userCancelled", 4: "purchaseNotAllowed", 5: "productUnavailable", 11: "invalidOfferIdentifier",
        12: "invalidOfferSignature", 13: "missingOfferParameters", 14: "invalidOfferPrice", 18: "ineligibleForOffer",
    ]

    /// The error of a purchase that StoreKit 1 gives a number; one that StoreKit 2 does not have counts as `unknown`.
    package static func storeKit1(_ code: Int) -> Self {
        Self(rawValue: storeKit1[code] ?? "unknown")
    }

    /// What a configuration lets fail; an error it does not choose or that is not known counts as `unknown`.
    static func errors(in settings: StoreKitConfiguration.Settings) -> [FailablePart: Self] {
        var errors: [FailablePart: Self] = [:]
        if settings.failTransactionsEnabled {
            errors[.purchase] = storeKit1(settings.storeKitError ?? 0)
        }
        for error in settings.storeKitErrors where error.isEnabled {
            guard let part = FailablePart(rawValue: error.name) else { continue }
            let family = error.selection.flatMap { families[$0.type] } ?? []
            let index = error.selection?.index ?? -1
            errors[part] = family.indices.contains(index) ? Self(rawValue: family[index]) : .unknown
        }
        return errors
    }
}
