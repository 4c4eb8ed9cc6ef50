// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to test how fast the developer's server answers.
public struct PerformanceTestRequest: Codable, Hashable, Sendable {
    /// The first transaction of this purchase; every renewal of a subscription keeps it.
    public var originalTransactionId: String

    /// Creates one from its parts.
    public init(originalTransactionId: String) {
        self.originalTransactionId = originalTransactionId
    }
}
