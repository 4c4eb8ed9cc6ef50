// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import SignedData
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct SaleTests {
    @Test("Devices see a new price at once, and what is withdrawn not at all")
    func products() async throws {
        let fixture = try await HostFixture()
        let request = ProductsRequest(device: fixture.device, identifiers: ["coins", "monthly"])
        try fixture.host.perform(.sale(.setPrice(.init(productID: "coins", price: 1490, storefronts: ["USA"]))))
        try fixture.host.perform(.sale(.setPrice(.init(productID: "monthly", price: 1, storefronts: ["JPN"]))))
        #expect(try await fixture.host.products(request).products.map(\.price) == [1490, 9990])
        try fixture.host.perform(.sale(.withdraw(productID: "coins")))
        #expect(try await fixture.host.products(request).products.map(\.id) == ["monthly"])
    }

    @Test("An extended or reinstated purchase is announced to the customer's devices")
    func announced() async throws {
        let fixture = try await HostFixture()
        let jws = try await fixture.buy("monthly").jws
        let id = try #require(try fixture.transaction(jws).transactionId)
        let record = try #require(fixture.host.read { $0.transaction(identifier: id) })
        let subscription = try #require(record.subscription)
        let commands: [Command] = [
            .extend(.one(subscription: subscription, .init(days: 3, requestIdentifier: "r"))),
            .refund(transaction: record.index, reason: .refundedForOtherReason),
            .refundDesk(.reverse(transaction: record.index)),
        ]
        for command in commands {
            let cursor = try await fixture.changes().cursor
            try fixture.host.perform(command)
            let changes = try await fixture.changes(after: cursor).transactions
            #expect(changes.map(\.isAnnounced) == [true])
        }
    }

    @Test("Withdrawn consent carries a signed app transaction")
    func consent() async throws {
        let fixture = try await HostFixture()
        var notifications = fixture.host.notifications().makeAsyncIterator()
        try fixture.host.perform(.announce(.rescindConsent(account: fixture.host.account())))
        let draft = try #require(await notifications.next())
        let body: ResponseBodyV2DecodedPayload = try fixture.verifier.verify(fixture.host.signer.sign(draft)).payload
        #expect(body.data == nil)
        let jws = try #require(body.appData?.signedAppTransactionInfo)
        let app: AppTransaction = try fixture.verifier.verify(jws).payload
        #expect(app.bundleId == "com.example.shop")
        #expect(app.appTransactionId != nil)
    }
}
