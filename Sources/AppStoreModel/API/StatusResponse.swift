// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The states of all of a customer's subscriptions in an app.
public struct StatusResponse: Codable, Hashable, Sendable {
    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// The app's number in the App Store; in production only.
    public var appAppleId: Int64?

    /// The customer's subscriptions, by group.
    public var data: [SubscriptionGroupIdentifierItem]?

    /// Creates one from known values.
    public init(
        environment: AppStoreEnvironment? = nil, bundleId: String? = nil, appAppleId: Int64? = nil,
        data: [SubscriptionGroupIdentifierItem]? = nil
    ) {
        self.init(rawEnvironment: environment?.rawValue, bundleId: bundleId, appAppleId: appAppleId, data: data)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawEnvironment: String? = nil, bundleId: String? = nil, appAppleId: Int64? = nil,
        data: [SubscriptionGroupIdentifierItem]? = nil
    ) {
        self.rawEnvironment = rawEnvironment
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.data = data
    }

    private enum CodingKeys: String, CodingKey {
        case rawEnvironment = "environment"
        case bundleId, appAppleId, data
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { rawEnvironment.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawEnvironment = newValue?.rawValue }
    }
}
