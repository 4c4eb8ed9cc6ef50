// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct AnnouncementTests {
    private func payload(of record: NotificationRecord?, in shop: Shop) throws -> ResponseBodyV2DecodedPayload {
        let record = try #require(record)
        return shop.engine.payload(
            of: record, signedTransaction: nil, signedRenewalInfo: nil, signedAppTransaction: "a",
            signedAt: record.date)
    }

    @Test("A custom link's token has a kind and an end, and is told of")
    func customLinkToken() throws {
        var shop = try Shop()
        let id = try shop.makeToken(.acquisition)
        let token = try #require(try payload(of: shop.notificationRecords.last, in: shop).externalPurchaseToken)
        #expect(token.externalPurchaseId == id)
        #expect(id.hasPrefix("SANDBOX"))
        #expect(token.tokenType == .acquisition)
        #expect(token.tokenCreationDate == Shop.opening.milliseconds)
        #expect(token.tokenExpirationDate == instant("2026-07-31T10:00:00Z").milliseconds)
        #expect(token.bundleId == "com.example.shop")
        #expect(token.appAppleId == 1234)
    }

    @Test("Another token is made in silence, has no end, and is not reminded of")
    func otherToken() throws {
        var shop = try Shop()
        let id = try shop.makeToken(nil)
        #expect(shop.notifications == [])
        let refusal = #expect(throws: Refusal.self) {
            try shop.perform(.announce(.remindOfExternalPurchaseToken(id: id)))
        }
        #expect(refusal?.code == .invalidAction)
        try shop.perform(.announce(.missReportOfExternalPurchaseToken(id: id)))
        let token = try #require(try payload(of: shop.notificationRecords.last, in: shop).externalPurchaseToken)
        #expect(token.tokenType == nil)
        #expect(token.tokenExpirationDate == nil)
    }

    @Test("A token is reminded of until it ends, and an unknown one never")
    func reminders() throws {
        var shop = try Shop()
        let id = try shop.makeToken(.services)
        shop.advance(to: "2027-01-31T09:59:59Z")
        try shop.perform(.announce(.remindOfExternalPurchaseToken(id: id)))
        shop.advance(to: "2027-01-31T10:00:00Z")
        for id in [id, "unknown"] {
            let refusal = #expect(throws: Refusal.self) {
                try shop.perform(.announce(.remindOfExternalPurchaseToken(id: id)))
            }
            #expect(refusal?.code == .invalidAction)
        }
    }

    @Test("Withdrawn consent names the app and carries its app transaction")
    func consent() throws {
        var shop = try Shop()
        try shop.perform(.announce(.rescindConsent(account: shop.customer)))
        let record = try #require(shop.notificationRecords.last)
        let payload = try payload(of: record, in: shop)
        #expect(
            payload.appData
                == AppData(
                    appAppleId: 1234, bundleId: "com.example.shop", environment: .sandbox,
                    signedAppTransactionInfo: "a"))
        let app = try #require(shop.engine.appTransaction(of: record, signedAt: record.date))
        #expect(app.appTransactionId == shop.engine[shop.customer].appTransactionID)
        #expect(app.applicationVersion == nil)
    }

    @Test("A lapse without a name ends the period at once, with intent 5")
    func lapse() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        shop.advance(to: "2026-02-10T00:00:00Z")
        let index = try shop.subscription.index
        try shop.perform(.announce(.lapse(subscription: index)))
        #expect(try shop.renewalInfo.expirationIntent == .other)
        #expect(try shop.latest.expiresDate == shop.engine.now)
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.announce(.lapse(subscription: index))) }
        #expect(refusal?.code == .invalidAction)
    }
}
