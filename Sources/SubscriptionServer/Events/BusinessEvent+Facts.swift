// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation

extension BusinessEvent {
    /// What a notification tells, for people who run a business.
    ///
    /// Types that are not known, and those that tell nothing of the kind, give no event; the notification is kept anyway.
    package static func events(
        of notification: ResponseBodyV2DecodedPayload, facts: SignedFacts
    ) -> [BusinessEvent] {
        let transaction = facts.transactions.first?.payload
        let renewalInfo = facts.renewalInfos.first?.payload
        guard notification.notificationType != .test else {
            let id = notification.notificationUUID ?? ""
            return [
                BusinessEvent(
                    kind: .test, key: "test/\(id)", date: notification.signedDate.map { StoreInstant($0) } ?? .zero,
                    environment: notification.data?.rawEnvironment, line: nil, transactionID: nil, productID: nil,
                    previousProductID: nil)
            ]
        }
        guard let transaction, let line = PurchaseLine.ID(transaction) else { return [] }
        let subject = Subject(
            transaction: transaction, renewalInfo: renewalInfo, line: line,
            signed: notification.signedDate.map { StoreInstant($0) } ?? .zero)
        return [subject.purchase].compactMap(\.self)
            + subject.events(of: notification.notificationType, notification.subtype)
    }

    /// What a transaction tells that comes by itself, from a customer's app or the store's history.
    package static func events(of transaction: JWSTransactionDecodedPayload) -> [BusinessEvent] {
        guard let line = PurchaseLine.ID(transaction) else { return [] }
        let signed = transaction.signedDate.map { StoreInstant($0) } ?? .zero
        let subject = Subject(transaction: transaction, renewalInfo: nil, line: line, signed: signed)
        return [subject.purchase, subject.refund].compactMap(\.self)
    }
}

/// The facts that events are made of.
private struct Subject {
    let transaction: JWSTransactionDecodedPayload
    let renewalInfo: JWSRenewalInfoDecodedPayload?
    let line: PurchaseLine.ID
    let signed: StoreInstant

    private var id: String { transaction.transactionId ?? line.originalTransactionID }

    /// That the transaction was made: every transaction is a purchase or a renewal, whatever else is told with it.
    var purchase: BusinessEvent? {
        let isFirst = id == line.originalTransactionID
        let date = transaction.purchaseDate.map { StoreInstant($0) } ?? signed
        return event(isFirst ? .initialPurchase : .renewal, at: date)
    }

    /// That the transaction was taken back, if it was.
    var refund: BusinessEvent? {
        guard let date = transaction.revocationDate.map({ StoreInstant($0) }) else { return nil }
        let isShared = transaction.inAppOwnershipType == .familyShared
        return event(isShared ? .revocation : .refund, at: date, of: date)
    }

    func events(of type: NotificationTypeV2?, _ subtype: Subtype?) -> [BusinessEvent] {
        switch type {
        case .didChangeRenewalStatus:
            // Only turns are told, so the date of the turn is what tells one from another.
            [event(subtype == .autoRenewEnabled ? .uncancellation : .cancellation, at: signed, of: signed)]
        case .didChangeRenewalPref: [productChange(subtype)]
        case .didFailToRenew: [event(.billingIssue, at: signed)]
        case .didRenew: subtype == .billingRecovery ? [event(.recovery, at: signed)] : []
        case .gracePeriodExpired: [event(.gracePeriodExpired, at: graceEnd)]
        case .expired: [event(.expiration, at: end)]
        case .refund, .revoke: [refund].compactMap(\.self)
        case .refundReversed: [event(.refundReversed, at: signed, of: signed)]
        case .offerRedeemed: [event(.offerRedeemed, at: signed)]
        case .priceIncrease: [event(.priceIncrease, at: signed, of: signed)]
        default: []
        }
    }

    private var graceEnd: StoreInstant { renewalInfo?.gracePeriodExpiresDate.map { StoreInstant($0) } ?? signed }

    private var end: StoreInstant { transaction.expiresDate.map { StoreInstant($0) } ?? signed }

    private func productChange(_ subtype: Subtype?) -> BusinessEvent {
        // An upgrade has happened: the transaction is of the new product. Everything else is for the next period.
        let chosen = subtype == .upgrade ? transaction.productId : renewalInfo?.autoRenewProductId
        let before = subtype == .upgrade ? nil : renewalInfo?.productId ?? transaction.productId
        return event(.productChange, at: signed, of: signed, product: chosen, previous: before)
    }

    /// - Parameter date: What tells the event from others of its kind about the same transaction, if there can be any.
    private func event(
        _ kind: BusinessEvent.Kind, at moment: StoreInstant, of date: StoreInstant? = nil, product: String? = nil,
        previous: String? = nil
    ) -> BusinessEvent {
        let parts = [kind.rawValue, line.environment, id] + (date.map { [String($0.milliseconds)] } ?? [])
        return BusinessEvent(
            kind: kind, key: parts.joined(separator: "/"), date: moment, environment: line.environment, line: line,
            transactionID: id,
            productID: product ?? transaction.productId, previousProductID: previous)
    }
}

extension StoreInstant {
    fileprivate static let zero = StoreInstant(milliseconds: 0)
}
