// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import SignedData

/// An app whose purchases are kept, and whose word about them counts.
package struct AppRegistration: Sendable, Hashable {
    /// The app's bundle identifier.
    package var bundleID: String
    /// Apple's number for the app; without it, data from Production is not taken.
    package var appAppleID: Int64?
    /// Roots of local stores that count beside Apple's, each for one environment alone.
    package var localRoots: [AppStoreEnvironment: [Certificate]]

    /// Creates a registration.
    package init(
        bundleID: String, appAppleID: Int64? = nil, localRoots: [AppStoreEnvironment: [Certificate]] = [:]
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.localRoots = localRoots
    }

    /// The environments whose data is taken: Apple's two, and those that a local root was given for.
    package var environments: Set<AppStoreEnvironment> {
        var environments = Set(localRoots.keys).union([.sandbox])
        if appAppleID != nil { environments.insert(.production) }
        return environments
    }

    var expectation: ExpectedApp {
        ExpectedApp(bundleID: bundleID, appAppleID: appAppleID, environments: environments)
    }
}
