// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The latest transaction of one subscription and its state.
public struct LastTransactionsItem: Codable, Hashable, Sendable {
    /// ``status`` as it stands on the wire, also when the value is unknown.
    public var rawStatus: Int32?

    /// The first transaction of this purchase; every renewal of a subscription keeps it.
    public var originalTransactionId: String?

    /// The transaction as a compact JWS.
    public var signedTransactionInfo: String?

    /// The renewal info as a compact JWS; auto-renewable subscriptions only.
    public var signedRenewalInfo: String?

    /// Creates one from known values.
    public init(
        status: Status? = nil, originalTransactionId: String? = nil, signedTransactionInfo: String? = nil,
        signedRenewalInfo: String? = nil
    ) {
        self.init(
            rawStatus: status?.rawValue, originalTransactionId: originalTransactionId,
            signedTransactionInfo: signedTransactionInfo, signedRenewalInfo: signedRenewalInfo)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawStatus: Int32? = nil, originalTransactionId: String? = nil, signedTransactionInfo: String? = nil,
        signedRenewalInfo: String? = nil
    ) {
        self.rawStatus = rawStatus
        self.originalTransactionId = originalTransactionId
        self.signedTransactionInfo = signedTransactionInfo
        self.signedRenewalInfo = signedRenewalInfo
    }

    private enum CodingKeys: String, CodingKey {
        case rawStatus = "status"
        case originalTransactionId, signedTransactionInfo, signedRenewalInfo
    }

    /// The subscription's state.
    public var status: Status? {
        get { rawStatus.flatMap(Status.init(rawValue:)) }
        set { rawStatus = newValue?.rawValue }
    }
}
