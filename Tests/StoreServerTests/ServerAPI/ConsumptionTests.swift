// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct ConsumptionTests {
    static func body(_ changes: [String: Any], of fields: [String: Any]) throws -> String {
        var fields = fields
        for (name, value) in changes { fields[name] = value }
        return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
    }

    static var present: [String: Any] {
        [
            "customerConsented": true, "sampleContentProvided": false, "deliveryStatus": "DELIVERED",
            "refundPreference": "DECLINE",
        ]
    }

    /// As Apple's Java client sends the former version.
    static var former: [String: Any] {
        [
            "customerConsented": true, "consumptionStatus": 1, "platform": 1, "sampleContentProvided": false,
            "deliveryStatus": 0, "appAccountToken": "", "accountTenure": 0, "playTime": 0,
            "lifetimeDollarsRefunded": 0, "lifetimeDollarsPurchased": 0, "userStatus": 1, "refundPreference": 3,
        ]
    }

    func send(_ store: TestStore, _ id: String, _ version: Int, _ body: String) async throws -> TestStore.Answer {
        try await store.server(
            "/inApps/v\(version)/transactions/consumption/\(id)", method: .put, body: body,
            contentType: "application/json; charset=utf-8")
    }

    @Test("Both versions are accepted: 202, without a body")
    func accepts() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.coins)
        for (version, fields) in [(1, Self.former), (2, Self.present)] {
            let answer = try await send(store, id, version, Self.body([:], of: fields))
            #expect(answer.status == 202)
            #expect(answer.body.isEmpty)
        }
    }

    @Test(
        "A wrong field of the present version has an error of its own",
        arguments: [
            (#"{"customerConsented": false}"#, 4_000_035), (#"{"customerConsented": null}"#, 4_000_035),
            (#"{"sampleContentProvided": 1}"#, 4_000_041), (#"{"sampleContentProvided": null}"#, 4_000_041),
            (#"{"deliveryStatus": "LOST"}"#, 4_000_036), (#"{"deliveryStatus": null}"#, 4_000_036),
            (#"{"refundPreference": 2}"#, 4_000_044), (#"{"consumptionPercentage": 100001}"#, 4_000_207),
            (#"{"consumptionPercentage": -1}"#, 4_000_207),
            (#"{"consumptionPercentage": 1, "deliveryStatus": "UNDELIVERED_OTHER"}"#, 4_000_208),
        ] as [(String, Int64)])
    func refusesPresent(changes: String, code: Int64) async throws {
        let store = try TestStore()
        let changed = try #require(try JSONSerialization.jsonObject(with: Data(changes.utf8)) as? [String: Any])
        let answer = try await send(store, store.buy(Shop.coins), 2, Self.body(changed, of: Self.present))
        #expect(answer.status == 400)
        #expect(answer.errorCode == code)
    }

    @Test(
        "A wrong field of the former version has an error of its own",
        arguments: [
            ("accountTenure", 4_000_032), ("appAccountToken", 4_000_033), ("consumptionStatus", 4_000_034),
            ("customerConsented", 4_000_035), ("deliveryStatus", 4_000_036), ("lifetimeDollarsPurchased", 4_000_037),
            ("lifetimeDollarsRefunded", 4_000_038), ("platform", 4_000_039), ("playTime", 4_000_040),
            ("sampleContentProvided", 4_000_041), ("userStatus", 4_000_042), ("refundPreference", 4_000_044),
        ] as [(String, Int64)])
    func refusesFormer(field: String, code: Int64) async throws {
        let store = try TestStore()
        let answer = try await send(store, store.buy(Shop.coins), 1, Self.body([field: 99], of: Self.former))
        #expect(answer.status == 400)
        #expect(answer.errorCode == code)
    }

    @Test("The transaction must be one that can be consumed and was bought")
    func judgesTheTransaction() async throws {
        let store = try TestStore()
        let plan = try store.buy(Shop.monthly)
        let lamp = try store.buy(Shop.lamp)
        let present = try Self.body([:], of: Self.present)
        #expect(try await send(store, plan, 2, present).status == 202)
        let part = try Self.body(["consumptionPercentage": 0], of: Self.present)
        #expect(try await send(store, plan, 2, part).errorCode == 4_000_209)
        #expect(try await send(store, lamp, 1, Self.body([:], of: Self.former)).errorCode == 4_000_047)
        #expect(try await send(store, "abc", 2, present).errorCode == 4_000_006)
        #expect(try await send(store, "2000000000009999", 2, present).errorCode == 4_040_010)
        let download = store.host.read { $0.accounts[0].appTransactionID }
        #expect(try await send(store, download, 2, present).errorCode == 4_000_048)
    }

    @Test("What is no JSON is refused without a code", arguments: [1, 2])
    func refusesOtherThanJSON(version: Int) async throws {
        let store = try TestStore()
        let answer = try await send(store, store.buy(Shop.coins), version, "{")
        #expect(answer.status == 400)
        #expect(answer.body.isEmpty)
    }
}
