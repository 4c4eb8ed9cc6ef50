// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One page of a customer's refunded transactions.
public struct RefundHistoryResponse: Codable, Hashable, Sendable {
    /// The transactions, each a compact JWS.
    public var signedTransactions: [String]?

    /// Where the next page begins; to be sent back to get it.
    public var revision: String?

    /// Whether there is another page.
    public var hasMore: Bool?

    /// Creates one from its parts.
    public init(signedTransactions: [String]? = nil, revision: String? = nil, hasMore: Bool? = nil) {
        self.signedTransactions = signedTransactions
        self.revision = revision
        self.hasMore = hasMore
    }
}
