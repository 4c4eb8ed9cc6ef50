// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct TransactionTests {
    @Test("A transaction is what the ledger says, signed and without anything of a device")
    func answersTransaction() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.coins, quantity: 3)
        let answer = try await store.server("/inApps/v1/transactions/\(id)")
        #expect(answer.status == 200)
        #expect(answer.contentType == "application/json")
        let payload = try store.transaction(answer.decode(TransactionInfoResponse.self).signedTransactionInfo)
        #expect(try payload == store.expected(id))
        #expect(payload.quantity == 3)
        #expect(payload.deviceVerification == nil)
        #expect(payload.deviceVerificationNonce == nil)
    }

    @Test("An unknown transaction is 4040010 in exactly the App Store's form")
    func refusesUnknown() async throws {
        let store = try TestStore()
        let answer = try await store.server("/inApps/v1/transactions/9999999999999999")
        #expect(answer.status == 404)
        #expect(answer.contentType == "application/json")
        #expect(
            answer.body == Data(#"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#.utf8))
    }

    @Test(
        "A malformed identifier is 4000006 wherever one is asked for",
        arguments: [
            "/inApps/v1/transactions/", "/inApps/v1/transactions/appTransactions/", "/inApps/v1/history/",
            "/inApps/v2/history/", "/inApps/v1/subscriptions/", "/inApps/v2/refund/lookup/",
        ], ["abc", "-1", "+1", "1.0", "12345678901234567890123", "%EF%BC%91", "1%202"])
    func refusesMalformed(path: String, id: String) async throws {
        let answer = try await TestStore().server(path + id)
        #expect(answer.status == 400)
        #expect(answer.errorCode == 4_000_006)
    }

    @Test("An app transaction is no transaction: 4000048")
    func refusesAppTransaction() async throws {
        let store = try TestStore()
        let id = try store.appTransactionID(buying: Shop.lamp)
        #expect(try await store.server("/inApps/v1/transactions/\(id)").errorCode == 4_000_048)
        #expect(try await store.server("/inApps/v1/transactions/\(id)/finish", method: .post).errorCode == 4_000_048)
    }

    @Test("Finishing marks the transaction as delivered, also twice")
    func finishes() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.coins)
        for _ in 1...2 {
            let answer = try await store.server("/inApps/v1/transactions/\(id)/finish", method: .post)
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
            #expect(try store.record(id).isFinished)
        }
        let unknown = try await store.server("/inApps/v1/transactions/9999999999999999/finish", method: .post)
        #expect(unknown.errorCode == 4_040_010)
    }

    @Test("The app transaction is found by any identifier of the customer")
    func answersAppTransaction() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        let appTransactionID = try store.appTransactionID(buying: Shop.coins)
        for any in [id, appTransactionID] {
            let answer = try await store.server("/inApps/v1/transactions/appTransactions/\(any)")
            let jws = try answer.decode(AppTransactionInfoResponse.self).signedAppTransactionInfo
            let payload: AppTransaction = try store.verifier.verify(#require(jws)).payload
            #expect(payload.appTransactionId == appTransactionID)
            // As every download in the Sandbox, and without what only a device knows.
            #expect(payload.originalApplicationVersion == "1.0")
            #expect(payload.originalPurchaseDate == Date(timeIntervalSince1970: 1_375_340_400))
            #expect(payload.applicationVersion == nil && payload.requestDate == nil)
            #expect(payload.deviceVerification == nil)
        }
        let unknown = try await store.server("/inApps/v1/transactions/appTransactions/9999999999999999")
        #expect(unknown.errorCode == 4_040_010)
    }

    @Test("Refunds are found by any identifier of the customer, and nobody else's")
    func answersRefunds() async throws {
        let store = try TestStore()
        let (lamp, coins) = (try store.buy(Shop.lamp), try store.buy(Shop.coins))
        let foreign = try store.buy(Shop.lamp, account: "other")
        try store.refund(coins)
        try store.refund(foreign)
        let answer = try await store.server("/inApps/v2/refund/lookup/\(lamp)").decode(RefundHistoryResponse.self)
        let refunds = try #require(answer.signedTransactions).map { try store.transaction($0) }
        #expect(refunds.map(\.transactionId) == [coins])
        #expect(refunds.first?.revocationDate == TestStore.start.date)
        #expect(answer.hasMore == false)
        let next = try await store.server(
            "/inApps/v2/refund/lookup/\(lamp)?revision=\(#require(answer.revision))"
        ).decode(RefundHistoryResponse.self)
        #expect(next.signedTransactions?.isEmpty == true)
        #expect(next.revision == answer.revision)
        #expect(
            try await store.server("/inApps/v2/refund/lookup/\(lamp)?revision=garbage").errorCode == 4_000_005)
        #expect(try await store.server("/inApps/v2/refund/lookup/9999999999999999").errorCode == 4_040_010)
    }

    @Test("A customer without refunds gets an empty page and a revision")
    func answersNoRefunds() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        let answer = try await store.server("/inApps/v2/refund/lookup/\(id)").decode(RefundHistoryResponse.self)
        #expect(answer.signedTransactions?.isEmpty == true)
        #expect(answer.revision?.isEmpty == false)
        #expect(answer.hasMore == false)
    }
}

extension TestStore {
    /// Buys something for the default customer and returns the identifier of their app transaction.
    func appTransactionID(buying productID: String) throws -> String {
        let record = try record(buy(productID))
        return host.read { $0[record.account].appTransactionID }
    }
}
