// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import Synchronization
import Testing

@testable import SubscriptionServer

@Suite struct LedgerTroubleTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
        var log: @Sendable (String) -> Void { { line in self.all.withLock { $0.append(line) } } }
        var text: String { all.withLock { $0.joined(separator: "\n") } }
    }

    private static let away = DatabaseError(
        .unavailable, "The database postgres://zoe@db.internal/shop cannot be reached: no route", fix: "See.")

    @Test func strangersAreToldNothingOfTheDatabaseAndTheLogIs() async throws {
        let lines = Lines()
        let backend = try await Backend(log: lines.log)
        let text = try backend.sign(Sale.notification(.test))
        try backend.database.open().run("ALTER TABLE notifications RENAME TO elsewhere")
        for (method, path, body) in [
            (HTTPMethod.get, "/readyz", ""), (.post, "/v1/notifications/apple", #"{"signedPayload": "\#(text)"}"#),
        ] {
            let answer = try await backend.ask(method, path, body, key: "")
            #expect(answer.status == 503)
            #expect(answer["code"].string != nil && answer["fix"].string != nil)
            let told = String(decoding: answer.body, as: UTF8.self)
            for secret in [backend.database.address, "database", "notifications", "no such", "relation"] {
                #expect(!told.contains(secret), "\(told)")
            }
        }
        #expect(try await backend.ask(.get, "/healthz", key: "").status == 200)
        #expect(lines.all.withLock { $0.count { $0.contains("did not do") && $0.contains("notifications") } } == 2)
    }

    @Test(arguments: [DatabaseError.Code.unavailable, .full, .misuse, .cannotOpen, .damaged, .readOnly, .inputOutput])
    func whateverTheDatabaseSaysTheAnswerIsGeneral(code: DatabaseError.Code) throws {
        let error = DatabaseError(code, Self.away.message, fix: "Ask zoe.")
        for failure in [BackendFailure(error), BackendFailure(IngestFailure(error))] {
            #expect(failure.status == 503 && failure.code == code.rawValue)
            #expect(!failure.message.contains("zoe") && !failure.fix.contains("zoe"))
        }
    }

    @Test func aServerThatCannotWriteIsNotReady() async throws {
        let backend = try await Backend()
        #expect(try await backend.ask(.get, "/readyz", key: "").status == 200)
        // Reading goes on, and so do transactions in which nothing is written.
        try backend.database.open().run("ALTER TABLE jobs RENAME TO elsewhere")
        #expect(try await backend.ask(.get, "/readyz", key: "").status == 503)
        try backend.database.open().run("ALTER TABLE elsewhere RENAME TO jobs")
        #expect(try await backend.ask(.get, "/readyz", key: "").status == 200)
    }

    @Test func whoWasAdmittedBeforeIsAdmittedWithoutTheLedger() async throws {
        let database = try TestDatabase()
        let store = try LedgerStore(database.open())
        var random = SystemRandomNumberGenerator()
        let (key, other) = (AccessKey(using: &random), AccessKey(using: &random))
        for key in [key, other] {
            try store.transaction { () throws(DatabaseError) in
                try store.add(AccessKeyRecord(key, name: "k", scopes: .read, created: SignedHistory.opening))
            }
        }
        let gate = AccessGate(reader: try LedgerReader(at: database.location)) { SignedHistory.opening }
        let guests = FormerGuests(gate: gate) { SignedHistory.opening }
        func isAdmitted(_ key: AccessKey, to scope: AccessScope = .read) async throws -> Bool {
            gate.forget(key.id)
            let request = HTTPRequest(
                method: .get, target: try #require(HTTPTarget("/metrics")),
                headers: ["Authorization": "Bearer \(key.text)"])
            return (try? await guests.admit(request, to: scope)) != nil
        }
        #expect(try await isAdmitted(key))
        try database.open().run("ALTER TABLE api_keys RENAME TO elsewhere")
        #expect(try await isAdmitted(key))
        #expect(try await !isAdmitted(key, to: .admin))
        #expect(try await !isAdmitted(other))
        try database.open().run("ALTER TABLE elsewhere RENAME TO api_keys")
        try database.open().run("DELETE FROM api_keys")
        #expect(try await !isAdmitted(key))
        try database.open().run("ALTER TABLE api_keys RENAME TO elsewhere")
        #expect(try await !isAdmitted(key))
    }

    @Test(.enabled(if: TestDatabase.server == nil), arguments: [0, 3])
    func aFileOfAnotherProgramIsLeftAlone(version: Int) throws {
        let database = try TestDatabase()
        let file = try database.open()
        try file.run("CREATE TABLE customers (name TEXT)")
        try file.run("PRAGMA user_version = \(version)")
        #expect(try #require(throws: DatabaseError.self) { try LedgerStore(file) }.code == .foreign)
        #expect(try #require(throws: DatabaseError.self) { try LedgerStore.isOutdated(file) }.code == .foreign)
    }

    @Test func aTroubleThatLastsIsToldWhenItBeginsAndWhenItIsOver() {
        let lines = Lines()
        let watch = LedgerWatch { event, level, problem in lines.log("\(level): \(event): \(problem ?? "-")") }
        watch.note(.writing, nil)
        for _ in 0..<3 { watch.note(.writing, Self.away) }
        watch.note(.reading, nil)
        watch.note(.writing, DatabaseError(.full, "The disk is full", fix: "Make space."))
        for _ in 0..<2 { watch.note(.writing, nil) }
        watch.note(.writing, DatabaseError(.unstorable, "A NUL", fix: "None."))
        #expect(
            lines.all.withLock { $0 } == [
                "error: the ledger cannot be written: \(Self.away)",
                "error: the ledger cannot be written: The disk is full. Make space.",
                "info: the ledger can be written again: -",
            ])
    }
}
