// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct ExtensionEndpointTests {
    static let terms = #"{"extendByDays": 10, "extendReasonCode": 3, "requestIdentifier": "outage"}"#
    static let day: Int64 = 86_400_000

    @Test("The renewal date of a subscription moves, and the answer and a notification say so")
    func extendsOne() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.monthly)
        let end = try #require(store.record(id).expiresDate)
        let answer = try await store.server(
            "/inApps/v1/subscriptions/extend/\(id)", method: .put, body: Self.terms)
        #expect(answer.status == 200)
        let response = try answer.decode(ExtendRenewalDateResponse.self)
        #expect(response.success == true)
        #expect(response.originalTransactionId == id)
        #expect(response.effectiveDate == (end + 10 * Self.day).date)
        let payload = try store.expected(id)
        #expect(response.webOrderLineItemId == payload.webOrderLineItemId)
        #expect(payload.expiresDate == response.effectiveDate)
        await store.deliverAll()
        let types = store.dispatcher.sent.entries(after: 0, limit: 9).map(\.draft.record.type)
        #expect(types == [.subscribed, .renewalExtended])
    }

    @Test(
        "A wrong field has an error of its own",
        arguments: [
            (#"{"extendByDays": 91, "extendReasonCode": 1, "requestIdentifier": "x"}"#, 4_000_009),
            (#"{"extendByDays": 0, "extendReasonCode": 1, "requestIdentifier": "x"}"#, 4_000_009),
            (#"{"extendReasonCode": 1, "requestIdentifier": "x"}"#, 4_000_009),
            (#"{"extendByDays": "9", "extendReasonCode": 1, "requestIdentifier": "x"}"#, 4_000_009),
            (#"{"extendByDays": 9, "extendReasonCode": 4, "requestIdentifier": "x"}"#, 4_000_010),
            (#"{"extendByDays": 9, "requestIdentifier": "x"}"#, 4_000_010),
            (#"{"extendByDays": 9, "extendReasonCode": 1, "requestIdentifier": ""}"#, 4_000_011),
            (#"{"extendByDays": 9, "extendReasonCode": 1}"#, 4_000_011),
            (#"[]"#, 4_000_000), (#"{"extendByDays": "#, 4_000_000), ("", 4_000_000),
        ] as [(String, Int64)])
    func refusesWrongFields(body: String, code: Int64) async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.monthly)
        let answer = try await store.server("/inApps/v1/subscriptions/extend/\(id)", method: .put, body: body)
        #expect(answer.status == 400)
        #expect(answer.contentType == "application/json")
        #expect(answer.errorCode == code)
    }

    @Test("What cannot be extended is refused by its reason")
    func refusesIneligible() async throws {
        let store = try TestStore()
        let lamp = try store.buy(Shop.lamp)
        let plan = try store.buy(Shop.monthly)
        func extend(_ id: String, request: String) async throws -> Int64? {
            let body = #"{"extendByDays": 10, "extendReasonCode": 0, "requestIdentifier": "\#(request)"}"#
            return try await store.server(
                "/inApps/v1/subscriptions/extend/\(id)", method: .put, body: body
            ).errorCode
        }
        #expect(try await extend("abc", request: "1") == 4_000_008)
        #expect(try await extend("2000000000009999", request: "1") == 4_040_005)
        #expect(try await extend(lamp, request: "1") == 4_040_005)
        #expect(try await extend(plan, request: "1") == nil)
        #expect(try await extend(plan, request: "2") == nil)
        #expect(try await extend(plan, request: "2") == nil)
        #expect(try await extend(plan, request: "3") == 4_030_005)
        try store.refund(plan)
        #expect(try await extend(plan, request: "4") == 4_030_004)
    }

    @Test("A request for all extends every subscriber of the product, and its status counts them")
    func extendsAll() async throws {
        let store = try TestStore()
        for name in ["a", "b"] { try store.buy(Shop.monthly, account: name) }
        try store.buy(Shop.yearly, account: "c")
        let path = "/inApps/v1/subscriptions/extend/mass"
        let body =
            #"{"extendByDays": 10, "extendReasonCode": 3, "requestIdentifier": "outage", "#
            + #""productId": "\#(Shop.monthly)", "storefrontCountryCodes": ["USA", "FRA"]}"#
        for _ in 0..<2 {
            let answer = try await store.server(path, method: .post, body: body)
            #expect(answer.status == 200)
            #expect(try answer.decode(MassExtendRenewalDateResponse.self).requestIdentifier == "outage")
        }
        let status = try await store.server("\(path)/\(Shop.monthly)/outage")
            .decode(MassExtendRenewalDateStatusResponse.self)
        #expect(status.complete == true)
        #expect(status.completeDate == TestStore.start.date)
        #expect(status.succeededCount == 2)
        #expect(status.failedCount == 0)
        #expect(try await store.server("\(path)/\(Shop.yearly)/outage").errorCode == 4_040_009)
        #expect(try await store.server("\(path)/\(Shop.monthly)/other").errorCode == 4_040_009)
        #expect(try await store.server("\(path)/\(Shop.lamp)/outage").errorCode == 4_000_023)
    }

    @Test(
        "A wrong field of a request for all has an error of its own",
        arguments: [
            (#""productId": "none""#, 4_000_023), (#""productId": "\#(Shop.lamp)""#, 4_000_023),
            (#""x": 1"#, 4_000_023),
            (#""productId": "\#(Shop.monthly)", "storefrontCountryCodes": []"#, 4_000_027),
            (#""productId": "\#(Shop.monthly)", "storefrontCountryCodes": ["ZZZ"]"#, 4_000_028),
            (#""productId": "\#(Shop.monthly)", "storefrontCountryCodes": "USA""#, 4_000_028),
        ] as [(String, Int64)])
    func refusesWrongMassFields(fields: String, code: Int64) async throws {
        let body = #"{"extendByDays": 10, "extendReasonCode": 3, "requestIdentifier": "x", \#(fields)}"#
        let answer = try await TestStore().server("/inApps/v1/subscriptions/extend/mass", method: .post, body: body)
        #expect(answer.status == 400)
        #expect(answer.errorCode == code)
    }
}
