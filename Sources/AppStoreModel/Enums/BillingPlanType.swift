// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How a subscription with a commitment is billed.
public enum BillingPlanType: String, Codable, Hashable, Sendable {
    /// Once, for the whole commitment.
    case billedUpfront = "BILLED_UPFRONT"
    /// Month by month.
    case monthly = "MONTHLY"
}
