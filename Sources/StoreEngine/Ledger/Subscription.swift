// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
import StoreConfiguration

/// One customer's history in one subscription group, and what happens next in it.
package struct Subscription: Codable, Sendable, Hashable {
    package let index: SubscriptionIndex
    package let account: AccountID
    package let groupID: String
    package let original: TransactionIndex
    /// The transaction of the current period, or of the last one.
    package internal(set) var latest: TransactionIndex
    /// The product of the current period, or of the last one.
    package internal(set) var product: Catalogue.ProductIndex
    package internal(set) var state: State
    /// Whether the customer lets it renew.
    package internal(set) var autoRenews: Bool
    /// What it renews into: another product when a change waits for the end of the period.
    package internal(set) var nextProduct: Catalogue.ProductIndex
    /// The beginning that period ends are counted from.
    package internal(set) var anchor: Anchor
    /// The offers that coming payments get, next first.
    package internal(set) var offers: [PlannedOffer] = []
    /// The year that is paid by the month, if it is.
    package internal(set) var commitment: Commitment?
    /// How it is billed from the renewal on.
    package internal(set) var nextPlan: BillingPlanType = .billedUpfront
    /// When the customer's present time as a subscriber began; lapses of 60 days and less do not end it.
    package internal(set) var recentStart: StoreInstant
    package internal(set) var appAccountToken: UUID?
    /// How often it has renewed since it was bought.
    package internal(set) var renewals: Int32 = 0
    /// The entry of the deadline queue that counts; older ones are stale.
    var deadline: Int64?
    /// Whether the customer has it through a family member, who alone can change it.
    package internal(set) var isFamilyShared = false

    /// Period ends are counted from one moment, so that a short month does not shift the ones after it.
    package struct Anchor: Codable, Sendable, Hashable {
        package var start: StoreInstant
        /// Periods since then.
        package var periods: Int
    }
}

/// Where a subscription stands.
extension Subscription {
    package enum State: Codable, Sendable, Hashable {
        /// Paid, or free by an offer, until a moment.
        case active(until: StoreInstant)
        /// The renewal due at a moment failed; the customer keeps access until another, and billing is tried until a third.
        case gracePeriod(due: StoreInstant, until: StoreInstant, retryUntil: StoreInstant)
        /// The renewal due at a moment failed; the customer has no access while billing is tried.
        case billingRetry(due: StoreInstant, until: StoreInstant)
        /// Over, and why.
        case expired(at: StoreInstant, reason: ExpirationIntent)
        /// Taken back.
        case revoked(at: StoreInstant)

        /// When the state ends by itself.
        package var deadline: StoreInstant? {
            switch self {
            case .active(let until), .gracePeriod(_, let until, _), .billingRetry(_, let until): until
            case .expired, .revoked: nil
            }
        }

        /// Whether the customer has access.
        package var isEntitled: Bool {
            switch self {
            case .active, .gracePeriod: true
            case .billingRetry, .expired, .revoked: false
            }
        }

        /// The state as the Server API numbers it.
        package var status: Status {
            switch self {
            case .active: .active
            case .gracePeriod: .billingGracePeriod
            case .billingRetry: .billingRetry
            case .expired: .expired
            case .revoked: .revoked
            }
        }
    }
}
