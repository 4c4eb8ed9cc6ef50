// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import SignedData
@testable import StoreServer

@Suite struct AuthenticationTests {
    /// A token that is wrong in one way, and the code of the reason that the log must name.
    struct Case: Sendable, CustomTestStringConvertible {
        var reason: String
        var change: @Sendable (inout [String: APICredentials.Claim]) -> Void

        var testDescription: String { reason }
    }

    static let now = TestStore.start.date.timeIntervalSince1970

    @Test(
        "A token with a wrong claim is refused, and the log says why",
        arguments: [
            Case(reason: "expired") { $0["exp"] = .number(now - 1) },
            Case(reason: "wrongAudience") { $0["aud"] = .text("other") },
            Case(reason: "wrongIssuer") { $0["iss"] = .text("0f4f2a7e-0000-4000-8000-000000000000") },
            Case(reason: "wrongBundleID") { $0["bid"] = .text("com.example.other") },
            Case(reason: "lifetimeTooLong") { $0["exp"] = .number(now + 7200) },
            Case(reason: "issuedInFuture") {
                $0["iat"] = .number(now + 600)
                $0["exp"] = .number(now + 900)
            },
            Case(reason: "claimMissing") { $0["bid"] = nil },
        ])
    func refusesWrongClaims(_ example: Case) async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        var claims = Self.claims(of: store)
        example.change(&claims)
        let token = try store.credentials.token(claims: claims)
        let answer = try await store.server("/inApps/v1/transactions/\(id)", token: token)
        #expect(answer.status == 401)
        #expect(answer.body == Data("Unauthenticated".utf8))
        #expect(answer.contentType?.hasPrefix("text/plain") == true)
        let line = try #require(store.log.lines.first)
        #expect(line.contains("\(example.reason): "))
        #expect(!line.contains(token))
    }

    @Test("A request without a usable header is refused", arguments: [nil, "", "Bearer", "Bearer a.b.c", "Basic eDp5"])
    func refusesOtherHeaders(header: String?) async throws {
        let store = try TestStore()
        let headers: HTTPHeaders = header.map { ["Authorization": $0] } ?? [:]
        let answer = try await store.ask(.get, "/inApps/v1/transactions/1", headers: headers)
        #expect(answer.status == 401)
        #expect(store.log.lines.count == 1)
    }

    @Test("A token of a key that is not registered is refused")
    func refusesForeignKeys() async throws {
        let store = try TestStore()
        var random = SeededGenerator(seed: 99)
        let foreign = try APICredentials.make(random: &random)
        let token = try foreign.token(bundleID: TestStore.bundleID, now: TestStore.start.date)
        #expect(try await store.server("/inApps/v1/transactions/1", token: token).status == 401)
        #expect(store.log.lines.first?.contains("keyUnknown") == true)
    }

    @Test("A token signed by another key than it names is refused")
    func refusesForgedTokens() async throws {
        let store = try TestStore()
        let forger = APICredentials(
            keyID: store.credentials.keyID, issuerID: store.credentials.issuerID, key: try SigningKey.generate())
        let token = try forger.token(bundleID: TestStore.bundleID, now: TestStore.start.date)
        #expect(try await store.server("/inApps/v1/transactions/1", token: token).status == 401)
        #expect(store.log.lines.first?.contains("signatureInvalid") == true)
    }

    @Test("A token without iat is accepted, as Apple's Python and Java clients send none")
    func acceptsMissingIssueDate() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        var claims = Self.claims(of: store)
        claims["iat"] = nil
        let token = try store.credentials.token(claims: claims)
        #expect(try await store.server("/inApps/v1/transactions/\(id)", token: token).status == 200)
    }

    @Test("Each of several keys is accepted")
    func acceptsSeveralKeys() async throws {
        var random = SeededGenerator(seed: 5)
        let second = try APICredentials.make(random: &random)
        let store = try TestStore(moreKeys: [second])
        let id = try store.buy(Shop.lamp)
        for key in [second, store.credentials] {
            let token = try key.token(bundleID: TestStore.bundleID, now: TestStore.start.date)
            #expect(try await store.server("/inApps/v1/transactions/\(id)", token: token).status == 200)
        }
    }

    @Test("Tokens stay good when the store's clock is moved")
    func judgesTokensByTheRealTime() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        store.host.advance(by: 400 * 86_400_000)
        #expect(try await store.server("/inApps/v1/transactions/\(id)").status == 200)
    }

    @Test("Production knows no app that was never released, and the log says so; Sandbox does not care (case 61)")
    func refusesUnreleasedApps() async throws {
        for environment in [AppStoreEnvironment.production, .sandbox] {
            let store = try TestStore(environment: environment, isReleased: false)
            let id = try store.buy(Shop.lamp)
            let answer = try await store.server("/inApps/v1/transactions/\(id)")
            guard environment == .production else {
                #expect(answer.status == 200)
                continue
            }
            #expect(answer.status == 401)
            #expect(answer.contentType?.hasPrefix("application/json") == false)
            #expect(store.log.lines.contains { $0.contains("never released") })
        }
    }

    @Test("Every Server API route wants a token")
    func guardsEveryRoute() async throws {
        let store = try TestStore()
        let routes = store.router.routes.filter { $0.pattern.hasPrefix("/inApps/") }
        #expect(routes.filter { !$0.pattern.contains("/messaging/") }.count == 18)
        for route in routes {
            let path = route.pattern.replacing(/\{[A-Za-z]+\}/, with: "1")
            #expect(try await store.ask(route.method, path).status == 401, "\(route.method) \(route.pattern)")
        }
    }

    private static func claims(of store: TestStore) -> [String: APICredentials.Claim] {
        [
            "iss": .text(store.credentials.issuerID), "aud": .text("appstoreconnect-v1"),
            "bid": .text(TestStore.bundleID), "iat": .number(now), "exp": .number(now + 300),
        ]
    }
}
