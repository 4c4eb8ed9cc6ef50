// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why StoreKit did not do what it was asked.
public enum StoreKitError: Error, Sendable {
    /// The store failed and did not say why.
    case unknown
    /// The customer did not go through with it.
    case userCancelled
    /// The store cannot be reached, or its answer did not arrive.
    case networkError(URLError)
    /// Something below StoreKit failed. A ``StoreConnectionError`` says what to do about it; a `CancellationError`
    /// says that the calling task was cancelled, which is not the customer's doing.
    case systemError(any Error)
    /// The product is not sold in the customer's storefront.
    case notAvailableInStorefront
    /// The app may not do this.
    case notEntitled
    /// The product does not allow the operation.
    case unsupported
}

extension StoreKitError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? {
        switch self {
        case .unknown: "The store could not do this."
        case .userCancelled: "The request was cancelled."
        case .networkError(let error): error.userInfo[NSLocalizedDescriptionKey] as? String ?? "The store is offline."
        case .systemError(let error): String(describing: error)
        case .notAvailableInStorefront: "The product is not available in this country or region."
        case .notEntitled: "The app is not allowed to do this."
        case .unsupported: "The product does not support this."
        }
    }

    /// Why it happened, where more is known than ``errorDescription`` says.
    public var failureReason: String? {
        switch self {
        case .unknown: "The store gave no reason."
        case .userCancelled: "A step that needed the customer was not finished."
        case .networkError: "The connection to the store failed."
        case .systemError(let error): (error as? any LocalizedError)?.failureReason
        case .notAvailableInStorefront: "The product is not on sale in the account's storefront."
        case .notEntitled: "The app lacks a permission."
        case .unsupported: "The operation does not exist for this kind of product."
        }
    }

    /// What to try next, if anything helps.
    public var recoverySuggestion: String? {
        switch self {
        case .unknown: "Try again later."
        case .networkError: "Check the connection and try again."
        case .systemError(let error): (error as? any LocalizedError)?.recoverySuggestion
        case .userCancelled, .notAvailableInStorefront, .notEntitled, .unsupported: nil
        }
    }
}
