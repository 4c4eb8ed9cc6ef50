// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SubscriptionServer
import Testing

@Suite struct LastKeyTests {
    private func id(_ key: String) throws -> String {
        String(try #require(key.split(separator: "_").dropFirst().first))
    }

    private func make(_ backend: Backend, _ more: String = "") async throws -> String {
        let made = try await backend.ask(.post, "/v1/keys", #"{"name": "other", "scopes": ["admin"]\#(more)}"#)
        return try #require(made["key"].string)
    }

    @Test func theLastKeyThatOpensEverythingStays() async throws {
        let backend = try await Backend()
        _ = try await backend.ask(.post, "/v1/keys", #"{"name": "app", "scopes": ["write"]}"#)
        let first = try id(backend.key)
        let refused = try await backend.ask(.delete, "/v1/keys/\(first)")
        #expect(refused.status == 409 && refused["code"].string == "lastAdministrator")
        let other = try await make(backend)
        #expect(try await backend.ask(.delete, "/v1/keys/\(first)").status == 204)
        #expect(try await backend.ask(.get, "/v1/keys").status == 401)
        #expect(try await backend.ask(.delete, "/v1/keys/\(try id(other))", key: other).status == 409)
        // What opens nothing any more is not deleted again.
        #expect(try await backend.ask(.delete, "/v1/keys/\(first)", key: other).status == 404)
    }

    @Test func ofTwoAtOnceOneStays() async throws {
        let backend = try await Backend()
        let other = try await make(backend)
        let (one, two) = (try id(backend.key), try id(other))
        async let left = backend.ask(.delete, "/v1/keys/\(one)", key: other)
        async let right = backend.ask(.delete, "/v1/keys/\(two)", key: backend.key)
        let statuses = [try await left.status, try await right.status]
        #expect(statuses.filter { $0 == 204 }.count == 1, "\(statuses)")
    }

    @Test func aStartWithoutAnAdministratorMakesOne() async throws {
        let backend = try await Backend()
        #expect(try await backend.server.makeFirstKey() == nil)
        let end = SignedHistory.opening + 1000
        _ = try await make(backend, #", "expires": \#(end.milliseconds)"#)
        _ = try await backend.ask(.post, "/v1/keys", #"{"name": "app", "scopes": ["write"]}"#)
        #expect(try await backend.ask(.delete, "/v1/keys/\(try id(backend.key))").status == 204)
        #expect(try await backend.another().makeFirstKey() == nil)
        backend.advance(to: end)
        let fresh = try #require(try await backend.another().makeFirstKey())
        #expect(try await backend.ask(.get, "/v1/keys", key: fresh.text).status == 200)
    }

    @Test(arguments: [
        (#""scopes": ["read"], "requestsPerMinute": 0"#, "requestsPerMinute"),
        (#""scopes": ["read"], "expires": 1"#, "expires"), (#""scopes": ["all"]"#, "admin"),
        (#""scopes": []"#, "admin"),
    ])
    func aKeyThatWouldOpenNothingIsNotMade(wish: String, named: String) async throws {
        let backend = try await Backend()
        let answer = try await backend.ask(.post, "/v1/keys", #"{"name": "app", \#(wish)}"#)
        #expect(answer.status == 400)
        let words = [answer["message"].string, answer["fix"].string].compactMap(\.self).joined()
        #expect(words.contains(named))
        #expect(try await backend.ask(.get, "/v1/keys")["keys"].array.count == 1)
    }
}
