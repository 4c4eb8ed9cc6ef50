// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

/// What a server is told of those who have something through a family member.
@Suite struct FamilyEndpointTests {
    let store: TestStore
    let bought: String
    let shared: String

    init() throws {
        store = try TestStore()
        let (buyer, member) = (store.host.account(named: "buyer"), store.host.account(named: "member"))
        guard case .family(let family) = try store.host.perform(.openFamily(organiser: buyer)) else {
            throw TestStore.UnexpectedAnswer()
        }
        try store.host.perform(.joinFamily(family, account: member))
        bought = try store.buy(Shop.monthly, account: "buyer")
        shared = try store.host.read { engine in
            engine.identifier(of: try #require(engine.transactions(of: member).first))
        }
    }

    @Test("A member's history has the shared transaction, which filters tell from bought ones")
    func filtersOwnership() async throws {
        for (filter, count) in [
            ("", 1), ("?inAppOwnershipType=FAMILY_SHARED", 1), ("?inAppOwnershipType=PURCHASED", 0),
        ] {
            let answer = try await store.server("/inApps/v2/history/\(shared)\(filter)").decode(HistoryResponse.self)
            #expect(answer.signedTransactions?.count == count, "\(filter)")
        }
        let answer = try await store.server("/inApps/v2/history/\(bought)?inAppOwnershipType=FAMILY_SHARED")
        #expect(try answer.decode(HistoryResponse.self).signedTransactions?.isEmpty == true)
    }

    @Test("A member's subscription has a status of its own")
    func answersStatus() async throws {
        let answer = try await store.server("/inApps/v1/subscriptions/\(shared)").decode(StatusResponse.self)
        let item = try #require(answer.data?.first?.lastTransactions?.first)
        #expect(item.status == .active)
        #expect(try store.transaction(item.signedTransactionInfo).inAppOwnershipType == .familyShared)
    }

    @Test("What only the buyer can have is refused for a member, each by its own code")
    func refusesMembers() async throws {
        let terms = #"{"extendByDays": 1, "extendReasonCode": 0, "requestIdentifier": "x"}"#
        let token = #"{"appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138"}"#
        let base = "/inApps/v1"
        let cases: [(path: String, body: String, code: Int64)] = [
            ("\(base)/subscriptions/extend/\(shared)", terms, 4_030_007),
            ("\(base)/transactions/\(shared)/appAccountToken", token, 4_000_185),
            ("/inApps/v2/transactions/consumption/\(shared)", "{}", 4_000_185),
        ]
        for (path, body, code) in cases {
            #expect(try await store.server(path, method: .put, body: body).errorCode == code, "\(path)")
        }
    }

    @Test("A lost access is no refund of the member's")
    func tellsRefunds() async throws {
        try store.refund(bought)
        for version in ["v1", "v2"] {
            for (id, count) in [(bought, 1), (shared, 0)] {
                let answer = try await store.server("/inApps/\(version)/refund/lookup/\(id)")
                #expect(try answer.decode(RefundHistoryResponse.self).signedTransactions?.count == count)
            }
        }
    }

    @Test("What is shared was not ordered")
    func findsNoOrders() async throws {
        let index = try store.record(shared).index
        let orderID = store.host.read { $0.orderID(of: index) }
        let answer = try await store.server("/inApps/v1/lookup/\(orderID)").decode(OrderLookupResponse.self)
        #expect(answer.status == .invalid)
    }
}
