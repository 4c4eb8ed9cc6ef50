// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct AnnouncementTests {
    static let all: [(NotificationTypeV2, Subtype?)] = {
        let types: [NotificationTypeV2] = [
            .subscribed, .didChangeRenewalPref, .didChangeRenewalStatus, .offerRedeemed, .didRenew, .expired,
            .didFailToRenew, .gracePeriodExpired, .priceIncrease, .refund, .refundDeclined, .consumptionRequest,
            .renewalExtended, .revoke, .test, .renewalExtension, .refundReversed, .externalPurchaseToken,
            .oneTimeCharge, .rescindConsent, .metadataUpdate, .migration, .priceChange,
        ]
        return types.flatMap { type in
            (type.mayLackSubtype ? [nil] : []).map { (type, $0) } + type.subtypes.map { (type, $0) }
        }
    }()

    @Test("Every type and subtype that Apple documents can be announced, signed like any other (case 41)")
    func announcesEverything() async throws {
        #expect(Self.all.count == 40)
        let store = try TestStore()
        let plan = try store.record(store.buy(Shop.monthly)).index
        let lamp = try store.record(store.buy(Shop.lamp)).index
        for (type, subtype) in Self.all {
            try store.host.announce(type, subtype, about: type == .oneTimeCharge ? lamp : plan)
        }
        await store.deliverAll()
        let entries = store.dispatcher.sent.entries(after: 2, limit: 100)
        #expect(entries.count == Self.all.count)
        for (entry, (type, subtype)) in zip(entries, Self.all) {
            let payload = try store.notification(store.dispatcher.sent.signedPayload(of: entry))
            #expect(payload.notificationType == type)
            #expect(payload.subtype == subtype)
            let parts: [Any?] = [payload.data, payload.summary, payload.externalPurchaseToken, payload.appData]
            #expect(parts.compactMap(\.self).count == 1, "\(type)")
            if let signed = payload.data?.signedTransactionInfo { _ = try store.transaction(signed) }
            if let signed = payload.data?.signedRenewalInfo { _ = try store.renewalInfo(signed) }
            #expect((payload.data?.signedTransactionInfo != nil) == (payload.data != nil && type != .test), "\(type)")
        }
    }

    @Test("A pair that Apple does not document is refused, and so is one about nothing")
    func refuses() throws {
        let store = try TestStore()
        let plan = try store.record(store.buy(Shop.monthly)).index
        let lamp = try store.record(store.buy(Shop.lamp)).index
        func code(
            _ type: NotificationTypeV2, _ subtype: Subtype?, _ transaction: TransactionIndex?
        ) -> Refusal.Code? {
            do throws(Refusal) {
                try store.host.announce(type, subtype, about: transaction)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(.refund, .upgrade, plan) == .invalidAction)
        #expect(code(.subscribed, nil, plan) == .invalidAction)
        #expect(code(.didRenew, nil, nil) == .unknownTransaction)
        #expect(code(.didRenew, nil, lamp) == .invalidAction)
        #expect(code(.oneTimeCharge, nil, plan) == .invalidAction)
        #expect(code(.didRenew, nil, plan) == nil)
    }
}
