// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of one request to extend the renewal dates of all active subscribers.
public struct Summary: Codable, Hashable, Sendable {
    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The app's number in the App Store; in production only.
    public var appAppleId: Int64?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// The product whose subscriptions were to be extended.
    public var productId: String?

    /// The identifier the developer chose for the request.
    public var requestIdentifier: String?

    /// The storefronts the request is about; absent for all of them.
    public var storefrontCountryCodes: [String]?

    /// How many subscriptions were extended.
    public var succeededCount: Int64?

    /// How many subscriptions could not be extended.
    public var failedCount: Int64?

    /// Creates one from known values.
    public init(
        environment: AppStoreEnvironment? = nil, appAppleId: Int64? = nil, bundleId: String? = nil,
        productId: String? = nil, requestIdentifier: String? = nil, storefrontCountryCodes: [String]? = nil,
        succeededCount: Int64? = nil, failedCount: Int64? = nil
    ) {
        self.init(
            rawEnvironment: environment?.rawValue, appAppleId: appAppleId, bundleId: bundleId, productId: productId,
            requestIdentifier: requestIdentifier, storefrontCountryCodes: storefrontCountryCodes,
            succeededCount: succeededCount, failedCount: failedCount)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawEnvironment: String? = nil, appAppleId: Int64? = nil, bundleId: String? = nil, productId: String? = nil,
        requestIdentifier: String? = nil, storefrontCountryCodes: [String]? = nil, succeededCount: Int64? = nil,
        failedCount: Int64? = nil
    ) {
        self.rawEnvironment = rawEnvironment
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.productId = productId
        self.requestIdentifier = requestIdentifier
        self.storefrontCountryCodes = storefrontCountryCodes
        self.succeededCount = succeededCount
        self.failedCount = failedCount
    }

    private enum CodingKeys: String, CodingKey {
        case rawEnvironment = "environment"
        case appAppleId, bundleId, productId, requestIdentifier, storefrontCountryCodes, succeededCount, failedCount
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { rawEnvironment.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawEnvironment = newValue?.rawValue }
    }
}
