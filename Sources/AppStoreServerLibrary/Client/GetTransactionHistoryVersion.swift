// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Which of the two endpoints answers for a customer's history.
public enum GetTransactionHistoryVersion: String, Hashable, Sendable {
    /// Leaves finished consumables out unless they were refunded; kept for programs that rely on that.
    @available(*, deprecated)
    case v1 = "v1"
    /// Everything the customer ever bought in the app.
    case v2 = "v2"
}
