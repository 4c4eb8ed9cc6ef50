// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

extension Engine {
    /// Announces a type and subtype that nothing caused, about a transaction as it is.
    mutating func announce(
        _ type: NotificationTypeV2, _ subtype: Subtype?, about transaction: TransactionIndex?, emit: Emit
    ) throws(Refusal) -> UUID {
        guard subtype.map({ type.subtypes.contains($0) }) ?? type.mayLackSubtype else {
            let known = type.subtypes.map(\.rawValue) + (type.mayLackSubtype ? ["none"] : [])
            throw Refusal(
                .invalidAction, "Apple documents no \(type.rawValue) with the subtype \(subtype?.rawValue ?? "none")",
                fix: "Give one of these subtypes: \(known.joined(separator: ", ")).")
        }
        switch (type, subtype) {
        case (.test, _):
            return notify(.test, nil, emit: emit)
        case (.externalPurchaseToken, let subtype):
            let token = makeToken(subtype == .unreported ? nil : .services) { _ in }
            return notify(type, subtype, detail: .externalPurchaseToken(token), emit: emit)
        case (.renewalExtension, .summary):
            return notify(type, subtype, detail: .extensionSummary(try madeUpSummary(about: transaction)), emit: emit)
        case (.rescindConsent, _):
            return notify(type, subtype, detail: .consent(try record(transaction, for: type).account), emit: emit)
        case (.consumptionRequest, _):
            return try notify(
                type, subtype, about: record(transaction, for: type), detail: .consumption(.other), emit: emit)
        default:
            return try notify(type, subtype, about: record(transaction, for: type), emit: emit)
        }
    }

    private mutating func notify(
        _ type: NotificationTypeV2, _ subtype: Subtype?, about record: TransactionRecord,
        detail: NotificationRecord.Detail? = nil, emit: Emit
    ) -> UUID {
        let subscription = record.subscription.map { self[$0] }
        return notify(type, subtype, transaction: record, subscription: subscription, detail: detail, emit: emit)
    }

    private func record(
        _ transaction: TransactionIndex?, for type: NotificationTypeV2
    ) throws(Refusal) -> TransactionRecord {
        guard let transaction else {
            throw Refusal(
                .unknownTransaction, "\(type.rawValue) is about a transaction, and none is given", fix: "Name one.")
        }
        try check(transaction)
        let record = self[transaction]
        let isForOthers = type == .oneTimeCharge
        let isForAll = Self.typesOfEverything.contains(type)
        guard isForAll || isForOthers == (record.subscription == nil) else {
            throw Refusal(
                .invalidAction,
                "\(type.rawValue) is not announced of \(catalogue[record.product].product.id)",
                fix: isForOthers ? "Name a transaction of something else." : "Name a transaction of a subscription.")
        }
        return record
    }

    /// What is announced of subscriptions and of everything else.
    private static var typesOfEverything: Set<NotificationTypeV2> {
        [.refund, .refundDeclined, .refundReversed, .consumptionRequest, .revoke, .rescindConsent]
    }

    private mutating func madeUpSummary(about transaction: TransactionIndex?) throws(Refusal) -> ExtensionSummary {
        var product: String?
        if let transaction {
            product = catalogue[try record(transaction, for: .renewalExtension).product].product.id
        }
        return ExtensionSummary(
            requestIdentifier: random.nextUUID().uuidString.lowercased(),
            productID: product ?? catalogue.items.first?.product.id ?? "", storefronts: nil, completedAt: now,
            succeeded: 1, failed: 0)
    }
}
