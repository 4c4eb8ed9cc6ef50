// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The download of the app a notification is about.
public struct AppData: Codable, Hashable, Sendable {
    /// The app's number in the App Store; in production only.
    public var appAppleId: Int64?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The app transaction as a compact JWS.
    public var signedAppTransactionInfo: String?

    /// Creates one from known values.
    public init(
        appAppleId: Int64? = nil, bundleId: String? = nil, environment: AppStoreEnvironment? = nil,
        signedAppTransactionInfo: String? = nil
    ) {
        self.init(
            appAppleId: appAppleId, bundleId: bundleId, rawEnvironment: environment?.rawValue,
            signedAppTransactionInfo: signedAppTransactionInfo)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        appAppleId: Int64? = nil, bundleId: String? = nil, rawEnvironment: String? = nil,
        signedAppTransactionInfo: String? = nil
    ) {
        self.appAppleId = appAppleId
        self.bundleId = bundleId
        self.rawEnvironment = rawEnvironment
        self.signedAppTransactionInfo = signedAppTransactionInfo
    }

    private enum CodingKeys: String, CodingKey {
        case appAppleId, bundleId
        case rawEnvironment = "environment"
        case signedAppTransactionInfo
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { rawEnvironment.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawEnvironment = newValue?.rawValue }
    }
}
