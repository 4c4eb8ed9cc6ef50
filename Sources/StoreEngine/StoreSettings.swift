// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreConfiguration

/// Whose store it is: what stands in every fact it writes.
package struct AppIdentity: Codable, Sendable, Hashable {
    /// The app's bundle identifier.
    package var bundleID: String
    /// The app's number in the App Store; it stands in facts of the production environment and of notifications.
    package var appAppleID: Int64?
    /// The environment that facts name.
    package var environment: AppStoreEnvironment
    /// The version of the app, as notifications and app transactions report it.
    package var version: String

    /// Creates an identity from all its parts.
    package init(bundleID: String, appAppleID: Int64? = nil, environment: AppStoreEnvironment, version: String = "1") {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environment = environment
        self.version = version
    }
}

/// The switches of a store, all of which a test may turn while it runs.
package struct StoreSettings: Codable, Sendable, Hashable {
    /// How fast subscriptions renew.
    package var timeRate: TimeRate = .realTime
    /// The storefront of accounts that do not choose one, ISO 3166-1 alpha-3.
    package var storefront: String = Storefront.unitedStates.countryCode
    /// The locale products are described in; `nil` means the storefront's own.
    package var locale: String?
    /// Whether every renewal fails to charge.
    package var billingRetryOnRenewal = false
    /// How long a customer keeps access after a failed renewal, in days; `nil` means there is no grace period.
    package var gracePeriodDays: Int?
    /// Whether every purchase in the app waits for approval.
    package var askToBuy = false
    /// Whether every purchase in the app is interrupted, and waits until that is resolved.
    package var interruptedPurchases = false
    /// What parts of StoreKit answer with instead of doing what they are for.
    package var simulatedErrors: [FailablePart: SimulatedError] = [:]

    /// Creates the settings of a store in real time without billing trouble.
    package init() {}

    /// Takes the settings of a configuration; a rate or storefront that is not known counts as not set.
    package init(_ settings: StoreKitConfiguration.Settings) {
        timeRate = TimeRate(rawValue: settings.timeRate) ?? .realTime
        if let storefront = settings.storefront.flatMap(Storefront.named) { self.storefront = storefront.countryCode }
        locale = settings.locale
        billingRetryOnRenewal = settings.billingRetryOnRenewalEnabled
        gracePeriodDays = settings.billingGracePeriodEnabled ? 16 : nil
        askToBuy = settings.askToBuyEnabled
        interruptedPurchases = settings.interruptedPurchasesEnabled
        simulatedErrors = SimulatedError.errors(in: settings)
    }
}

/// The numbers a store counts from.
package struct IdentifierScheme: Codable, Sendable, Hashable {
    /// The first transaction's identifier.
    package var firstTransaction: UInt64
    /// The first web order line item's identifier.
    package var firstOrderLine: UInt64

    /// Sixteen digits beginning with 2, as in Apple's sandbox.
    package static let sandbox = Self(firstTransaction: 2_000_000_000_000_001, firstOrderLine: 2_000_000_100_000_001)
    /// Fifteen digits beginning with 23, as in Production: an identifier of one environment is unknown in the other.
    package static let production = Self(firstTransaction: 230_000_000_000_001, firstOrderLine: 230_000_100_000_001)
    /// Counting from 0, as in Xcode.
    package static let xcode = Self(firstTransaction: 0, firstOrderLine: 0)

    /// The numbers of one of several apps, counted from 0, none of which another app has; the first has these.
    package func ofApp(_ number: Int) -> Self {
        // More than all transactions and pending purchases of a store.
        let distance = UInt64(number) * 10_000_000_000
        return Self(firstTransaction: firstTransaction + distance, firstOrderLine: firstOrderLine + distance)
    }
}
