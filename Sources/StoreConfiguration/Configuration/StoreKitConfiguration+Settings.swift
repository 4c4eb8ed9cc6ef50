// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension StoreKitConfiguration {
    /// How the store behaves; every value has the default that a file without it stands for.
    public struct Settings: Sendable, Hashable {
        /// The app's identifier at Apple; a file that is synchronized with App Store Connect has one.
        public var applicationInternalID: String?
        /// The team's identifier at Apple, in synchronized files.
        public var developerTeamID: String?
        /// When the file was last synchronized.
        public var lastSynchronizedDate: Date?
        /// The ISO 3166 alpha-3 code of the storefront; a file without one stands for `USA`.
        public var storefront: String?
        /// The locale whose localizations come first.
        public var locale: String?
        /// How fast time runs, as the raw value of StoreKitTest's time rate; 0 is real time.
        public var timeRate: Int
        /// The rates that readers of an older major version use, by that version.
        public var compatibilityTimeRates: [Int: Int]
        /// Whether every purchase fails.
        public var failTransactionsEnabled: Bool
        /// The error those purchases fail with, in files before 3.0: a raw code of StoreKit 1.
        public var storeKitError: Int?
        /// The errors to simulate, from version 3.0 on.
        public var storeKitErrors: [SimulatedError]
        /// Whether purchases wait for a parent's approval.
        public var askToBuyEnabled: Bool
        /// Whether purchases go through without asking.
        public var disableDialogs: Bool
        /// Whether a failed renewal leaves the customer access for a while.
        public var billingGracePeriodEnabled: Bool
        /// Whether purchases are interrupted (`_billingIssuesEnabled`).
        public var interruptedPurchasesEnabled: Bool
        /// Whether renewals enter billing retry (`_renewalBillingIssuesEnabled`).
        public var billingRetryOnRenewalEnabled: Bool

        /// Creates settings.
        public init(
            applicationInternalID: String? = nil, developerTeamID: String? = nil, lastSynchronizedDate: Date? = nil,
            storefront: String? = nil, locale: String? = nil, timeRate: Int = 0,
            compatibilityTimeRates: [Int: Int] = [:], failTransactionsEnabled: Bool = false, storeKitError: Int? = nil,
            storeKitErrors: [SimulatedError] = [], askToBuyEnabled: Bool = false, disableDialogs: Bool = false,
            billingGracePeriodEnabled: Bool = false, interruptedPurchasesEnabled: Bool = false,
            billingRetryOnRenewalEnabled: Bool = false
        ) {
            self.applicationInternalID = applicationInternalID
            self.developerTeamID = developerTeamID
            self.lastSynchronizedDate = lastSynchronizedDate
            self.storefront = storefront
            self.locale = locale
            self.timeRate = timeRate
            self.compatibilityTimeRates = compatibilityTimeRates
            self.failTransactionsEnabled = failTransactionsEnabled
            self.storeKitError = storeKitError
            self.storeKitErrors = storeKitErrors
            self.askToBuyEnabled = askToBuyEnabled
            self.disableDialogs = disableDialogs
            self.billingGracePeriodEnabled = billingGracePeriodEnabled
            self.interruptedPurchasesEnabled = interruptedPurchasesEnabled
            self.billingRetryOnRenewalEnabled = billingRetryOnRenewalEnabled
        }
    }

    /// An error that one part of StoreKit answers with while it is enabled.
    public struct SimulatedError: Sendable, Hashable {
        /// The chosen error: a family such as `generic` or `purchase`, and a position in it.
        public struct Selection: Sendable, Hashable {
            /// The family of errors.
            public var type: String
            /// The position in the family.
            public var index: Int

            /// Creates a selection.
            public init(type: String, index: Int) {
                self.type = type
                self.index = index
            }
        }

        /// The part of StoreKit in Xcode's words, `Load Products`.
        public var name: String
        /// Whether the error is simulated.
        public var isEnabled: Bool
        /// The chosen error, which stays chosen while it is not simulated.
        public var selection: Selection?

        /// Creates a simulated error.
        public init(name: String, isEnabled: Bool, selection: Selection? = nil) {
            self.name = name
            self.isEnabled = isEnabled
            self.selection = selection
        }
    }
}
