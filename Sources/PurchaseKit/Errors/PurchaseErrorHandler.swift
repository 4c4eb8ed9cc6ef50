// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tells what a customer should read of an error, whether to show it, and whether to try again.
public struct PurchaseErrorHandler: Sendable {
    /// The language of the messages.
    public var language: Language

    /// Creates a handler.
    public init(language: Language = .current) {
        self.language = language
    }

    /// What to make of an error that StoreKit, the network or this kit threw.
    public func handle(_ error: any Error) -> UserFacingError {
        if let error = error as? UserFacingError { return error }
        return Self.kind(of: error).error(in: language)
    }

    /// What to make of an error, in the customer's language.
    public static func handle(_ error: any Error) -> UserFacingError {
        Self().handle(error)
    }

    /// What kind of trouble an error is.
    static func kind(of error: any Error) -> UserFacingError.Kind {
        switch error {
        case let error as UserFacingError: error.kind
        case let error as StoreKitError: kind(of: error)
        case let error as Product.PurchaseError: kind(of: error)
        case let error as URLError: kind(of: error)
        case is VerificationResult<Transaction>.VerificationError,
            is VerificationResult<Product.SubscriptionInfo.RenewalInfo>.VerificationError,
            is VerificationResult<AppTransaction>.VerificationError:
            .verificationFailed
        case is DeliveryFailure: .deliveryFailed
        case is CancellationError: .cancelled
        default: .unknown
        }
    }

    private static func kind(of error: StoreKitError) -> UserFacingError.Kind {
        if #available(iOS 18.4, macOS 15.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *), case .unsupported = error {
            return .unsupported
        }
        switch error {
        case .userCancelled: return .cancelled
        case .networkError(let error): return kind(of: error)
        case .systemError(let error):
            // Whatever lies beneath; a cancelled task is nobody's trouble, and neither is it the customer cancelling.
            let beneath = kind(of: error)
            return beneath == .unknown ? .storeUnavailable : beneath
        case .notAvailableInStorefront: return .notAvailableInStorefront
        case .notEntitled: return .notAuthorized
        case .unknown: return .storeUnavailable
        default: return .storeUnavailable
        }
    }

    private static func kind(of error: Product.PurchaseError) -> UserFacingError.Kind {
        switch error {
        case .invalidQuantity: .invalidQuantity
        case .productUnavailable: .productNotAvailable
        case .purchaseNotAllowed: .notAuthorized
        case .ineligibleForOffer: .ineligibleForOffer
        case .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters:
            .invalidOffer
        // Refusals of newer systems, which older ones do not declare.
        default: .paymentFailed
        }
    }

    private static func kind(of error: URLError) -> UserFacingError.Kind {
        switch error.code {
        case .cancelled, .userCancelledAuthentication: .cancelled
        default: .networkError
        }
    }

    /// Whether something that is asked of the store or a server is worth asking again by itself.
    @Sendable
    static func retry(_ error: any Error) -> Backoff.Retry {
        kind(of: error).retry == .automatic ? .after(.zero) : .never
    }
}
