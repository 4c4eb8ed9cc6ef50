// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The Server API's answer to a request for one transaction.
public struct TransactionInfoResponse: Codable, Hashable, Sendable {
    /// The transaction as a compact JWS.
    public var signedTransactionInfo: String?

    /// Creates one from its parts.
    public init(signedTransactionInfo: String? = nil) {
        self.signedTransactionInfo = signedTransactionInfo
    }
}
