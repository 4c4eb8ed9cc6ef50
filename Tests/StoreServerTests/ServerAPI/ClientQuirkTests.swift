// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

/// What Apple's own clients send, letter by letter, where it is not what one would expect.
@Suite struct ClientQuirkTests {
    @Test("Node's client appends a question mark to every address")
    func toleratesBareQuestionMark() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.monthly)
        for path in ["transactions/\(id)", "subscriptions/\(id)", "history/\(id)", "lookup/NOPE"] {
            #expect(try await store.server("/inApps/v1/\(path)?").status == 200, "\(path)")
        }
        let body = #"{"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#
        let path = "/inApps/v1/transactions/\(id)/appAccountToken?"
        #expect(try await store.server(path, method: .put, body: body).status == 200)
    }

    @Test("Java's client sends an empty body with a type to what takes none")
    func toleratesEmptyBodies() async throws {
        let client = TestClient()
        let target = try #require(URL(string: "http://192.0.2.1/"))
        let store = try TestStore(notifying: [target], client: client)
        let id = try store.buy(Shop.lamp)
        for path in ["notifications/test", "transactions/\(id)/finish"] {
            let answer = try await store.server(
                "/inApps/v1/\(path)", method: .post, contentType: "application/json; charset=utf-8")
            #expect(answer.status == 200, "\(path)")
        }
    }

    @Test(
        "Python's client capitalises truth values, the others do not",
        arguments: [("True", 1), ("true", 1), ("False", 2), ("false", 2)])
    func readsTruthValues(value: String, count: Int) async throws {
        let store = try TestStore()
        let lamp = try store.buy(Shop.lamp)
        try store.buy(Shop.coins)
        try store.buy(Shop.coins)
        try store.refund(lamp)
        let answer = try await store.server("/inApps/v2/history/\(lamp)?revoked=\(value)")
        #expect(try answer.decode(HistoryResponse.self).signedTransactions?.count == count)
    }

    @Test("Swift's client sends dates with fractions of a millisecond")
    func readsFractions() async throws {
        let start = "\(TestStore.start.milliseconds - 1000).25"
        let answer = try await TestStore().server(
            "/inApps/v1/notifications/history", method: .post,
            body: #"{"startDate": \#(start), "endDate": \#(TestStore.start.milliseconds)}"#)
        #expect(answer.status == 200)
    }

    @Test("Python's client reads an error only when its type is exactly application/json")
    func writesExactTypes() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        for path in ["abc", "2000000000009999", id] {
            #expect(try await store.server("/inApps/v1/transactions/\(path)").contentType == "application/json")
        }
    }

    @Test("A sandbox transaction is unknown in Production, so that the next question goes to the sandbox (case 62)")
    func keepsEnvironmentsApart() async throws {
        let sandbox = try TestStore()
        let production = try TestStore(environment: .production)
        let id = try sandbox.buy(Shop.lamp)
        try production.buy(Shop.lamp)
        let answer = try await production.server("/inApps/v1/transactions/\(id)")
        #expect(answer.status == 404)
        #expect(answer.errorCode == 4_040_010)
        #expect(try await sandbox.server("/inApps/v1/transactions/\(id)").status == 200)
    }
}
