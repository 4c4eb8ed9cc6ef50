// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import Testing

/// Wishes that are sent again, because nobody heard the answer.
@Suite(.timeLimit(.minutes(2))) struct RepeatedWishTests {
    private static let grant = #"{"entitlement": "pro", "reason": "apology", "expires": 1770000100000}"#

    private func backend() async throws -> Backend {
        let backend = try await Backend()
        for name in ["anna", "ben"] {
            #expect(try await backend.ask(.post, "/v1/customers", #"{"userId": "\#(name)"}"#).status == 200)
        }
        return backend
    }

    private func grants(_ backend: Backend, of customer: String = "anna") async throws -> Int {
        try await backend.ask(.get, "/v1/customers/\(customer)")["grants"].array.count
    }

    // MARK: - Grants

    @Test func aGrantUnderTheSameKeyIsMadeOnce() async throws {
        let backend = try await backend()
        let first = try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "a")
        let again = try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "a")
        #expect(first.status == 201 && again.status == 201 && first.body == again.body)
        #expect(try await grants(backend) == 1)
        // Also when it is over meanwhile.
        backend.advance(to: StoreInstant(milliseconds: 1_770_000_200_000))
        #expect(try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "a").body == first.body)
        #expect(try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "b").status == 400)
    }

    @Test func grantsUnderOtherKeysAndWithoutAnyAreOthers() async throws {
        let backend = try await backend()
        for key in ["a", "b", nil, nil] {
            #expect(
                try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: key).status == 201)
        }
        #expect(try await grants(backend) == 4)
        // Each customer has keys of its own.
        #expect(try await backend.ask(.post, "/v1/customers/ben/grants", Self.grant, once: "a").status == 201)
        #expect(try await grants(backend, of: "ben") == 1)
    }

    @Test(arguments: [
        #"{"entitlement": "plus", "reason": "apology", "expires": 1770000100000}"#,
        #"{"entitlement": "pro", "reason": "prize", "expires": 1770000100000}"#,
        #"{"entitlement": "pro", "reason": "apology"}"#,
    ])
    func `A key that stands for another grant is refused`(other: String) async throws {
        let backend = try await backend()
        #expect(try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "a").status == 201)
        let refused = try await backend.ask(.post, "/v1/customers/anna/grants", other, once: "a")
        #expect(refused.status == 409 && refused["code"].string == "keyUsed")
        #expect(try await grants(backend) == 1)
    }

    @Test(arguments: ["", String(repeating: "k", count: 256)])
    func `A key that is none is refused`(key: String) async throws {
        let backend = try await backend()
        let refused = try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: key)
        #expect(refused.status == 400)
        #expect(try await grants(backend) == 0)
    }

    @Test func customersWhoWereGrantedUnderTheSameKeyCanBecomeOne() async throws {
        let backend = try await backend()
        var first: Data?
        for name in ["anna", "ben"] {
            let made = try await backend.ask(.post, "/v1/customers/\(name)/grants", Self.grant, once: "a")
            first = first ?? made.body
        }
        #expect(try await backend.ask(.post, "/v1/customers/anna/merge", #"{"from": "ben"}"#).status == 200)
        #expect(try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "a").body == first)
        #expect(try await grants(backend) == 2)
    }

    @Test func aKeyIsForgottenWithTheCustomer() async throws {
        let backend = try await backend()
        _ = try await backend.ask(.post, "/v1/customers/anna/grants", Self.grant, once: "a")
        let erased = try await backend.ask(.post, "/v1/customers/anna/erasure")
        let number = try #require(erased["customerId"].string)
        let again = try await backend.ask(.post, "/v1/customers/\(number)/grants", Self.grant, once: "a")
        #expect(again.status == 201)
        #expect(try await grants(backend, of: number) == 2)
    }

    // MARK: - Webhooks

    @Test func aWebhookUnderTheSameKeyIsMadeOnce() async throws {
        let backend = try await Backend()
        let wish = #"{"url": "https://example.com/a", "types": ["renewal", "refund"]}"#
        let first = try await backend.ask(.post, "/v1/webhooks", wish, once: "a")
        // The order of types says nothing.
        let same = #"{"types": ["refund", "renewal"], "url": "https://example.com/a"}"#
        let again = try await backend.ask(.post, "/v1/webhooks", same, once: "a")
        #expect(first.status == 201 && again.status == 201 && first.body == again.body)
        #expect(first["secret"].string != nil)
        let other = try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/b"}"#, once: "a")
        #expect(other.status == 409 && other["code"].string == "keyUsed")
        #expect(try await backend.ask(.get, "/v1/webhooks")["webhooks"].array.count == 1)
        _ = try await backend.ask(.post, "/v1/webhooks", wish)
        #expect(try await backend.ask(.get, "/v1/webhooks")["webhooks"].array.count == 2)
    }
}
