// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a subscription ended.
public enum ExpirationIntent: Int32, Codable, Hashable, Sendable {
    /// The customer turned renewal off.
    case customerCancelled = 1
    /// The customer could not be charged.
    case billingError = 2
    /// The customer did not agree to a price increase.
    case customerDidNotConsentToPriceIncrease = 3
    /// The product was no longer on sale.
    case productNotAvailable = 4
    /// Anything else.
    case other = 5
}
