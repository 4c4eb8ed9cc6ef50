// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One page of a customer's transactions.
public struct HistoryResponse: Codable, Hashable, Sendable {
    /// Where the next page begins; to be sent back to get it.
    public var revision: String?

    /// Whether there is another page.
    public var hasMore: Bool?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// The app's number in the App Store; in production only.
    public var appAppleId: Int64?

    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The transactions, each a compact JWS.
    public var signedTransactions: [String]?

    /// Creates one from known values.
    public init(
        revision: String? = nil, hasMore: Bool? = nil, bundleId: String? = nil, appAppleId: Int64? = nil,
        environment: AppStoreEnvironment? = nil, signedTransactions: [String]? = nil
    ) {
        self.init(
            revision: revision, hasMore: hasMore, bundleId: bundleId, appAppleId: appAppleId,
            rawEnvironment: environment?.rawValue, signedTransactions: signedTransactions)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        revision: String? = nil, hasMore: Bool? = nil, bundleId: String? = nil, appAppleId: Int64? = nil,
        rawEnvironment: String? = nil, signedTransactions: [String]? = nil
    ) {
        self.revision = revision
        self.hasMore = hasMore
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.rawEnvironment = rawEnvironment
        self.signedTransactions = signedTransactions
    }

    private enum CodingKeys: String, CodingKey {
        case revision, hasMore, bundleId, appAppleId
        case rawEnvironment = "environment"
        case signedTransactions
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { rawEnvironment.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawEnvironment = newValue?.rawValue }
    }
}
