// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import Testing

@testable import SubscriptionServer

@Suite struct ReservedNameTests {
    private func customer(_ backend: Backend, _ name: String) async throws -> String {
        try #require(try await backend.ask(.post, "/v1/customers", #"{"userId": "\#(name)"}"#)["id"].string)
    }

    @Test(arguments: ["c1", "c2", "c007", "c99999999999999999999"])
    func nobodyIsNamedAsTheServerNamesCustomers(name: String) async throws {
        let backend = try await Backend()
        let anna = try await customer(backend, "anna")
        for kind in ["userId", "appTransactionId"] {
            for path in ["/v1/customers", "/v1/customers/anna/links"] {
                let answer = try await backend.ask(.post, path, #"{"\#(kind)": "\#(name)"}"#)
                #expect(answer.status == 400 && answer["code"].string == "nameReserved", "\(kind) \(path)")
                #expect(answer["fix"].string?.isEmpty == false)
            }
        }
        // Nobody was made on the way.
        #expect(try await backend.ask(.get, "/v1/customers/c2").status == 404)
        #expect(try await backend.ask(.get, "/v1/customers/anna")["id"].string == anna)
    }

    @Test(arguments: ["c", "cc1", "c1x", "C1", "c+1", "c-1", "c 1", "1"])
    func otherNamesAreFree(name: String) async throws {
        let backend = try await Backend()
        let anna = try await customer(backend, "anna")
        let other = try await customer(backend, name)
        #expect(other != anna)
        let path = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try await backend.ask(.get, "/v1/customers/\(path)")["id"].string == other)
    }

    @Test func aNameOfFormerTimesStandsInForNobody() async throws {
        let backend = try await Backend()
        let (anna, bert) = (try await customer(backend, "anna"), try await customer(backend, "bert"))
        // As a ledger has it that took any name.
        try backend.database.open().run(
            "UPDATE customer_keys SET value = $1 WHERE value = 'bert'", [.text(anna)])
        #expect(try await backend.ask(.get, "/v1/customers/\(anna)")["id"].string == anna)
        #expect(try await backend.ask(.get, "/v1/customers/\(bert)")["id"].string == bert)
        // Whoever is called so is found by that, and goes on by it.
        let found = try await backend.ask(.get, "/v1/customers?search=\(anna)")["customers"].array
        #expect(found.compactMap { $0["id"].string } == [anna, bert])
        #expect(try await customer(backend, anna) == bert)
        #expect(try await backend.ask(.post, "/v1/customers/\(anna)/erasure")["customerId"].string == anna)
        #expect(try await backend.ask(.post, "/v1/customers/\(bert)/links", #"{"userId": "bea"}"#).status == 200)
        #expect(try await backend.ask(.get, "/v1/customers/bea")["id"].string == bert)
    }

    @Test func nobodyIsNamedAsAnothersPurchase() async throws {
        let backend = try await Backend()
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        let owner = try #require(try await backend.ask(.get, "/v1/customers/7")["id"].string)
        _ = try await customer(backend, "anna")
        for path in ["/v1/customers", "/v1/customers/anna/links"] {
            let answer = try await backend.ask(.post, path, #"{"userId": "7"}"#)
            #expect(answer.status == 409 && answer["code"].string == "nameReserved", "\(path)")
        }
        // Whose purchase it is may be called so.
        #expect(try await backend.ask(.post, "/v1/customers/\(owner)/links", #"{"userId": "7"}"#).status == 200)
        #expect(try await backend.ask(.get, "/v1/customers/7")["id"].string == owner)
    }

    @Test func anAccountTokenGivenByHandIsAUUID() async throws {
        let backend = try await Backend()
        let answer = try await backend.ask(.post, "/v1/customers", #"{"appAccountToken": "notauuid"}"#)
        #expect(answer.status == 400 && answer["code"].string == "badRequest")
        let body = #"{"appAccountToken": "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"}"#
        #expect(try await backend.ask(.post, "/v1/customers", body).status == 200)
    }
}
