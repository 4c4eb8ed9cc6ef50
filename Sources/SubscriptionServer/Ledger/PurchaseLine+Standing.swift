// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation

/// What a line of purchases comes to at a moment.
package struct Standing: Sendable, Hashable {
    /// Whether the customer has access, and if not, why not.
    package var status: Status
    /// The product of the present or last period.
    package var productID: String?
    /// When the period ends; `nil` for purchases that do not end.
    package var periodEnd: StoreInstant?
    /// The first moment without access, if there is access now and it ends; in a grace period its end.
    package var accessEnd: StoreInstant?
    /// Whether the subscription is to renew; `nil` when that is not known or nothing renews.
    package var willRenew: Bool?
    /// What it renews into.
    package var renewsInto: String?
    /// Whether the period is known from its renewal info alone, so that its transaction should be asked for.
    package var isTransactionMissing: Bool
}

extension PurchaseLine {
    /// What the customer holds at a moment; `nil` when no transaction and no renewal info was seen.
    package func standing(at now: StoreInstant) -> Standing? {
        Standing(latest: latest, renewalInfo: renewalInfo?.payload, at: now)
    }
}

extension Standing {
    /// How the newest renewal info relates to the latest transaction.
    private enum Relation {
        /// It speaks of the transaction's period.
        case samePeriod(JWSRenewalInfoDecodedPayload)
        /// It speaks of a later period, whose transaction was not seen.
        case laterPeriod(JWSRenewalInfoDecodedPayload)
        /// There is none, or it is about a period before.
        case none
    }

    /// What a line's latest transaction and its newest renewal info come to; `nil` when there is neither.
    ///
    /// The state of the latest period decides: a refund of a period before changes nothing for the present one.
    init?(
        latest: JWSTransactionDecodedPayload?, renewalInfo: JWSRenewalInfoDecodedPayload?, at now: StoreInstant
    ) {
        guard let latest else {
            guard let renewalInfo else { return nil }
            self.init(fromRenewalInfoAlone: renewalInfo, at: now)
            return
        }
        switch Self.relation(of: renewalInfo, to: latest) {
        case .laterPeriod(let renewalInfo): self.init(fromRenewalInfoAlone: renewalInfo, at: now)
        case .samePeriod(let renewalInfo): self.init(latest, renewalInfo, at: now)
        case .none: self.init(latest, nil, at: now)
        }
    }

    /// Renewal dates tell: a renewal info names the end of the period that was current when it was signed.
    private static func relation(
        of renewalInfo: JWSRenewalInfoDecodedPayload?, to latest: JWSTransactionDecodedPayload
    ) -> Relation {
        guard let renewalInfo else { return .none }
        guard let renewal = renewalInfo.renewalDate, let end = latest.expiresDate else {
            // Older data has no renewal date: then what was signed before the transaction cannot know of it.
            let isOlder = (renewalInfo.signedDate ?? .distantPast) < (latest.purchaseDate ?? .distantPast)
            return isOlder ? .none : .samePeriod(renewalInfo)
        }
        if renewal > end { return .laterPeriod(renewalInfo) }
        return renewal < end ? .none : .samePeriod(renewalInfo)
    }

    private init(
        _ latest: JWSTransactionDecodedPayload, _ renewalInfo: JWSRenewalInfoDecodedPayload?, at now: StoreInstant
    ) {
        let state = SubscriptionState(transaction: latest, renewalInfo: renewalInfo)
        let isEntitled = state.isEntitled(at: now)
        self.init(
            status: state.status(at: now), productID: latest.productId,
            periodEnd: latest.expiresDate.map { StoreInstant($0) }, accessEnd: isEntitled ? state.accessEnd : nil,
            willRenew: renewalInfo?.willRenew, renewsInto: renewalInfo?.autoRenewProductId,
            isTransactionMissing: false)
    }

    private init(fromRenewalInfoAlone renewalInfo: JWSRenewalInfoDecodedPayload, at now: StoreInstant) {
        // A transaction of which nothing is known but when its period ends.
        var unseen = JWSTransactionDecodedPayload()
        unseen.productId = renewalInfo.productId
        unseen.expiresDate = renewalInfo.renewalDate
        self.init(unseen, renewalInfo, at: now)
        isTransactionMissing = true
    }
}

extension JWSRenewalInfoDecodedPayload {
    /// Whether the subscription is to renew; `nil` when it does not say or in a way that is not known.
    fileprivate var willRenew: Bool? {
        switch rawAutoRenewStatus {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
