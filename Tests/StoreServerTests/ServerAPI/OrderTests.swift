// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct OrderTests {
    @Test("An order is found with what was bought in it, renewals being orders of their own")
    func findsOrders() async throws {
        let store = try TestStore()
        try store.buy(Shop.monthly)
        store.host.advance(by: 40 * 86_400_000)
        let records = store.host.read { Array($0.transactions) }
        #expect(records.count == 2)
        for record in records {
            let orderID = store.host.read { $0.orderID(of: record.index) }
            #expect(orderID.wholeMatch(of: /M[0-9A-V]{9}/) != nil)
            let answer = try await store.server("/inApps/v1/lookup/\(orderID)")
            let found = try answer.decode(OrderLookupResponse.self)
            #expect(found.status == .valid)
            #expect(found.signedTransactions?.count == 1)
            let id = store.host.read { $0.identifier(of: record.index) }
            #expect(try store.transaction(found.signedTransactions?.first).transactionId == id)
        }
    }

    @Test(
        "An order that is not there is an answer, not an error",
        arguments: ["NOPE", "M000000009", "M0000000000", "MZZZZZZZZZ", "M-00000001", "K000000000"])
    func answersUnknownOrders(_ id: String) async throws {
        let store = try TestStore()
        try store.buy(Shop.lamp)
        let answer = try await store.server("/inApps/v1/lookup/\(id)")
        guard id.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            #expect(answer.errorCode == 4_000_000)
            return
        }
        #expect(answer.status == 200)
        #expect(answer.contentType == "application/json")
        #expect(try answer.json().keys.sorted() == ["status"])
        #expect(try answer.decode(OrderLookupResponse.self).status == .invalid)
    }
}
