// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The customer's answer to a price increase.
public enum PriceIncreaseStatus: Int32, Codable, Hashable, Sendable {
    /// The customer was asked and has not answered.
    case customerHasNotResponded = 0
    /// The customer agreed, or was told and needed not agree.
    case customerConsentedOrWasNotifiedWithoutNeedingConsent = 1
}
