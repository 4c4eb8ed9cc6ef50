// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreServer
import Testing

/// A server that heard nothing asks a store that knows everything.
@Suite(.timeLimit(.minutes(2))) struct ReconciliationTests {
    /// A store behind HTTP, which sold something before anybody listened.
    private func withStore(
        _ body: (StoreHost, URL, CertificateAuthority, APICredentials) async throws -> Void
    ) async throws {
        let authority = try CertificateAuthority.make(now: Date())
        let credentials = APICredentials(
            keyID: "ABCDEFGHIJ", issuerID: "99b16628-15e4-4668-972b-eeff55eeff55", key: try SigningKey.generate())
        let host = StoreHost(
            configuration: SignedHistory.configuration,
            identity: AppIdentity(bundleID: Backend.bundleID, appAppleID: 1234, environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), seed: 7)
        let server = StoreServer(
            host: host, configuration: .init(root: authority.root, credentials: [credentials]))
        try server.start()
        do {
            try await body(host, server.baseURL, authority, credentials)
        } catch {
            await server.shutdown()
            throw error
        }
        await server.shutdown()
    }

    private func backend(
        _ url: URL, _ authority: CertificateAuthority, _ credentials: APICredentials, now: StoreInstant
    ) async throws -> Backend {
        let client = try AppStoreServerAPIClient(
            signingKey: credentials.key.pemRepresentation, keyId: credentials.keyID, issuerId: credentials.issuerID,
            bundleId: Backend.bundleID, environment: .sandbox, baseURL: url, retryPolicy: .none)
        return try await Backend(authority: authority, now: now, clients: [.sandbox: client])
    }

    @Test func whatWasMissedIsRepaired() async throws {
        try await withStore { host, url, authority, credentials in
            let account = host.account(named: nil)
            guard
                case .purchased(let first) = try host.perform(.purchase(.init(account: account, productID: "monthly")))
            else { return }
            let original = try #require(host.read { $0.payload(of: $0[first], signedAt: $0.now).transactionId })
            let backend = try await backend(url, authority, credentials, now: host.now)
            // The customer's app tells of the first month and is not opened again.
            let signed = try host.read {
                try JWSSigner(authority).sign(WireJSON.encode($0.payload(of: $0[first], signedAt: $0.now)))
            }
            _ = try await backend.verify(signed)
            host.advance(by: 40 * 86_400_000)
            backend.advance(to: host.now)
            let before = try await backend.ask(.get, "/v1/customers/\(original)")
            #expect(before["entitlements"].array.isEmpty)
            let answer = try await backend.ask(.post, "/v1/reconciliation")
            #expect(answer["reports"][0]["problems"].array.isEmpty)
            let after = try await backend.ask(.get, "/v1/customers/\(original)")
            #expect(after["subscriptions"][0]["status"].string == "active")
            #expect(after["subscriptions"][0]["willRenew"].bool == true)
            // Once more finds nothing that is new.
            let events = try await backend.ask(.get, "/v1/events?limit=1000")["events"].array.count
            let again = try await backend.ask(.post, "/v1/reconciliation?all=true")
            #expect(again["reports"][0]["notifications"].int == 0)
            #expect(try await backend.ask(.get, "/v1/events?limit=1000")["events"].array.count == events)
        }
    }

    @Test func aStoreThatIsDownIsAProblemAndNoHarm() async throws {
        let authority = try CertificateAuthority.make(now: Date())
        let credentials = APICredentials(keyID: "A", issuerID: "B", key: try SigningKey.generate())
        let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
        let backend = try await backend(nowhere, authority, credentials, now: SignedHistory.opening)
        let answer = try await backend.ask(.post, "/v1/reconciliation")
        #expect(answer.status == 200 && !answer["reports"][0]["problems"].array.isEmpty)
    }

    @Test func withoutAKeyThereIsNobodyToAsk() async throws {
        let answer = try await Backend().ask(.post, "/v1/reconciliation")
        #expect(answer.status == 409 && answer["code"].string == "noServerAPI")
    }
}
