// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Synchronization
import Testing

@testable import StoreServer

@Suite struct FaultDeliveryTests {
    static let target = URL(string: "http://192.0.2.1/notifications")

    /// Buys a subscription while a fault is on, and returns the store with what was posted.
    func deliver(
        _ fault: Fault, environment: AppStoreEnvironment = .sandbox, count: Int = 1
    ) async throws -> (store: TestStore, texts: [String]) {
        let client = TestClient()
        var rule = FaultRule(fault)
        rule.times = 1
        let store = try TestStore(
            notifying: [#require(Self.target)], client: client, environment: environment,
            faults: FaultPlan(rules: [rule]))
        try store.buy(Shop.monthly)
        store.host.advance(by: 3_600_000)
        await store.deliverAll()
        return (store, await client.posts(count).map(\.signedPayload))
    }

    func failure(_ store: TestStore, _ text: String) throws -> VerificationFailure {
        try #require(throws: VerificationFailure.self) { try store.notification(text) }
    }

    @Test("A wrong signature is refused as one")
    func spoilsSignatures() async throws {
        let (store, texts) = try await deliver(.wrongSignature)
        #expect(try failure(store, texts[0]).code.rawValue == "signatureInvalid")
    }

    @Test("An expired certificate is refused as one")
    func usesExpiredCertificates() async throws {
        let (store, texts) = try await deliver(.expiredCertificate)
        #expect(try failure(store, texts[0]).code.rawValue == "certificateExpired")
    }

    @Test("An unknown type is signed well, and has no value")
    func inventsTypes() async throws {
        let (store, texts) = try await deliver(.unknownType)
        let payload = try store.notification(texts[0])
        #expect(payload.rawNotificationType == "TYPE_OF_TOMORROW")
        #expect(payload.notificationType == nil)
        #expect(payload.data?.signedTransactionInfo != nil)
    }

    @Test("Unknown fields are signed well, in the notification and in what it carries")
    func inventsFields() async throws {
        let (store, texts) = try await deliver(.unknownFields)
        let payload = try store.notification(texts[0])
        #expect(payload.notificationType == .subscribed)
        let inner = try #require(payload.data?.signedTransactionInfo)
        #expect(try store.transaction(inner).productId == Shop.monthly)
        for text in [texts[0], inner] {
            let segment = String(text.split(separator: ".")[1])
            let json = String(decoding: try #require(Base64URL.decode(segment)), as: UTF8.self)
            #expect(json.contains(#""fieldOfTomorrow":"value""#))
        }
    }

    @Test("A renewal info can be missing (case 72)")
    func leavesRenewalInfosOut() async throws {
        let (store, texts) = try await deliver(.missingRenewalInfo)
        let payload = try store.notification(texts[0])
        #expect(payload.data?.signedRenewalInfo == nil)
        #expect(payload.data?.signedTransactionInfo != nil)
    }

    @Test("What is lost on the way got no response, and is tried again in Production only")
    func losesAttempts() async throws {
        let (store, texts) = try await deliver(.drop, environment: .production)
        #expect(texts.count == 1)
        let attempts = store.dispatcher.sent.entries(after: 0, limit: 1).first?.attempts.map(\.result)
        #expect(attempts == [.noResponse, .success])
        let sandbox = try await deliver(.drop, count: 0).store
        #expect(sandbox.dispatcher.sent.entries(after: 0, limit: 1).first?.attempts.map(\.result) == [.noResponse])
    }

    @Test("A connection that is cut is a premature close")
    func cutsConnections() async throws {
        let (store, _) = try await deliver(.cutConnection, count: 0)
        #expect(store.dispatcher.sent.entries(after: 0, limit: 1).first?.attempts.map(\.result) == [.prematureClose])
    }

    @Test("Duplicates and replays are posts, but no attempts of the store")
    func repeats() async throws {
        for fault in [Fault.duplicate, .replay] {
            let client = TestClient()
            let store = try TestStore(
                notifying: [#require(Self.target)], client: client, faults: FaultPlan(rules: [FaultRule(fault)]))
            try store.buy(Shop.lamp)
            try store.buy(Shop.coins)
            await store.deliverAll()
            let texts = await client.posts(fault == .duplicate ? 4 : 3).map(\.signedPayload)
            #expect(
                texts
                    == (fault == .duplicate
                        ? [texts[0], texts[0], texts[2], texts[2]] : [texts[0], texts[1], texts[0]]))
            let entries = store.dispatcher.sent.entries(after: 0, limit: 9)
            #expect(entries.map(\.attempts.count) == [1, 1])
        }
    }

    @Test("Faults can be switched while the store runs")
    func switches() async throws {
        let client = TestClient()
        let store = try TestStore(notifying: [#require(Self.target)], client: client)
        let running = Task { await store.dispatcher.run() }
        try store.buy(Shop.lamp)
        _ = await client.posts(1)
        store.dispatcher.faults = FaultPlan(rules: [FaultRule(.wrongSignature)])
        try store.buy(Shop.lamp, account: "another")
        let spoiled = try #require(await client.posts(1).first)
        #expect(throws: VerificationFailure.self) { try store.notification(spoiled.signedPayload) }
        await store.deliverAll()
        await running.value
    }

    @Test("A cut request never reaches a server whole")
    func cutsRealConnections() async throws {
        let posts = Mutex(0)
        let server = HTTPServer(host: "127.0.0.1", port: 0) { _ in
            posts.withLock { $0 += 1 }
            return .empty(200)
        }
        try server.start()
        let json = Data(#"{"signedPayload":"text"}"#.utf8)
        let url = server.baseURL.appending(path: "notifications")
        await HTTPNotificationClient().cut(json, to: url)
        #expect(try await HTTPNotificationClient().post(json, to: url) == 200)
        await server.shutdown(gracePeriod: .seconds(5))
        #expect(posts.withLock { $0 } == 1)
    }
}
