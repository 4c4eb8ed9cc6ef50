// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct StoreServiceTests {
    @Test("A device learns whose store it talks to")
    func connect() async throws {
        let fixture = try await HostFixture()
        let answer = try await fixture.host.connect(ConnectRequest(device: fixture.device))
        #expect(answer.bundleID == "com.example.shop")
        #expect(answer.environment == "Sandbox")
        #expect(answer.storefront.countryCode == "USA")
        #expect(answer.storefront.currency == "USD")
    }

    @Test("A device that never connected is told so")
    func unknownDevice() async throws {
        let fixture = try await HostFixture()
        let failure = await #expect(throws: StoreFailure.self) {
            try await fixture.host.changes(ChangesRequest(device: UUID()))
        }
        #expect(failure?.code == .unknownDevice)
    }

    @Test("Products come in the order asked for, without those that are not sold, in the store's language")
    func products() async throws {
        let fixture = try await HostFixture()
        var settings = StoreSettings()
        settings.locale = "it_IT"
        try fixture.host.perform(.configure(settings))
        let request = ProductsRequest(device: fixture.device, identifiers: ["monthly", "nothing", "coins"])
        let products = try await fixture.host.products(request).products
        #expect(products.map(\.id) == ["monthly", "coins"])
        #expect(products.last?.displayName == "Monete")
        #expect(products.first?.subscription?.period == "P1M")
        #expect(products.first?.subscription?.groupDisplayName == "Plus")
    }

    @Test("A purchase is answered with a signed transaction that is bound to the device")
    func purchase() async throws {
        let fixture = try await HostFixture()
        let payload = try fixture.transaction(try await fixture.buy("monthly").jws)
        #expect(payload.productId == "monthly")
        #expect(payload.bundleId == "com.example.shop")
        let nonce = try #require(payload.deviceVerificationNonce)
        let text = (nonce.uuidString + fixture.device.uuidString).lowercased()
        #expect(payload.deviceVerification == Data(SHA384.digest(text.utf8)).base64EncodedString())
    }

    @Test(
        "A refused purchase says why",
        arguments: [("nothing", 1, StoreFailure.Code.productUnavailable), ("monthly", 2, .invalidQuantity)])
    func refusedPurchase(productID: String, quantity: Int, code: StoreFailure.Code) async throws {
        let fixture = try await HostFixture()
        let request = PurchaseRequest(device: fixture.device, productID: productID, quantity: quantity)
        let failure = await #expect(throws: StoreFailure.self) { try await fixture.host.purchase(request) }
        #expect(failure?.code == code)
    }

    @Test("Changes come once, in order, in their newest form; a cursor of another history brings everything")
    func changes() async throws {
        let fixture = try await HostFixture()
        let bought = try fixture.transaction(try await fixture.buy("coins").jws)
        _ = try await fixture.buy("monthly")
        let first = try await fixture.changes()
        #expect(first.isComplete)
        #expect(try first.transactions.map { try fixture.transaction($0.jws).productId } == ["coins", "monthly"])
        #expect(first.renewalInfos.count == 1)
        #expect(first.storefront != nil)

        let nothing = try await fixture.changes(after: first.cursor)
        #expect(nothing == ChangesAnswer(cursor: first.cursor, isComplete: false))

        let id = try #require(bought.transactionId)
        try await fixture.host.finish(FinishRequest(device: fixture.device, transactionID: id))
        let second = try await fixture.changes(after: first.cursor)
        #expect(second.transactions.map(\.isFinished) == [true])
        #expect(second.renewalInfos.isEmpty)

        let foreign = ChangeCursor(epoch: "another", revision: 1000)
        #expect(try await fixture.changes(after: foreign).isComplete)
    }

    @Test("What a device bought is announced to the account's other devices only")
    func announcements() async throws {
        let fixture = try await HostFixture()
        let tablet = UUID()
        _ = try await fixture.host.connect(ConnectRequest(device: tablet))
        _ = try await fixture.buy("monthly")
        #expect(try await fixture.changes().transactions.map(\.isAnnounced) == [false])
        #expect(try await fixture.changes(on: tablet).transactions.map(\.isAnnounced) == [true])
    }

    @Test("Renewals, refunds and purchases outside the app are announced; finished transactions are not")
    func outsideChanges() async throws {
        let fixture = try await HostFixture()
        let account = fixture.host.account()
        _ = try await fixture.buy("monthly")
        var cursor = try await fixture.changes().cursor
        fixture.host.advance(by: HostFixture.month)
        let renewal = try await fixture.changes(after: cursor)
        #expect(renewal.transactions.map(\.isAnnounced) == [true])
        cursor = renewal.cursor
        try fixture.host.perform(.purchase(.init(account: account, productID: "coins")))
        let outside = try await fixture.changes(after: cursor)
        #expect(outside.transactions.map(\.isAnnounced) == [true])
        let coins = try fixture.transaction(try #require(outside.transactions.first).jws)
        try await fixture.host.finish(
            FinishRequest(device: fixture.device, transactionID: try #require(coins.transactionId)))
        #expect(try await fixture.changes(after: cursor).transactions.map(\.isAnnounced) == [false])
    }

    @Test("A cleared history begins a new epoch without the old transactions")
    func clearedHistory() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("coins")
        let before = try await fixture.changes()
        try fixture.host.perform(.clearHistory(account: fixture.host.account()))
        let after = try await fixture.changes(after: before.cursor)
        #expect(after.isComplete)
        #expect(after.transactions.isEmpty)
        #expect(after.cursor.epoch != before.cursor.epoch)
    }

    @Test("Finishing what is unknown or finished is no error")
    func finish() async throws {
        let fixture = try await HostFixture()
        let payload = try fixture.transaction(try await fixture.buy("coins").jws)
        for id in [try #require(payload.transactionId), payload.transactionId ?? "", "9", "abc", ""] {
            try await fixture.host.finish(FinishRequest(device: fixture.device, transactionID: id))
        }
    }

    @Test("Accounts of different names have histories of their own")
    func accounts() async throws {
        let fixture = try await HostFixture()
        let other = UUID()
        _ = try await fixture.host.connect(ConnectRequest(device: other, account: "somebody else"))
        _ = try await fixture.buy("coins")
        #expect(try await fixture.changes(on: other).transactions.isEmpty)
    }

    @Test("The app transaction names the app and is bound to the device")
    func appTransaction() async throws {
        let fixture = try await HostFixture()
        let jws = try await fixture.host.appTransaction(AppTransactionRequest(device: fixture.device)).jws
        let payload: AppTransaction = try fixture.verifier.verify(jws).payload
        #expect(payload.bundleId == "com.example.shop")
        #expect(payload.receiptType == .sandbox)
        #expect(payload.deviceVerificationNonce != nil)
    }
}
