// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import DatabaseTestSupport
import Foundation
import HTTPService
import SubscriptionServer
import Testing

@Suite struct AccessTests {
    private func key(_ backend: Backend, _ scopes: String, _ more: String = "") async throws -> String {
        let made = try await backend.ask(.post, "/v1/keys", #"{"name": "app", "scopes": \#(scopes)\#(more)}"#)
        #expect(made.status == 201)
        return try #require(made["key"].string)
    }

    @Test(arguments: [false, true])
    func withoutAKeyNothingIsSaid(afterARightOne isKnown: Bool) async throws {
        let backend = try await Backend()
        if isKnown { #expect(try await backend.ask(.get, "/v1/customers/1").status == 404) }
        let rest = backend.key.split(separator: "_").dropFirst().first ?? ""
        let other = backend.key.dropLast() + (backend.key.last == "a" ? "b" : "a")
        for key in ["", "osk_a_b", "osk_\(rest)_wrong", String(backend.key.dropLast()), String(other)] {
            let answer = try await backend.ask(.get, "/v1/customers/1", key: key)
            #expect(answer.status == 401)
        }
    }

    @Test(arguments: [
        (#"["ingest"]"#, [true, false, false, false]), (#"["read"]"#, [false, true, false, false]),
        (#"["write"]"#, [false, true, true, false]), (#"["admin"]"#, [true, true, true, true]),
        (#"["ingest", "read"]"#, [true, true, false, false]),
    ])
    func `A key opens what its scopes say`(scopes: String, opens: [Bool]) async throws {
        let backend = try await Backend()
        let key = try await key(backend, scopes)
        let wishes: [(HTTPMethod, String)] = [
            (.post, "/v1/verify"), (.get, "/v1/notifications"), (.post, "/v1/customers"), (.get, "/v1/keys"),
        ]
        for ((method, path), isOpen) in zip(wishes, opens) {
            let status = try await backend.ask(method, path, key: key).status
            #expect((status != 403) == isOpen, "\(path)")
        }
    }

    @Test func secretsAreNeitherListedNorKept() async throws {
        let backend = try await Backend()
        let secret = try #require(backend.key.split(separator: "_", maxSplits: 2).last)
        let listed = try await backend.ask(.get, "/v1/keys")
        #expect(!String(decoding: listed.body, as: UTF8.self).contains(secret))
        #expect(try backend.database.holds("api_keys"))
        #expect(try !backend.database.holds(String(secret)))
    }

    @Test func aRotatedKeyOpensForAWhile() async throws {
        let backend = try await Backend()
        let old = try await key(backend, #"["read"]"#)
        let id = old.split(separator: "_")[1]
        let fresh = try await backend.ask(.post, "/v1/keys/\(id)/rotate", #"{"overlapSeconds": 60}"#)
        let new = try #require(fresh["key"].string)
        #expect(try await backend.ask(.get, "/v1/notifications", key: old).status == 200)
        backend.advance(to: SignedHistory.opening + 60_000)
        #expect(try await backend.ask(.get, "/v1/notifications", key: old).status == 401)
        #expect(try await backend.ask(.get, "/v1/notifications", key: new).status == 200)
        #expect(try await backend.ask(.delete, "/v1/keys/\(new.split(separator: "_")[1])").status == 204)
        #expect(try await backend.ask(.get, "/v1/notifications", key: new).status == 401)
    }

    @Test func aKeyWithALimitWaitsForItsNextMinute() async throws {
        let backend = try await Backend()
        let key = try await key(backend, #"["read"]"#, #", "requestsPerMinute": 4"#)
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await backend.ask(.get, "/v1/notifications", key: key).status) }
        #expect(statuses == [200, 200, 429])
        backend.advance(to: SignedHistory.opening + 15_000)
        #expect(try await backend.ask(.get, "/v1/notifications", key: key).status == 200)
    }

    @Test func keysCompareWholeHashes() throws {
        var random = SystemRandomNumberGenerator()
        let key = AccessKey(using: &random)
        #expect(AccessKey(key.text) == key)
        #expect(key.matches(key.hash))
        #expect(!key.matches([]) && !key.matches(Array(key.hash.dropLast())) && !key.matches(key.hash.reversed()))
        for text in ["", "osk", "osk__b", "osk_a_", "abc_a_b", "osk_a"] { #expect(AccessKey(text) == nil) }
    }
}
