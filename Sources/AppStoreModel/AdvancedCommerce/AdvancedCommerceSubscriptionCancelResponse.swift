// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A subscription that will not renew any more.
public struct AdvancedCommerceSubscriptionCancelResponse: Codable, Hashable, Sendable {
    /// The renewal info after the change, as a compact JWS.
    public var signedRenewalInfo: String

    /// The transaction after the change, as a compact JWS.
    public var signedTransactionInfo: String

    /// Creates one from its parts.
    public init(signedRenewalInfo: String, signedTransactionInfo: String) {
        self.signedRenewalInfo = signedRenewalInfo
        self.signedTransactionInfo = signedTransactionInfo
    }
}
