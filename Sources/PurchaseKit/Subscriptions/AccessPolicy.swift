// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the app's owner decides about access, where the store leaves it to them.
public struct AccessPolicy: Hashable, Sendable {
    /// Whether a subscriber keeps access while the store retries a charge that failed and no grace period runs.
    ///
    /// Apple's answer is no, and the customer is not listed among the entitled. An app may be kinder, at its own cost.
    public enum BillingRetry: Hashable, Sendable {
        /// No access, as Apple documents it.
        case denied
        /// Access for as long as the store retries, which can be 60 days.
        case granted
    }

    /// Whether a charge that is being retried leaves access.
    public var billingRetry: BillingRetry

    /// Creates a policy.
    public init(billingRetry: BillingRetry = .denied) {
        self.billingRetry = billingRetry
    }

    /// What Apple documents.
    public static let standard = Self()
}
