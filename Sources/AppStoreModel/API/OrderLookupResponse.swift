// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The transactions that belong to the order identifier of a customer's invoice.
public struct OrderLookupResponse: Codable, Hashable, Sendable {
    /// ``status`` as it stands on the wire, also when the value is unknown.
    public var rawStatus: Int32?

    /// The transactions, each a compact JWS.
    public var signedTransactions: [String]?

    /// Creates one from known values.
    public init(status: OrderLookupStatus? = nil, signedTransactions: [String]? = nil) {
        self.init(rawStatus: status?.rawValue, signedTransactions: signedTransactions)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(rawStatus: Int32? = nil, signedTransactions: [String]? = nil) {
        self.rawStatus = rawStatus
        self.signedTransactions = signedTransactions
    }

    private enum CodingKeys: String, CodingKey {
        case rawStatus = "status"
        case signedTransactions
    }

    /// Whether the order identifier is known.
    public var status: OrderLookupStatus? {
        get { rawStatus.flatMap(OrderLookupStatus.init(rawValue:)) }
        set { rawStatus = newValue?.rawValue }
    }
}
