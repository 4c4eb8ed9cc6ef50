// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import AppStoreModel

/// What data must be about to count: which app, from which store.
public struct ExpectedApp: Sendable, Hashable {
    /// The app's bundle identifier; `nil` accepts every app.
    public let bundleID: String?
    /// Apple's number for the app, which data from Production states; `nil` accepts every number.
    public let appAppleID: Int64?
    /// The stores whose data counts; `nil` accepts any.
    public let environments: Set<AppStoreEnvironment>?

    /// Expects one app; give `appAppleID` wherever data from Production counts, as Apple advises.
    public init(
        bundleID: String, appAppleID: Int64? = nil, environments: Set<AppStoreEnvironment> = [.production, .sandbox]
    ) {
        self.init(checking: bundleID, appAppleID, environments)
    }

    private init(checking bundleID: String?, _ appAppleID: Int64?, _ environments: Set<AppStoreEnvironment>?) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environments = environments
    }

    /// Expects nothing in particular: for tools that show what was signed, not for a server that acts on it.
    public static let anything = ExpectedApp(checking: nil, nil, nil)

    /// Expects only what is given: for tools.
    package static func only(
        bundleID: String?, appAppleID: Int64?, environments: Set<AppStoreEnvironment>?
    ) -> ExpectedApp {
        ExpectedApp(checking: bundleID, appAppleID, environments)
    }

    /// Compares what a payload says with what is expected; only the claims of verified payloads tell anything.
    package func check(_ claims: IdentityClaims) throws(VerificationFailure) {
        if let bundleID, case .made(let found) = claims.bundleID, found != bundleID {
            throw VerificationFailure(.wrongBundleID(found: found, expected: bundleID))
        }
        if let appAppleID, claims.environment == AppStoreEnvironment.production.rawValue,
            case .made(let found) = claims.appAppleID, found != appAppleID
        {
            throw VerificationFailure(.wrongAppAppleID(found: found, expected: appAppleID))
        }
        if let environments,
            !environments.contains(where: { $0.rawValue == claims.environment })
        {
            throw VerificationFailure(.wrongEnvironment(found: claims.environment, accepted: environments))
        }
    }
}
