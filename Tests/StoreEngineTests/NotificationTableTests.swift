// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct NotificationTableTests {
    @Test("A row's history sends the row's notification and nothing besides", arguments: NotificationRow.all)
    func row(_ row: NotificationRow) throws {
        var shop = try Shop(configuration: row.configuration)
        try row.before(&shop)
        _ = shop.takeEffects()
        try row.history(&shop)
        #expect(row.sent.contains(row.name))
        #expect(shop.notifications == row.sent)
    }

    @Test("Every notification carries what its type carries, and just that", arguments: NotificationRow.all)
    func payload(_ row: NotificationRow) throws {
        var shop = try Shop(configuration: row.configuration)
        try row.before(&shop)
        try row.history(&shop)
        for record in shop.notificationRecords {
            let payload = shop.engine.payload(
                of: record, signedTransaction: record.transaction.map { _ in "t" },
                signedRenewalInfo: record.renewal.map { _ in "r" }, signedAppTransaction: "a", signedAt: record.date)
            let parts: [String?] = [
                payload.data.map { _ in "data" }, payload.summary.map { _ in "summary" },
                payload.externalPurchaseToken.map { _ in "externalPurchaseToken" },
                payload.appData.map { _ in "appData" },
            ]
            let expected =
                switch (record.type, record.subtype) {
                case (.renewalExtension, .summary): "summary"
                case (.externalPurchaseToken, _): "externalPurchaseToken"
                case (.rescindConsent, _): "appData"
                default: "data"
                }
            #expect(parts.compactMap(\.self) == [expected])
            guard let data = payload.data else { continue }
            let isRenewable = record.transaction?.expiresDate != nil
            #expect((data.signedTransactionInfo == nil) == (record.type == .test))
            #expect((data.signedRenewalInfo != nil) == isRenewable)
            #expect((data.status != nil) == isRenewable)
            #expect((data.consumptionRequestReason != nil) == (record.type == .consumptionRequest))
        }
    }

    @Test("The rows are the whole table")
    func complete() {
        let covered = Set(NotificationRow.all.map(\.name))
        #expect(NotificationRow.documented.count == 40)
        #expect(covered == Set(NotificationRow.documented))
    }
}
