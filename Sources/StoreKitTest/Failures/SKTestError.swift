// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreEngine

/// The domain of the errors of StoreKitTest.
public let SKTestErrorDomain = "SKTestErrorDomain"

/// Why a test session did not do what it was told.
///
/// On Linux it also says in words what was wrong and what would work; `localizedDescription` shows both.
public struct SKTestError: CustomNSError, Equatable, Hashable, CustomStringConvertible {
    /// The kinds of error; the numbers are Apple's.
    public enum Code: Int, Sendable {
        /// The store could not be set up.
        case serviceUnavailable = 0
        /// The configuration has no such product.
        case invalidProductIdentifier = 1
        /// The product is not of a type that allows the action.
        case invalidProductType = 2
        /// The URL is not one of a configuration file.
        case invalidURL = 3
        /// There is no configuration file of that name.
        case fileNotFound = 4
        /// The customer has no such subscription.
        case noSubscriptionFound = 5
        /// The customer has no such transaction.
        case noTransactionFound = 6
        /// The action is not possible now.
        case invalidAction = 7
    }

    /// The store could not be set up.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// The configuration has no such product.
    public static var invalidProductIdentifier: Code { .invalidProductIdentifier }
    /// The product is not of a type that allows the action.
    public static var invalidProductType: Code { .invalidProductType }
    /// The URL is not one of a configuration file.
    public static var invalidURL: Code { .invalidURL }
    /// There is no configuration file of that name.
    public static var fileNotFound: Code { .fileNotFound }
    /// The customer has no such subscription.
    public static var noSubscriptionFound: Code { .noSubscriptionFound }
    /// The customer has no such transaction.
    public static var noTransactionFound: Code { .noTransactionFound }
    /// The action is not possible now.
    public static var invalidAction: Code { .invalidAction }

    /// ``SKTestErrorDomain``.
    public static var errorDomain: String { SKTestErrorDomain }

    /// The kind of error.
    public let code: Code
    private let message: String
    private let fix: String

    init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    /// The number of the kind.
    public var errorCode: Int { code.rawValue }

    /// What was wrong, and what would work.
    public var description: String { "\(message). \(fix)" }

    /// The words for `localizedDescription` and its like.
    public var errorUserInfo: [String: Any] {
        [
            NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: message,
            NSLocalizedRecoverySuggestionErrorKey: fix,
        ]
    }

    /// Errors of one kind are equal, whatever their words.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code
    }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension SKTestError {
    init(_ refusal: Refusal) {
        let code: SKTestError.Code =
            switch refusal.code {
            case .productUnavailable: .invalidProductIdentifier
            case .unknownTransaction, .unknownPendingPurchase: .noTransactionFound
            case .unknownSubscription: .noSubscriptionFound
            case .invalidQuantity, .unknownAccount, .unknownStorefront, .invalidAction, .invalidExtendByDays,
                .invalidRequestIdentifier, .extensionIneligible, .extensionLimitReached, .unknownFamily,
                .familyShared:
                .invalidAction
            case .notAvailableInStorefront, .invalidOfferIdentifier, .invalidOfferSignature: .invalidAction
            case .missingOfferParameters, .ineligibleForOffer, .unknownOfferCode: .invalidAction
            case .offerCodeUsedUp, .offerCodeExpired, .advancedCommerce: .invalidAction
            }
        self.init(code, refusal.message, fix: refusal.fix)
    }
}
