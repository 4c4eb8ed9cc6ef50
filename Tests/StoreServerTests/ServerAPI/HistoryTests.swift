// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct HistoryTests {
    @Test("Pages hold twenty, follow one another without gap, and go on with what was bought since")
    func pages() async throws {
        let store = try TestStore()
        var bought = try (1...45).map { _ in try store.buy(Shop.coins) }
        var (seen, revision, sizes): ([String], String, [Int]) = ([], "", [])
        for page in 1...3 {
            let answer = try await store.history(bought[7], revision.isEmpty ? "" : "revision=\(revision)")
            seen += answer.ids
            sizes.append(answer.ids.count)
            revision = try #require(answer.response.revision)
            #expect(answer.response.hasMore == (page < 3))
            #expect(answer.response.bundleId == TestStore.bundleID)
            #expect(answer.response.environment == .sandbox)
            #expect(answer.response.appAppleId == nil)
        }
        #expect(sizes == [20, 20, 5])
        #expect(seen == bought)

        let nothing = try await store.history(bought[0], "revision=\(revision)")
        #expect(nothing.ids.isEmpty)
        #expect(nothing.response.hasMore == false)
        #expect(nothing.response.revision == revision)

        bought.append(try store.buy(Shop.lamp))
        #expect(try await store.history(bought[0], "revision=\(revision)").ids == [bought[45]])
    }

    @Test("Descending pages begin with the newest and end with the oldest")
    func pagesDescending() async throws {
        let store = try TestStore()
        let bought = try (1...25).map { _ in try store.buy(Shop.coins) }
        let first = try await store.history(bought[0], "sort=DESCENDING")
        #expect(first.ids == Array(bought.reversed().prefix(20)))
        let second = try await store.history(
            bought[0], "sort=DESCENDING&revision=\(#require(first.response.revision))")
        #expect(second.ids == Array(bought.prefix(5).reversed()))
        #expect(second.response.hasMore == false)
    }

    @Test("Any identifier of the customer opens the same history")
    func acceptsAnyIdentifier() async throws {
        let store = try TestStore()
        let (lamp, other) = (try store.buy(Shop.lamp), try store.buy(Shop.lamp, account: "other"))
        let appTransactionID = try store.appTransactionID(buying: Shop.coins)
        let byTransaction = try await store.history(lamp)
        #expect(byTransaction.ids.count == 2)
        #expect(!byTransaction.ids.contains(other))
        #expect(try await store.history(appTransactionID).ids == byTransaction.ids)
        #expect(try await store.server("/inApps/v2/history/9999999999999999").errorCode == 4_040_010)
    }

    @Test(
        "Values of one name are alternatives, names narrow one another",
        arguments: [
            ("", ["coins", "lamp", "season", "monthly", "refunded"]),
            ("productId=\(Shop.lamp)", ["lamp"]),
            ("productId=\(Shop.lamp)&productId=\(Shop.season)", ["lamp", "season"]),
            ("productType=CONSUMABLE", ["coins", "refunded"]),
            ("productType=NON_CONSUMABLE&productType=NON_RENEWABLE", ["lamp", "season"]),
            ("productType=AUTO_RENEWABLE", ["monthly"]),
            ("productType=CONSUMABLE&productId=\(Shop.lamp)", []),
            ("subscriptionGroupIdentifier=\(Shop.group)", ["monthly"]),
            ("subscriptionGroupIdentifier=1", []),
            ("inAppOwnershipType=PURCHASED", ["coins", "lamp", "season", "monthly", "refunded"]),
            ("inAppOwnershipType=FAMILY_SHARED", []),
            ("revoked=true", ["refunded"]),
            ("revoked=True", ["refunded"]),
            ("revoked=false", ["coins", "lamp", "season", "monthly"]),
            ("revoked=False", ["coins", "lamp", "season", "monthly"]),
            ("excludeRevoked=true", ["coins", "lamp", "season", "monthly"]),
            ("excludeRevoked=true&revoked=true", []),
            ("startDate=1769853601000", ["lamp", "season", "monthly", "refunded"]),
            ("endDate=1769853601000", ["coins"]),
            ("startDate=1769853601000&endDate=1769853603000", ["lamp", "season"]),
            ("sort=ASCENDING&unknown=1", ["coins", "lamp", "season", "monthly", "refunded"]),
        ])
    func filters(query: String, expected: [String]) async throws {
        let store = try TestStore()
        var ids: [String: String] = [:]
        for (name, product) in [
            ("coins", Shop.coins), ("lamp", Shop.lamp), ("season", Shop.season), ("monthly", Shop.monthly),
            ("refunded", Shop.coins),
        ] {
            ids[name] = try store.buy(product)
            store.clock.advance(by: 1000)
        }
        try store.refund(#require(ids["refunded"]))
        let found = try await store.history(#require(ids["lamp"]), query).ids
        #expect(found == expected.compactMap { ids[$0] })
    }

    @Test(
        "A wrong parameter has an error of its own",
        arguments: [
            ("revision=garbage", 4_000_005), ("revision=", 4_000_005), ("startDate=x", 4_000_015),
            ("startDate=-1", 4_000_015), ("endDate=1.5", 4_000_016), ("startDate=2&endDate=1", 4_000_016),
            ("sort=UP", 4_000_021), ("productType=CONSUMABLE&productType=Consumable", 4_000_022),
            ("productId=", 4_000_023), ("subscriptionGroupIdentifier=", 4_000_024), ("excludeRevoked=1", 4_000_025),
            ("inAppOwnershipType=MINE", 4_000_026), ("revoked=yes", 4_000_030),
        ])
    func refusesParameters(query: String, code: Int64) async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        for path in ["/inApps/v1/history/", "/inApps/v2/history/"] {
            let answer = try await store.server("\(path)\(id)?\(query)")
            #expect(answer.status == 400)
            #expect(answer.errorCode == code)
        }
    }

    @Test("A revision is good for its own query and customer only")
    func bindsRevision() async throws {
        let store = try TestStore()
        let (mine, other) = (try store.buy(Shop.lamp), try store.buy(Shop.lamp, account: "other"))
        let revision = try #require(try await store.history(mine, "revoked=false").response.revision)
        #expect(try await store.server("/inApps/v2/history/\(mine)?revision=\(revision)").errorCode == 4_000_005)
        let path = "/inApps/v2/history/\(other)?revoked=false&revision=\(revision)"
        #expect(try await store.server(path).errorCode == 4_000_005)
        let v1 = "/inApps/v1/history/\(mine)?revoked=false&revision=\(revision)"
        #expect(try await store.server(v1).errorCode == 4_000_005)
        #expect(try await store.history(mine, "revision=\(revision)&revoked=false").ids.isEmpty)
    }

    @Test("Version 1 leaves out consumables that are finished, unless they were taken back")
    func leavesOutFinishedConsumables() async throws {
        let store = try TestStore()
        let (open, done, refunded) = (try store.buy(Shop.coins), try store.buy(Shop.coins), try store.buy(Shop.coins))
        let lamp = try store.buy(Shop.lamp)
        for id in [done, refunded, lamp] { try store.finish(id) }
        try store.refund(refunded)
        #expect(try await store.history(lamp, version: "v1").ids.sorted() == [open, refunded, lamp].sorted())
        #expect(try await store.history(lamp).ids.sorted() == [open, done, refunded, lamp].sorted())
    }

    @Test("What is signed is what the ledger says, without anything of a device")
    func answersLedger() async throws {
        let store = try TestStore()
        let ids = [try store.buy(Shop.yearly), try store.buy(Shop.lamp)]
        let answer = try await store.history(ids[0])
        for (payload, id) in zip(answer.payloads, ids) {
            #expect(try payload == store.expected(id))
            #expect(payload.deviceVerification == nil)
        }
        #expect(answer.payloads.count == 2)
    }

    @Test("In Production the app's number stands in the answer")
    func namesApp() async throws {
        let store = try TestStore(environment: .production)
        let answer = try await store.history(store.buy(Shop.lamp))
        #expect(answer.response.appAppleId == 1_234_567_890)
        #expect(answer.response.environment == .production)
    }
}

struct HistoryAnswer {
    let response: HistoryResponse
    let payloads: [JWSTransactionDecodedPayload]

    var ids: [String] { payloads.compactMap(\.transactionId) }
}

extension TestStore {
    func history(_ id: String, _ query: String = "", version: String = "v2") async throws -> HistoryAnswer {
        let answer = try await server("/inApps/\(version)/history/\(id)?\(query)")
        #expect(answer.status == 200)
        let response = try answer.decode(HistoryResponse.self)
        return HistoryAnswer(
            response: response, payloads: try #require(response.signedTransactions).map { try transaction($0) })
    }
}
