// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of the errors of the original StoreKit.
public let SKErrorDomain = "SKErrorDomain"

/// An error of the original StoreKit; of that API only what StoreKitTest names is here, and nothing throws one.
public struct SKError: CustomNSError, Equatable, Hashable, Sendable {
    /// The kinds of error; the numbers are Apple's.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknown = 0
        /// The client may not do this.
        case clientInvalid = 1
        /// The customer changed their mind.
        case paymentCancelled = 2
        /// A parameter of the payment is not valid.
        case paymentInvalid = 3
        /// The customer may not pay.
        case paymentNotAllowed = 4
        /// The storefront does not have the product.
        case storeProductNotAvailable = 5
        /// The customer has not allowed access to Apple Music.
        case cloudServicePermissionDenied = 6
        /// Apple Music cannot be reached.
        case cloudServiceNetworkConnectionFailed = 7
        /// The customer has taken access to Apple Music back.
        case cloudServiceRevoked = 8
        /// The customer has not agreed to the privacy policy.
        case privacyAcknowledgementRequired = 9
        /// The app asks for a property that it is not entitled to.
        case unauthorizedRequestData = 10
        /// The product has no offer of that identifier.
        case invalidOfferIdentifier = 11
        /// The offer's signature does not verify.
        case invalidSignature = 12
        /// A parameter of the offer is missing.
        case missingOfferParams = 13
        /// The offer's price does not hold any more.
        case invalidOfferPrice = 14
        /// The overlay was cancelled.
        case overlayCancelled = 15
        /// The overlay's configuration is not valid.
        case overlayInvalidConfiguration = 16
        /// The overlay took too long.
        case overlayTimeout = 17
        /// The customer may not have the offer.
        case ineligibleForOffer = 18
        /// The platform does not have the overlay.
        case unsupportedPlatform = 19
        /// The app was in the background.
        case overlayPresentedInBackgroundScene = 20
    }

    /// ``SKErrorDomain``.
    public static var errorDomain: String { SKErrorDomain }

    /// The kind of error.
    public let code: Code
    /// What was handed in with it; Foundation's own error keeps it, which is Sendable.
    private let error: NSError
    /// What was handed in with it.
    public var userInfo: [String: Any] { error.userInfo }

    /// Creates an error of a kind.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        error = NSError(domain: SKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// The number of the kind.
    public var errorCode: Int { code.rawValue }

    /// What was handed in with it.
    public var errorUserInfo: [String: Any] { userInfo }

    /// Errors of one kind are equal, whatever came with them.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}
