// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Product.SubscriptionInfo {
    /// Whether a subscription runs, and if not, why.
    ///
    /// The set is open.
    ///
    /// ``subscribed`` and ``inGracePeriod`` give access, the others do not.
    public struct RenewalState: RawRepresentable, Hashable, Sendable {
        /// The number that Apple's servers give the state.
        public let rawValue: Int

        /// Creates a state from its number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Paid and running.
        public static let subscribed = Self(rawValue: 1)
        /// Ended.
        public static let expired = Self(rawValue: 2)
        /// Unpaid, without access, while the store retries the charge.
        public static let inBillingRetryPeriod = Self(rawValue: 3)
        /// Unpaid, with access, while the store retries the charge.
        public static let inGracePeriod = Self(rawValue: 4)
        /// Refunded, or access through Family Sharing lost.
        public static let revoked = Self(rawValue: 5)

        /// The state in words.
        public var localizedDescription: String {
            switch self {
            case .subscribed: "Subscribed"
            case .expired: "Expired"
            case .inBillingRetryPeriod: "In Billing Retry Period"
            case .inGracePeriod: "In Grace Period"
            case .revoked: "Revoked"
            default: "Unknown (\(rawValue))"
            }
        }
    }
}
