// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

extension SubscriptionStatusChecker {
    /// How the customer stands in a subscription group.
    public struct SubscriptionStatus: Hashable, Sendable {
        /// The kinds of standing.
        public enum State: String, Hashable, Sendable {
            /// The customer never subscribed.
            case none
            /// It could not be found out; keep what was known before.
            case unknown
            /// Paid and running.
            case subscribed
            /// The charge failed; access goes on while the store retries.
            case inGracePeriod
            /// The charge failed and the store retries; access is a matter of ``AccessPolicy``.
            case inBillingRetry
            /// Ended.
            case expired
            /// Refunded, or not shared with the customer any more.
            case revoked
        }

        /// What the store will do at the end of the period.
        public struct Renewal: Hashable, Sendable {
            /// The product of the next period.
            public let productID: String
            /// When the next period begins.
            public let date: Date?
            /// What it will cost, offers counted in.
            public let price: Decimal?
            /// The currency of the price.
            public let currency: Locale.Currency?
            /// The offer that sets the price.
            public let offer: Transaction.Offer?
        }

        /// How the customer stands.
        public let state: State
        /// Whether the customer has access.
        public let isActive: Bool
        /// The product; `nil` if the customer never subscribed or it could not be found out.
        public let productID: String?
        /// The subscription group.
        public let groupID: String
        /// When the paid period ends, or ended.
        public let expirationDate: Date?
        /// When access ends unless something happens: in a grace period later than ``expirationDate``.
        public let accessEndDate: Date?
        /// What comes next; `nil` when it does not renew.
        public let renewal: Renewal?
        /// Whether the customer has it through Family Sharing.
        public let isFamilyShared: Bool
        /// Why it ended.
        public let expirationReason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason?
        /// Whether the customer has to agree to a higher price or lose the subscription.
        public let needsPriceConsent: Bool
        /// The win-back offers the customer may take, the best one first.
        public let eligibleWinBackOfferIDs: [String]
        /// The newest transaction.
        public let transactionID: UInt64?

        /// Whether it renews.
        public var willRenew: Bool { renewal != nil }
        /// Whether another product follows.
        public var changesPlan: Bool { renewal.map { $0.productID != productID } ?? false }
    }
}

extension SubscriptionStatusChecker.SubscriptionStatus {
    /// A standing about which nothing is known but the state.
    init(_ state: State, groupID: String) {
        self.init(
            state: state, isActive: false, productID: nil, groupID: groupID, expirationDate: nil, accessEndDate: nil,
            renewal: nil, isFamilyShared: false, expirationReason: nil, needsPriceConsent: false,
            eligibleWinBackOfferIDs: [], transactionID: nil)
    }

    init(_ reading: StatusReading, groupID: String, policy: AccessPolicy) {
        self.init(
            state: reading.standing, isActive: reading.isActive(policy), productID: reading.productID,
            groupID: groupID, expirationDate: reading.expirationDate, accessEndDate: reading.accessEndDate(policy),
            renewal: reading.renewal, isFamilyShared: reading.isFamilyShared,
            expirationReason: reading.expirationReason, needsPriceConsent: reading.needsPriceConsent,
            eligibleWinBackOfferIDs: reading.eligibleWinBackOfferIDs, transactionID: reading.transactionID)
    }

    /// Chooses among the statuses of a group: one that gives access before others, a higher level of service before a
    /// lower one, the customer's own before a family member's, and what lasts longer.
    ///
    /// - Parameters:
    ///   - readings: The statuses that can be relied on.
    ///   - hasOthers: Whether there are more, which cannot.
    ///   - levels: The levels of service by product; a lower number is a higher level.
    init(
        choosingFrom readings: [StatusReading], hasOthers: Bool, groupID: String, levels: [String: Int],
        policy: AccessPolicy
    ) {
        func rank(_ reading: StatusReading) -> [Double] {
            let isActive = reading.isActive(policy)
            let level = levels[reading.productID].map { -Double($0) } ?? -.infinity
            return [
                isActive ? 1 : 0,
                // Where nothing gives access the customer's own is what matters, whatever its level.
                isActive ? level : 0, reading.isFamilyShared ? 0 : 1, reading.standing.rank,
                (reading.accessEndDate(policy) ?? reading.expirationDate ?? .distantPast).timeIntervalSince1970,
            ]
        }
        guard let best = readings.max(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) else {
            self.init(hasOthers ? .unknown : .none, groupID: groupID)
            return
        }
        self.init(best, groupID: groupID, policy: policy)
    }
}

extension SubscriptionStatusChecker.SubscriptionStatus.State {
    fileprivate var rank: Double {
        switch self {
        case .subscribed: 6
        case .inGracePeriod: 5
        case .inBillingRetry: 4
        case .expired: 3
        case .revoked: 2
        case .unknown: 1
        case .none: 0
        }
    }
}
