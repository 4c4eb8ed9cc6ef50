// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a payment of the original StoreKit stands; of that API only what StoreKitTest names is here.
public enum SKPaymentTransactionState: Int, Sendable {
    /// The store works on it.
    case purchasing = 0
    /// It was made.
    case purchased = 1
    /// It did not succeed.
    case failed = 2
    /// It was made before.
    case restored = 3
    /// It waits for somebody to approve it.
    case deferred = 4
}
