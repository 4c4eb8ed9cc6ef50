// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Ties a payment method of another company to the customer's account.
///
/// Stores of OpenStoreKit have no such companies: nobody is eligible.
public struct PaymentMethodBinding: Hashable, Identifiable, Sendable {
    /// The identifier that the developer's server handed out.
    public let id: String

    /// Asks whether the customer may bind a payment method.
    ///
    /// - Throws: ``PaymentMethodBindingError``: `invalidPinningID` without an identifier, otherwise `notEligible`.
    public init(id: String) async throws {
        guard !id.isEmpty else { throw PaymentMethodBindingError.invalidPinningID }
        throw PaymentMethodBindingError.notEligible
    }

    /// Binds the payment method.
    ///
    /// - Throws: ``PaymentMethodBindingError/failed``.
    public func bind() async throws {
        throw PaymentMethodBindingError.failed
    }
}

extension PaymentMethodBinding {
    /// Why a payment method was not bound.
    public enum PaymentMethodBindingError: LocalizedError, Hashable, Sendable {
        /// The customer may not bind one.
        case notEligible
        /// The identifier is none.
        case invalidPinningID
        /// The store could not do it.
        case failed

        /// What happened, for people.
        public var errorDescription: String? { "The payment method could not be set up." }

        /// Why it happened.
        public var failureReason: String? {
            switch self {
            case .notEligible: "The account cannot use payment methods of other companies."
            case .invalidPinningID: "The identifier of the payment method is not valid."
            case .failed: "The store could not do it."
            }
        }

        /// What to try next, if anything helps.
        public var recoverySuggestion: String? {
            self == .failed ? "Try again later." : nil
        }
    }
}
