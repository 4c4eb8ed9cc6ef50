// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct OpenAPITests {
    private func document(_ store: TestStore) async throws -> [String: Any] {
        let answer = try await store.ask(.get, "/control/v1/openapi.json")
        #expect(answer.status == 200)
        return try answer.json()
    }

    @Test("The document is encoded once, however often it is asked for")
    func encodesOnce() throws {
        let document = OpenAPIDocument(endpoints: [Endpoint(.get, "/", "x")])
        let (one, other) = (try document.data(), try document.data())
        #expect(!one.isEmpty)
        // Of two that were made both would be there at the same time.
        #expect(one.withUnsafeBytes { $0.baseAddress } == other.withUnsafeBytes { $0.baseAddress })
    }

    @Test("What is described is what is there, and what is there is described")
    func describesRoutes() async throws {
        let store = try TestStore()
        let document = try await document(store)
        #expect(document["openapi"] as? String == "3.1.0")
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        let described = Set(paths.flatMap { path, item in item.keys.map { "\($0.uppercased()) \(path)" } })
        #expect(described == Set(store.router.routes.map { "\($0.method) \($0.pattern)" }))
        let silent = paths.flatMap { path, item in
            item.filter { ($0.value["summary"] as? String ?? "").isEmpty }.map { "\($0.key) \(path)" }
        }
        #expect(silent.isEmpty)
        let names = paths.values.flatMap { $0.values.compactMap { $0["operationId"] as? String } }
        #expect(Set(names).count == names.count)
    }

    @Test("Every name that is referred to is there")
    func resolvesReferences() async throws {
        let document = try await document(TestStore())
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        let text = String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
        let references = Set(text.matches(of: /#\\?\/components\\?\/schemas\\?\/([A-Za-z]+)/).map { String($0.1) })
        #expect(!references.isEmpty)
        #expect(references.isSubset(of: schemas.keys))
    }

    /// A public key on P-256, its lines ending as JSON has it.
    private static let publicKey = ((try? SigningKey.generate().publicKey.pemRepresentation) ?? "")
        .replacing("\n", with: "\\n")

    /// A call with everything it takes, and the path it is described by.
    private static let samples: [(String, HTTPMethod, String, String)] = [
        ("/control/v1", .get, "/control/v1", ""),
        ("/control/v1/clock", .get, "/control/v1/clock", ""),
        ("/control/v1/clock", .post, "/control/v1/clock", #"{"advance":"P1D"}"#),
        ("/control/v1/products", .get, "/control/v1/products", ""),
        (
            "/control/v1/products/\(Shop.lamp)/price", .post, "/control/v1/products/{id}/price",
            #"{"price":1990,"storefronts":["USA"],"consent":"needed"}"#
        ),
        ("/control/v1/products/\(Shop.lamp)/withdraw", .post, "/control/v1/products/{id}/withdraw", ""),
        ("/control/v1/products/\(Shop.lamp)/offerAgain", .post, "/control/v1/products/{id}/offerAgain", ""),
        (
            "/control/v1/products/\(Shop.monthly)/extend", .post, "/control/v1/products/{id}/extend",
            #"{"days":3,"requestIdentifier":"a"}"#
        ),
        (
            "/control/v1/accounts", .post, "/control/v1/accounts",
            #"{"account":"ben","storefront":"DEU","askToBuy":true,"nextPurchaseError":"unknown"}"#
        ),
        ("/control/v1/devices", .post, "/control/v1/devices", #"{"account":"ben"}"#),
        ("/control/v1/families", .post, "/control/v1/families", #"{"organiser":"anna"}"#),
        ("/control/v1/families/0/members", .post, "/control/v1/families/{family}/members", #"{"account":"ben"}"#),
        ("/control/v1/families", .get, "/control/v1/families", ""),
        ("/control/v1/accounts", .get, "/control/v1/accounts", ""),
        ("/control/v1/accounts/ben/leaveFamily", .post, "/control/v1/accounts/{account}/leaveFamily", ""),
        ("/control/v1/purchases", .post, "/control/v1/purchases", #"{"productId":"\#(Shop.coins)","quantity":2}"#),
        (
            "/control/v1/appStoreChoices", .post, "/control/v1/appStoreChoices",
            #"{"productId":"\#(Shop.coins)","streamlined":true}"#
        ),
        ("/control/v1/pendingPurchases", .get, "/control/v1/pendingPurchases", ""),
        ("/control/v1/subscriptions", .get, "/control/v1/subscriptions", ""),
        (
            "/control/v1/subscriptions/{anna}/extend", .post, "/control/v1/subscriptions/{id}/extend",
            #"{"days":2,"requestIdentifier":"b","reason":1}"#
        ),
        (
            "/control/v1/subscriptions/{anna}/autoRenew", .post, "/control/v1/subscriptions/{id}/autoRenew",
            #"{"enabled":false}"#
        ),
        ("/control/v1/transactions", .get, "/control/v1/transactions", ""),
        (
            "/control/v1/transactions/{anna}/requestRefund", .post, "/control/v1/transactions/{id}/requestRefund",
            #"{"reason":"LEGAL","inApp":false}"#
        ),
        ("/control/v1/transactions/{anna}/declineRefund", .post, "/control/v1/transactions/{id}/declineRefund", ""),
        ("/control/v1/transactions/{anna}/finish", .post, "/control/v1/transactions/{id}/finish", ""),
        (
            "/control/v1/transactions/{anna}/familySharing", .post, "/control/v1/transactions/{id}/familySharing",
            #"{"enabled":true}"#
        ),
        (
            "/control/v1/transactions/{anna}/refund", .post, "/control/v1/transactions/{id}/refund",
            #"{"percentage":50}"#
        ),
        ("/control/v1/transactions/{anna}/reverseRefund", .post, "/control/v1/transactions/{id}/reverseRefund", ""),
        (
            "/control/v1/offerCodes", .post, "/control/v1/offerCodes",
            #"{"referenceName":"Spring","productId":"\#(Shop.lamp)","price":990,"oneTimeCodes":["ABC"]}"#
        ),
        (
            "/control/v1/offersKeys", .post, "/control/v1/offersKeys",
            #"{"keyId":"KEY2","publicKey":"\#(publicKey)"}"#
        ),
        ("/control/v1/externalPurchaseTokens", .post, "/control/v1/externalPurchaseTokens", #"{"type":"SERVICES"}"#),
        (
            "/control/v1/settings", .post, "/control/v1/settings",
            #"{"gracePeriodDays":3,"simulatedErrors":{"Purchase":"unknown"}}"#
        ),
        ("/control/v1/notifications", .post, "/control/v1/notifications", #"{"type":"TEST"}"#),
        (
            "/control/v1/notifications", .post, "/control/v1/notifications",
            #"{"type":"DID_RENEW","subtype":"BILLING_RECOVERY","transactionId":"{anna}"}"#
        ),
        (
            "/control/v1/faults", .put, "/control/v1/faults",
            #"{"seed":1,"rules":[{"fault":"delay","milliseconds":1000,"share":0.5,"types":["TEST"]}]}"#
        ),
        ("/control/v1/faults", .get, "/control/v1/faults", ""),
        ("/control/v1/snapshots", .post, "/control/v1/snapshots", #"{"name":"one"}"#),
        ("/control/v1/snapshots", .get, "/control/v1/snapshots", ""),
        ("/control/v1/notifications", .get, "/control/v1/notifications", ""),
        ("/control/v1/accounts/anna/timeline", .get, "/control/v1/accounts/{account}/timeline", ""),
        ("/control/v1/snapshots/one/restore", .post, "/control/v1/snapshots/{name}/restore", ""),
        ("/control/v1/snapshots/one", .delete, "/control/v1/snapshots/{name}", ""),
        ("/control/v1/accounts/anna/clearHistory", .post, "/control/v1/accounts/{account}/clearHistory", ""),
    ]

    @Test("Real requests and answers are as described")
    func fitsSamples() async throws {
        let store = try TestStore()
        let document = try await document(store)
        let checker = SchemaChecker(document: document)
        let anna = try store.buy(Shop.monthly, account: "anna")
        for (path, method, pattern, body) in Self.samples {
            let body = body.replacing("{anna}", with: anna)
            let answer = try await store.ask(method, path.replacing("{anna}", with: anna), body: body)
            #expect(answer.status == 200, "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
            let operation = try #require(checker.operation(method, pattern), "\(method) \(pattern)")
            if !body.isEmpty {
                let value = try JSONSerialization.jsonObject(with: Data(body.utf8))
                #expect(checker.problem(in: value, request: operation) == nil, "\(method) \(pattern)")
            }
            let value = try JSONSerialization.jsonObject(with: answer.body)
            #expect(checker.problem(in: value, response: operation) == nil, "\(method) \(pattern)")
        }
        let refused = try await store.ask(.post, "/control/v1/purchases", body: #"{"productId":"nothing"}"#)
        let failure = try JSONSerialization.jsonObject(with: refused.body)
        #expect(checker.problem(in: failure, at: "Failure") == nil)
    }

    @Test("The checker sees what is not as described")
    func checkerWorks() async throws {
        let checker = SchemaChecker(document: try await document(TestStore()))
        #expect(checker.problem(in: ["code": 1, "message": "", "fix": ""] as [String: Any], at: "Failure") != nil)
        #expect(checker.problem(in: ["code": "", "message": ""], at: "Failure") != nil)
        #expect(checker.problem(in: ["code": "", "message": "", "fix": "", "more": ""], at: "Failure") != nil)
    }

    @Test("A field that means nothing is refused by name, and nothing happens")
    func refusesStrangers() async throws {
        let store = try TestStore()
        let answer = try await store.ask(
            .post, "/control/v1/purchases", body: #"{"productId":"\#(Shop.coins)","amount":2}"#)
        #expect(answer.code == "badRequest")
        #expect(try answer.json()["message"] as? String == "POST /control/v1/purchases knows no field amount")
        #expect(store.host.read(\.transactions.count) == 0)
    }
}
