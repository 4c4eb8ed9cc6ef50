// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The Server API's answer to a request for an app transaction.
public struct AppTransactionInfoResponse: Codable, Hashable, Sendable {
    /// The app transaction as a compact JWS.
    public var signedAppTransactionInfo: String?

    /// Creates one from its parts.
    public init(signedAppTransactionInfo: String? = nil) {
        self.signedAppTransactionInfo = signedAppTransactionInfo
    }
}
