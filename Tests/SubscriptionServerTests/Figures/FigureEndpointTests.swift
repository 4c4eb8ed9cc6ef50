// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SubscriptionServer
import Testing

@Suite struct FigureEndpointTests {
    private func sell(_ backend: Backend)
        async throws
    {
        var sold = Sale.transaction()
        (sold.environment, sold.price, sold.currency, sold.storefront) = (.sandbox, 9990, "USD", "USA")
        #expect(try await backend.verify(try backend.sign(sold))["isValid"].bool == true)
    }

    @Test func figuresAreOfOneEnvironment() async throws {
        let backend = try await Backend(environments: [.production, .sandbox], now: Sale.opening + 1)
        try await sell(backend)
        let month = CalendarMonth(Sale.opening).description
        let empty = try await backend.ask(.get, "/v1/figures?environment=Production")["figures"]
        #expect(empty["months"].array.count == 12 && empty["revenue"]["products"].array.isEmpty)
        #expect(empty["months"][11]["month"].string == month)
        let sandbox = try await backend.ask(.get, "/v1/figures?environment=Sandbox&from=\(month)")["figures"]
        #expect(sandbox["months"].array.count == 1)
        #expect(sandbox["months"][0]["subscriptions"]["closing"].int == 1)
        #expect(sandbox["months"][0]["currencies"][0]["mrr"]["new"].int == 9990)
        #expect(sandbox["revenue"]["countries"][0]["name"].string == "USA")
    }

    @Test func ratesMakeTotals() async throws {
        let backend = try await Backend(now: Sale.opening + 1)
        try await sell(backend)
        #expect(try await backend.ask(.get, "/v1/figures/rates")["currency"].isNull)
        #expect(try await backend.ask(.get, "/v1/figures")["figures"]["months"][11]["total"].isNull)
        let set = try await backend.ask(.put, "/v1/figures/rates", #"{"currency": "EUR", "rates": {"USD": 0.5}}"#)
        #expect(set.status == 200)
        #expect(try await backend.ask(.get, "/v1/figures/rates")["rates"].names == ["USD"])
        let total = try await backend.ask(.get, "/v1/figures")["figures"]["months"][11]["total"]
        #expect(total["currency"].string == "EUR" && total["mrr"]["closing"].int == 4995)
        _ = try await backend.ask(.put, "/v1/figures/rates", #"{"currency": "EUR", "rates": {}}"#)
        let without = try await backend.ask(.get, "/v1/figures")["figures"]
        #expect(without["withoutRate"].array.map(\.string) == ["USD"])
        #expect(without["months"][11]["total"]["mrr"]["closing"].int == 0)
    }

    @Test(
        "What makes no sense is refused",
        arguments: [
            #"{"currency": "euro", "rates": {}}"#, #"{"currency": "EUR", "rates": {"usd": 1}}"#,
            #"{"currency": "EUR", "rates": {"USD": 0}}"#, #"{"currency": "EUR", "rates": {"USD": -1}}"#,
            #"{"currency": "EUR", "rates": {"USD": 1e300}}"#, #"{"currency": "EUR"}"#,
        ])
    func refusedRates(body: String) async throws {
        #expect(try await Backend().ask(.put, "/v1/figures/rates", body).status == 400)
    }

    @Test(
        "What names no months is refused",
        arguments: [
            "from=x", "to=2026-13", "from=2026-02&to=2026-01", "from=9999-01", "from=1970-01&to=2026-01",
        ])
    func refusedMonths(query: String) async throws {
        #expect(try await Backend().ask(.get, "/v1/figures?\(query)").status == 400)
    }

    @Test func readersReadAndOnlyTheOperatorSetsRates() async throws {
        let backend = try await Backend()
        let made = try await backend.ask(.post, "/v1/keys", #"{"name": "r", "scopes": ["read"]}"#)
        let key = try #require(made["key"].string)
        #expect(try await backend.ask(.get, "/v1/figures", key: key).status == 200)
        let rates = #"{"currency": "EUR", "rates": {}}"#
        #expect(try await backend.ask(.put, "/v1/figures/rates", rates, key: key).status == 403)
    }
}
