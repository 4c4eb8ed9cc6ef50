// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// No store signs purchases of bundles yet, so there is nothing to read these from.

extension Transaction {
    /// The first transaction of the bundle that this one came with.
    public var bundleOriginalTransactionID: String? { nil }
    /// The product of the bundle that this one came with.
    public var bundleProductID: String? { nil }
    /// The group of the bundle that this one came with.
    public var bundleSubscriptionGroupID: String? { nil }
    /// The transaction of the bundle that this one came with.
    public var bundleTransactionID: String? { nil }
}

extension Product.SubscriptionInfo.RenewalInfo {
    /// The first transaction of the bundle that the subscription belongs to.
    public var bundleOriginalTransactionID: String? { nil }
    /// The product of the bundle that the subscription belongs to.
    public var bundleProductID: String? { nil }
    /// The group of the bundle that the subscription belongs to.
    public var bundleSubscriptionGroupID: String? { nil }
    /// Whether the subscription leaves its bundle at the end of the period.
    public var willUnbundle: Bool { false }
}
