// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct ServerValidationTests {
    let session: SKTestSession
    let app: TestApp
    let queue = MemoryDataStore()

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    func service(_ server: ScriptedServer, backoff: Backoff = .none) throws -> ServerValidationService {
        ServerValidationService(
            endpoint: try #require(URL(string: "https://purchases.example.com/v1/verify")), queue: queue,
            exchange: server, backoff: backoff
        ) { $0.setValue("Bearer secret", forHTTPHeaderField: "Authorization") }
    }

    func buySigned(_ productID: String = Shop.monthly) async throws -> VerificationResult<StoreKit.Transaction> {
        try await app.bought(productID)
        return try #require(await Transaction.latest(for: productID))
    }

    @Test("The server gets the signed transaction and an idempotency key, and says what the customer may use")
    func accepted() async throws {
        let server = ScriptedServer([ScriptedServer.yes])
        let signed = try await buySigned()
        guard case .accepted(let answer) = try await service(server).validateWithServer(signed) else {
            Issue.record("it was not accepted")
            return
        }
        #expect(answer.subscriptionStatus == "active")
        #expect(answer.entitlements?.map(\.id) == ["plus"])
        #expect(answer.entitlements?.map(\.expirationDate) == [Date(timeIntervalSince1970: 1_800_000_000.5)])
        let asked = try #require(server.asked.first)
        #expect(asked.key == "\(signed.unsafePayloadValue.id)")
        #expect(asked.authorization == "Bearer secret")
        #expect(asked.payload?.jwsRepresentation == signed.jwsRepresentation)
        #expect(asked.payload?.productID == Shop.monthly)
    }

    @Test(
        "A no is a no, and is not asked again",
        arguments: [
            ScriptedServer.no, ScriptedServer.noAccess, .status(400, ""), .status(409, ""), .status(422, "not it"),
        ])
    func refused(answer: ScriptedServer.Answer) async throws {
        let server = ScriptedServer([answer])
        let service = try service(server, backoff: Backoff(pauses: [.seconds(1)]) { _ in })
        guard case .refused = try await service.validateWithServer(await buySigned()) else {
            Issue.record("it was not refused")
            return
        }
        #expect(server.asked.count == 1)
        #expect(await service.unansweredCount == 0)
    }

    @Test(
        "No answer is not a no: it waits and is asked again",
        arguments: [
            (ScriptedServer.Answer.down, ServerSilence.Code.network, 3), (.status(500, ""), .serverTrouble, 3),
            (.status(503, ""), .serverTrouble, 3), (.status(429, ""), .serverTrouble, 3),
            (.status(200, "<html>Sign in to the network</html>"), .unreadable, 3), (.status(302, ""), .unreadable, 3),
            (.status(401, ""), .notAuthorized, 1), (.status(403, ""), .notAuthorized, 1),
            (.status(404, "{}"), .wrongAddress, 1), (.status(405, ""), .wrongAddress, 1),
        ])
    func unanswered(answer: ScriptedServer.Answer, code: ServerSilence.Code, attempts: Int) async throws {
        let server = ScriptedServer([answer])
        let service = try service(server, backoff: Backoff(pauses: [.seconds(1), .seconds(2)]) { _ in })
        let signed = try await buySigned()
        guard case .unanswered(let silence) = try await service.validateWithServer(signed) else {
            Issue.record("it was answered")
            return
        }
        #expect(silence.code == code)
        #expect(server.asked.count == attempts)
        #expect(Set(server.asked.map(\.key)).count == 1)
        #expect(await service.unansweredCount == 1)
    }

    @Test("What was not answered survives the process and is sent in order, until the server falls silent again")
    func queueSurvives() async throws {
        let server = ScriptedServer([.down])
        let first = try service(server)
        for product in [Shop.workshop, Shop.season, Shop.family] {
            _ = try await first.validateWithServer(await buySigned(product))
        }
        let keys = server.asked.map(\.key)
        let second = try service(server)
        #expect(await second.unansweredCount == 3)
        server.script([ScriptedServer.yes, .down])
        #expect(await second.flush().count == 2)
        #expect(await second.unansweredCount == 2)
        server.script([ScriptedServer.no, ScriptedServer.yes])
        let verdicts = await second.flush()
        #expect(verdicts.values.filter { if case .refused = $0 { true } else { false } }.count == 1)
        #expect(await second.unansweredCount == 0)
        #expect(server.asked.suffix(2).map(\.key) == Array(keys.suffix(2)))
        #expect(try await service(server).unansweredCount == 0)
    }

    @Test("A server that says when to come back is left alone until then")
    func retryAfter() async throws {
        let pauses = Mutex<[Duration]>([])
        let backoff = Backoff(pauses: [.seconds(1), .seconds(1), .seconds(1)]) { pause in
            pauses.withLock { $0.append(pause) }
        }
        let server = ScriptedServer([
            .status(503, "", headers: ["Retry-After": "7"]), .status(429, "", headers: ["Retry-After": "86400"]),
            .status(503, "", headers: ["Retry-After": "soon"]), ScriptedServer.yes,
        ])
        guard case .accepted = try await service(server, backoff: backoff).validateWithServer(await buySigned()) else {
            Issue.record("it was not accepted")
            return
        }
        #expect(pauses.withLock { $0 } == [.seconds(7), .seconds(60), .seconds(1)])
    }

    @Test("What StoreKit does not vouch for is not sent, and a queue that cannot be read is begun anew")
    func unverified() async throws {
        let server = ScriptedServer([ScriptedServer.yes])
        queue.write(Data("[".utf8))
        let service = try service(server)
        let signed = try await buySigned()
        await #expect(throws: VerificationResult<StoreKit.Transaction>.VerificationError.invalidSignature) {
            try await service.validateWithServer(.unverified(signed.unsafePayloadValue, .invalidSignature))
        }
        #expect(server.asked.isEmpty)
        #expect(await service.unansweredCount == 0)
    }

    // Cases 9, 78.
    @Test("A purchase that needs the server is posted once, finished after its answer, and says what it gave")
    func delivery() async throws {
        let server = ScriptedServer([.down])
        let service = try service(server)
        let entitled = Mutex<[String]>([])
        let manager = PurchaseManager(deliveries: MemoryDataStore(), retries: .none) { delivery in
            switch await service.validateWithServer(delivery) {
            case .accepted(let answer): entitled.withLock { $0 += answer.entitlements?.map(\.id) ?? [] }
            case .refused: break
            case .unanswered(let silence): throw silence
            }
        }
        let product = try await Shop.product(Shop.family)
        guard case .undelivered = try await manager.purchase(product) else {
            Issue.record("it was delivered without an answer")
            return
        }
        #expect(await transactions(Transaction.unfinished).count == 1)
        server.script([ScriptedServer.yes])
        await manager.deliverUnfinished()
        await manager.deliverUnfinished()
        #expect(entitled.withLock { $0 } == ["plus"])
        #expect(server.asked.count == 2)
        #expect(Set(server.asked.map(\.key)).count == 1)
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }
}
