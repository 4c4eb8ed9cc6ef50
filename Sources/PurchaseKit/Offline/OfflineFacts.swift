// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// Facts of the store that were kept and verified again, judged without the store: a pure value.
struct OfflineFacts: Sendable {
    private var transactions: [String: JWSTransactionDecodedPayload] = [:]
    private var renewals: [String: JWSRenewalInfoDecodedPayload] = [:]

    /// When the store signed the latest of them.
    private(set) var latestSigning = Date.distantPast

    /// Takes up a fact; of two accounts of one thing the later signed one holds.
    mutating func take(_ transaction: JWSTransactionDecodedPayload) {
        guard let id = transaction.transactionId else { return }
        latestSigning = max(latestSigning, transaction.signedDate ?? .distantPast)
        if let known = transactions[id], (known.signedDate ?? .distantPast) > (transaction.signedDate ?? .distantPast) {
            return
        }
        transactions[id] = transaction
    }

    mutating func take(_ renewal: JWSRenewalInfoDecodedPayload) {
        guard let id = renewal.originalTransactionId else { return }
        latestSigning = max(latestSigning, renewal.signedDate ?? .distantPast)
        if let known = renewals[id], (known.signedDate ?? .distantPast) > (renewal.signedDate ?? .distantPast) {
            return
        }
        renewals[id] = renewal
    }

    /// What the facts give a right to at a time.
    func grants(at now: Date, leeway: Duration, access: AccessPolicy) -> [Grant] {
        let oneTime = transactions.values.filter { $0.rawType != Self.autoRenewable }.compactMap(grant)
        let subscriptions = Dictionary(grouping: transactions.values.filter { $0.rawType == Self.autoRenewable }) {
            $0.originalTransactionId ?? ""
        }
        let running = subscriptions.compactMap { original, periods in
            newest(periods).flatMap { grant($0, renewals[original], at: now, leeway, access) }
        }
        return (oneTime + running).sorted {
            ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID)
        }
    }

    private static let autoRenewable = ProductType.autoRenewableSubscription.rawValue

    private func newest(_ periods: [JWSTransactionDecodedPayload]) -> JWSTransactionDecodedPayload? {
        periods.max { ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast) }
    }

    private func grant(_ transaction: JWSTransactionDecodedPayload) -> Grant? {
        guard transaction.revocationDate == nil else { return nil }
        switch transaction.rawType {
        case ProductType.nonConsumable.rawValue: return Grant(transaction, .lifetime, end: nil)
        case ProductType.nonRenewingSubscription.rawValue: return Grant(transaction, .nonRenewing, end: nil)
        default: return nil
        }
    }

    private func grant(
        _ transaction: JWSTransactionDecodedPayload, _ renewal: JWSRenewalInfoDecodedPayload?, at now: Date,
        _ leeway: Duration, _ access: AccessPolicy
    ) -> Grant? {
        guard transaction.isUpgraded != true else { return nil }
        let state = SubscriptionState(transaction: transaction, renewalInfo: renewal)
        let kind = Grant.Kind.subscription(groupID: transaction.subscriptionGroupIdentifier ?? "")
        switch state.status {
        case .active, .billingGracePeriod:
            guard let end = state.accessEnd?.date else { return nil }
            // Only what was running well is believed to have renewed; a charge that failed once may fail again.
            let renews = state.status == .active && renewal?.autoRenewStatus == .on
            let last = renews ? end.addingTimeInterval(leeway / .seconds(1)) : end
            return now < last ? Grant(transaction, kind, end: end) : nil
        case .billingRetry:
            return access.billingRetry == .granted ? Grant(transaction, kind, end: nil) : nil
        case .expired, .revoked:
            return nil
        }
    }
}

extension Grant {
    fileprivate init?(_ transaction: JWSTransactionDecodedPayload, _ kind: Kind, end: Date?) {
        guard let productID = transaction.productId, let id = transaction.transactionId.flatMap({ UInt64($0) }),
            let purchaseDate = transaction.purchaseDate
        else { return nil }
        self.init(
            productID: productID, kind: kind, transactionID: id, purchaseDate: purchaseDate, accessEndDate: end,
            quantity: transaction.quantity.map(Int.init) ?? 1,
            isFamilyShared: transaction.rawInAppOwnershipType == InAppOwnershipType.familyShared.rawValue)
    }
}
