// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreEngine
import StoreKit

extension SKTestFailures.Purchase: NamedFailure {
    init?(_ name: SimulatedError) {
        if let refusal = Product.PurchaseError(name) {
            self = .purchase(refusal)
        } else if let error = StoreKitError(name) {
            self = .generic(error)
        } else {
            return nil
        }
    }

    var name: SimulatedError {
        switch self {
        case .generic(let error): error.name
        case .purchase(let refusal): SimulatedError(rawValue: "\(refusal)")
        }
    }

    var error: any Error {
        switch self {
        case .generic(let error): error
        case .purchase(let refusal): refusal
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

extension SKTestFailures.Verification: NamedFailure {
    init?(_ name: SimulatedError) {
        guard let reason = VerificationResult<Any>.VerificationError(name) else { return nil }
        self = .verification(reason)
    }

    var name: SimulatedError { SimulatedError(rawValue: "\(error)") }

    var error: any Error {
        switch self {
        case .verification(let reason): reason
        }
    }
}

extension SKTestFailures.RefundRequest: NamedFailure {
    init?(_ name: SimulatedError) {
        if let refusal = Transaction.RefundRequestError(name) {
            self = .refundRequest(refusal)
        } else if let error = StoreKitError(name) {
            self = .generic(error)
        } else {
            return nil
        }
    }

    var name: SimulatedError {
        switch self {
        case .generic(let error): error.name
        case .refundRequest(let refusal): SimulatedError(rawValue: "\(refusal)")
        }
    }

    var error: any Error {
        switch self {
        case .generic(let error): error
        case .refundRequest(let refusal): refusal
        }
    }

    /// Whether two failures say the same.
    public static func == (one: Self, other: Self) -> Bool { areEqual(one, other) }
}

// MARK: - Names

// The store names errors as StoreKit spells their cases.

extension StoreKitError {
    init?(_ name: SimulatedError) {
        switch name.rawValue {
        case "unknown": self = .unknown
        case "userCancelled": self = .userCancelled
        case "networkError": self = .networkError(URLError(.cannotConnectToHost))
        case "systemError": self = .systemError(CocoaError(.featureUnsupported))
        case "notAvailableInStorefront": self = .notAvailableInStorefront
        case "notEntitled": self = .notEntitled
        case "unsupported": self = .unsupported
        default: return nil
        }
    }

    var name: SimulatedError {
        switch self {
        case .unknown: .unknown
        case .userCancelled: .userCancelled
        case .networkError: .networkError
        case .systemError: .systemError
        case .notAvailableInStorefront: SimulatedError(rawValue: "notAvailableInStorefront")
        case .notEntitled: SimulatedError(rawValue: "notEntitled")
        case .unsupported: SimulatedError(rawValue: "unsupported")
        }
    }
}

extension Product.PurchaseError {
    fileprivate init?(_ name: SimulatedError) {
        let all: [Self] = [
            .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
            .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
            .paymentMethodBindingConfigurationRequired,
        ]
        guard let error = all.first(where: { "\($0)" == name.rawValue }) else { return nil }
        self = error
    }
}

extension VerificationResult<Any>.VerificationError {
    fileprivate init?(_ name: SimulatedError) {
        let all: [Self] = [
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
            .invalidSignature, .missingRequiredProperties,
        ]
        guard let error = all.first(where: { "\($0)" == name.rawValue }) else { return nil }
        self = error
    }
}

extension Transaction.RefundRequestError {
    fileprivate init?(_ name: SimulatedError) {
        let all: [Self] = [.duplicateRequest, .failed, .ineligible]
        guard let error = all.first(where: { "\($0)" == name.rawValue }) else { return nil }
        self = error
    }
}
