// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@testable import SubscriptionServer

@Suite struct StrangeNameTests {
    /// Those whose bodies are made by others: the App Store, and apps of any version.
    private static let open: Set<String> = [
        "/v1/notifications/apple", "/v1/notifications/apple/{bundleId}", "/v1/verify", "/v1/verify/batch",
    ]

    @Test func everyRouteThatWritesRefusesANameItDoesNotKnow() async throws {
        let backend = try await Backend()
        let writing = backend.server.routes.filter { $0.method != .get && !Self.open.contains($0.path) }
        #expect(writing.count > 15)
        for route in writing {
            let path = route.path.replacing("{", with: "").replacing("}", with: "")
            let answer = try await backend.ask(route.method, path, #"{"strangeName": 1}"#)
            #expect(answer.status == 400 && answer["code"].string == "badRequest", "\(route.method) \(path)")
            #expect(answer["message"].string?.contains("strangeName") == true, "\(route.method) \(path)")
        }
    }

    @Test func whatOthersMakeMaySayMore() async throws {
        let backend = try await Backend()
        let more = #", "aNameOfTomorrow": 1"#
        #expect(try await backend.verify(try backend.sign(Sale.coins(id: "7")), more).status == 200)
    }

    @Test func theDescriptionSaysWhichBodiesAreClosed() async throws {
        let backend = try await Backend()
        let paths = try await backend.ask(.get, "/openapi.json")["paths"]
        for route in backend.server.routes where route.body != nil {
            let operation = paths[route.path][route.method.rawValue.lowercased()]
            let schema = operation["requestBody"]["content"]["application/json"]["schema"]
            #expect((schema["additionalProperties"].bool == false) == !Self.open.contains(route.path), "\(route.path)")
        }
    }

    @Test(arguments: [
        #"{"entitlments": {"plus": ["monthly"]}}"#, #"{"credits": {}}"#, "{}", #"{"entitlements": null}"#,
        #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": 1, "amuont": 2}}}"#,
    ])
    func aMapThatNobodyMeantTakesNothingAway(body: String) async throws {
        let backend = try await Backend()
        #expect(
            try await backend.ask(.put, "/v1/entitlements", #"{"entitlements": {"plus": ["monthly"]}}"#).status == 200)
        #expect(try await backend.ask(.put, "/v1/entitlements", body).status == 400)
        #expect(try await backend.ask(.get, "/v1/entitlements")["version"].int == 1)
    }

    @Test func anEmptyMapIsTakenFromWhoSaysSo() async throws {
        let backend = try await Backend()
        let empty = try await backend.ask(.put, "/v1/entitlements", #"{"entitlements": {}}"#)
        #expect(empty.status == 200 && empty["map"]["entitlements"].names.isEmpty)
    }

    @Test func namesAreFoundHoweverDeepTheyStand() {
        let schema = JSONSchema.object(
            ["list": .array(.object(["a": .string])), "map": .dictionary(.nullable(.object(["b": .string])))]
        )
        let values: [([String: Any], String?)] = [
            (["list": [["a": "1"], ["x": "2"]]], "list.[1].x"), (["map": ["any": ["y": 1]]], "map.any.y"),
            (["list": [["a": "1"]], "map": ["any": ["b": 1]]], nil),
        ]
        for (value, path) in values {
            #expect(schema.closed.strangeName(in: value)?.path == path)
            #expect(schema.strangeName(in: value) == nil)
        }
    }
}
