// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The codes of the link are spelled like StoreKit's error cases, so that a case the link does not name yet, such as one
// that a test simulates, still arrives as itself.
extension StoreFailure {
    /// The failure as every call of StoreKit throws it.
    ///
    /// Cancelling a task is not the customer cancelling: it becomes a `CancellationError` inside `systemError`, so that
    /// callers still see nothing but `StoreKitError`.
    var storeKitError: StoreKitError {
        if let simulated = simulated as? StoreKitError { return simulated }
        return switch code {
        case .network:
            .networkError(URLError(.cannotConnectToHost, userInfo: [NSLocalizedDescriptionKey: description]))
        case .cancelled: .systemError(CancellationError())
        case .notAvailableInStorefront: .notAvailableInStorefront
        case .unknown: .unknown
        case StoreFailure.Code(rawValue: "networkError"): .networkError(URLError(.notConnectedToInternet))
        case StoreFailure.Code(rawValue: "userCancelled"): .userCancelled
        case StoreFailure.Code(rawValue: "notEntitled"): .notEntitled
        case StoreFailure.Code(rawValue: "unsupported"): .unsupported
        default:
            .systemError(StoreConnectionError(.init(rawValue: code.rawValue), message, fix: fix))
        }
    }

    /// The failure as a request for a refund throws it.
    var refundRequestError: any Error {
        switch code {
        case .duplicateRequest: Transaction.RefundRequestError.duplicateRequest
        case .refundRequestFailed: Transaction.RefundRequestError.failed
        case StoreFailure.Code(rawValue: "ineligible"): Transaction.RefundRequestError.ineligible
        default: storeKitError
        }
    }

    /// The failure as a purchase throws it.
    var purchaseError: any Error {
        if let requestError { return InvalidRequestError(code: requestError, message: message) }
        let refusal: Product.PurchaseError? =
            switch code {
            case .invalidQuantity: .invalidQuantity
            case .productUnavailable: .productUnavailable
            case .purchaseNotAllowed: .purchaseNotAllowed
            case .ineligibleForOffer: .ineligibleForOffer
            case .invalidOfferIdentifier: .invalidOfferIdentifier
            case StoreFailure.Code(rawValue: "invalidOfferPrice"): .invalidOfferPrice
            case .invalidOfferSignature: .invalidOfferSignature
            case .missingOfferParameters: .missingOfferParameters
            case StoreFailure.Code(rawValue: "paymentMethodBindingConfigurationRequired"):
                .paymentMethodBindingConfigurationRequired
            default: nil
            }
        return refusal ?? storeKitError
    }
}
