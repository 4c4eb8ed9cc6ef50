// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A token for purchases the customer makes outside the App Store.
public struct ExternalPurchaseToken: Codable, Hashable, Sendable {
    /// The token's identifier; one that begins with `SANDBOX` comes from the sandbox.
    public var externalPurchaseId: String?

    /// When the token was made, in milliseconds since 1970.
    public var tokenCreationDate: Int64?

    /// The app's number in the App Store.
    public var appAppleId: Int64?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// When the token ends, in milliseconds since 1970; custom-link tokens only.
    public var tokenExpirationDate: Int64?

    /// ``tokenType`` as it stands on the wire, also when the value is unknown.
    public var rawTokenType: String?

    /// Creates one from known values.
    public init(
        externalPurchaseId: String? = nil, tokenCreationDate: Int64? = nil, appAppleId: Int64? = nil,
        bundleId: String? = nil, tokenExpirationDate: Int64? = nil, tokenType: ExternalPurchaseTokenType? = nil
    ) {
        self.init(
            externalPurchaseId: externalPurchaseId, tokenCreationDate: tokenCreationDate, appAppleId: appAppleId,
            bundleId: bundleId, tokenExpirationDate: tokenExpirationDate, rawTokenType: tokenType?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        externalPurchaseId: String? = nil, tokenCreationDate: Int64? = nil, appAppleId: Int64? = nil,
        bundleId: String? = nil, tokenExpirationDate: Int64? = nil, rawTokenType: String? = nil
    ) {
        self.externalPurchaseId = externalPurchaseId
        self.tokenCreationDate = tokenCreationDate
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.tokenExpirationDate = tokenExpirationDate
        self.rawTokenType = rawTokenType
    }

    private enum CodingKeys: String, CodingKey {
        case externalPurchaseId, tokenCreationDate, appAppleId, bundleId, tokenExpirationDate
        case rawTokenType = "tokenType"
    }

    /// What the token was issued for; custom-link tokens only.
    public var tokenType: ExternalPurchaseTokenType? {
        get { rawTokenType.flatMap(ExternalPurchaseTokenType.init(rawValue:)) }
        set { rawTokenType = newValue?.rawValue }
    }
}
