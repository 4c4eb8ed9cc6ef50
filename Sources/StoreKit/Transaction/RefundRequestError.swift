// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Transaction {
    /// Why a refund could not be asked for.
    public enum RefundRequestError: Error, Hashable, Sendable {
        /// The customer has asked for this refund already.
        case duplicateRequest
        /// The store did not take the request.
        case failed
        /// The transaction cannot be refunded.
        case ineligible
    }
}

extension Transaction.RefundRequestError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        "The refund could not be requested."
    }

    /// Why it happened.
    public var failureReason: String? {
        switch self {
        case .duplicateRequest: "It has been requested already."
        case .failed: "The store did not take the request."
        case .ineligible: "The transaction cannot be refunded."
        }
    }

    /// What to try next, if anything helps.
    public var recoverySuggestion: String? {
        switch self {
        case .duplicateRequest: "Wait for the decision."
        case .failed: "Try again later."
        case .ineligible: nil
        }
    }
}
