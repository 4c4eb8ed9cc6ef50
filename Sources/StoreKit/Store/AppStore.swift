// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The store itself.
public enum AppStore: Sendable {
    /// Whether the customer may buy.
    ///
    /// Stores of OpenStoreKit refuse single purchases, never the device: always true.
    public static var canMakePayments: Bool { true }

    /// The identifier of this device, hashed into everything the store signs for it; `nil` without a store.
    public static var deviceVerificationID: UUID? { (try? StoreCenter.current.connectedClient())?.device }

    /// Asks the store for everything the customer owns.
    ///
    /// StoreKit keeps up to date by itself; this is for a button that says "Restore Purchases".
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func sync() async throws {
        try await StoreCenter.current.sync()
    }

    /// The age rating that the account is limited to; the store limits nobody.
    public static var ageRatingCode: Int? {
        get async { nil }
    }

    /// A kind of store.
    ///
    /// The set is open.
    public struct Environment: RawRepresentable, Hashable, Sendable {
        /// The kind as signed data spells it.
        public let rawValue: String

        /// Creates a kind from its spelling in signed data.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Where real money is paid.
        public static let production = Self(rawValue: "Production")
        /// Where testers buy without paying.
        public static let sandbox = Self(rawValue: "Sandbox")
        /// A store for automated tests, such as that of `SKTestSession`.
        public static let xcode = Self(rawValue: "Xcode")
    }

    /// A platform that apps are bought on.
    ///
    /// The set is open.
    public struct Platform: RawRepresentable, Hashable, Sendable {
        /// The platform as signed data spells it.
        public let rawValue: String

        /// Creates a platform from its spelling in signed data.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// iPhone and iPad.
        public static let iOS = Self(rawValue: "iOS")
        /// Mac.
        public static let macOS = Self(rawValue: "macOS")
        /// Apple TV.
        public static let tvOS = Self(rawValue: "tvOS")
        /// Apple Vision Pro.
        public static let visionOS = Self(rawValue: "visionOS")
        /// Any platform, given to the customer by an organisation.
        public static var managed: Self { Self(rawValue: "managed") }
    }
}
