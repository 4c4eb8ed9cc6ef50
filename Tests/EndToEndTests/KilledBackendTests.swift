// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPRequests
import SignedData
import StoreEngine
import SubscriptionServer
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that is killed under load again and again, and a sender that tries again what was not answered;
/// `OPENSTOREKIT_KILLS` asks for another number of kills.
@Suite(.timeLimit(.minutes(20))) struct KilledBackendTests {
    private static let kills = ProcessInfo.processInfo.environment["OPENSTOREKIT_KILLS"].flatMap(Int.init) ?? 4

    @Test func nothingThatWasAnsweredIsLostAndNothingCountsTwice() async throws {
        try await withDirectory { directory in
            let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
            let root = directory.appending(path: "root.der")
            try authority.root.derRepresentation.write(to: root)
            let ledger = directory.appending(path: "ledger.db").path
            let arguments = [
                "backend", "--json", "--quiet", "--port", "0", "--database", ledger, "--root", root.path,
                "--bundle-id", SignedHistory.bundleID,
            ]
            var texts: [String] = []
            var seed: UInt64 = 1
            while texts.count < Self.kills * 25 {
                texts += try SignedHistory(seed: seed, signer: JWSSigner(authority)).notifications
                seed += 1
                await Task.yield()
            }
            var random = SeededGenerator(seed: 42)
            var waiting = texts.shuffled(using: &random)
            for _ in 0..<Self.kills {
                let moment = Int.random(in: 1...25, using: &random)
                waiting = try await Tool.with(arguments) { try await Sender($0).post(waiting, thenKillAfter: moment) }
            }
            waiting = try await Tool.with(arguments) { tool in
                let left = try await Sender(tool).post(waiting, thenKillAfter: nil)
                tool.send(SIGTERM)
                #expect(await tool.outcome().end == .exit(0))
                return left
            }
            #expect(waiting.isEmpty)
            try compare(ledger, with: texts, authority)
        }
    }

    /// Holds a ledger against what a server that nothing happened to would have.
    private func compare(_ path: String, with texts: [String], _ authority: CertificateAuthority) throws {
        let verifier = JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: SignedHistory.bundleID, environments: [.sandbox]))
        var oracle = Ledger()
        let calm = try LedgerStore(Database(path: ":memory:"))
        for text in texts {
            let notification = try verifier.verify(text, as: ResponseBodyV2DecodedPayload.self)
            let facts = try SignedFacts(notification)
            oracle.join(facts)
            _ = try calm.transaction { () throws(DatabaseError) in
                try calm.record(
                    notification, facts: facts, app: SignedHistory.bundleID, receivedAt: SignedHistory.opening)
            }
        }
        let database = try Database(path: path)
        #expect(try database.rows("PRAGMA integrity_check").first?[0].text == "ok")
        #expect(try database.rows("SELECT count(*) FROM notifications").first?[0].integer == Int64(texts.count))
        let store = try LedgerStore(database)
        let now = SignedHistory.opening + 400 * 86_400_000
        #expect(!oracle.lines.isEmpty)
        for (id, line) in oracle.lines {
            #expect(try store.line(id, app: SignedHistory.bundleID)?.standing(at: now) == line.standing(at: now))
        }
        let keys = try store.events(after: 0, limit: .max).map(\.event.key).sorted()
        #expect(try keys == calm.events(after: 0, limit: .max).map(\.event.key).sorted())
    }
}

/// Posts to a server, and kills it when it has answered so often.
private final class Sender: Sendable {
    private struct Greeting: Decodable {
        let url: URL
    }

    private let answered = Mutex(0)
    private let tool: Tool
    private let url: URL

    init(_ tool: Tool) async throws {
        guard let line = await tool.line() else { throw OpenStore.NoGreeting(outcome: await tool.outcome()) }
        self.tool = tool
        url = try JSONDecoder().decode(Greeting.self, from: Data(line.utf8)).url.appending(
            path: "v1/notifications/apple")
    }

    /// Posts eight at a time, and returns what was not answered 200.
    func post(_ texts: [String], thenKillAfter limit: Int?) async throws -> [String] {
        await withTaskGroup(of: String?.self) { group in
            var rest = texts[...]
            var left: [String] = []
            for text in rest.prefix(8) { group.addTask { await self.post(text, limit) ? nil : text } }
            rest = rest.dropFirst(8)
            while let result = await group.next() {
                if let text = result { left.append(text) }
                // Against a dead server nothing more is tried.
                let isDead = limit.map { limit in self.answered.withLock { $0 >= limit } } ?? false
                guard !isDead, let text = rest.popFirst() else { continue }
                group.addTask { await self.post(text, limit) ? nil : text }
            }
            return left + rest
        }
    }

    /// Returns whether the text was taken in for certain.
    private func post(_ text: String, _ limit: Int?) async -> Bool {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"signedPayload": "\#(text)"}"#.utf8)
        guard let (_, response) = try? await HTTPRequester.answer(to: request) else { return false }
        let number = answered.withLock { number in
            number += 1
            return number
        }
        if number == limit { tool.send(SIGKILL) }
        return response.statusCode == 200
    }
}
