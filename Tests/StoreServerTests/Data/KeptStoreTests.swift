// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreLink
import Testing

@testable import StoreServer

@Suite struct KeptStoreTests {
    private static let identity = AppIdentity(bundleID: "com.example.app", environment: .sandbox)
    private static let authority = Result { try CertificateAuthority.make(now: TestStore.start.date) }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    private func open(
        _ directory: URL, identity: AppIdentity = identity, source: String = "shop",
        clock: ManualClock = ManualClock(now: TestStore.start)
    ) throws -> KeptStore {
        try KeptStore(
            in: directory,
            KeptStore.Beginning(
                configuration: Shop.configuration, source: source, identity: identity, settings: StoreSettings(),
                seed: 7),
            signer: StoreSigner(JWSSigner(Self.authority.get())), clock: clock, log: { _ in })
    }

    /// Lets something happen in every part of a store.
    private func play(_ host: StoreHost, device: UUID) async throws {
        _ = try await host.connect(ConnectRequest(device: device, account: "anna"))
        let anna = host.account(named: "anna")
        guard case .purchased(let index) = try host.perform(.purchase(.init(account: anna, productID: Shop.monthly)))
        else { return }
        host.advance(by: 40 * 86_400_000)
        try host.perform(.finish(account: anna, transaction: index))
        _ = try? host.perform(.purchase(.init(account: anna, productID: "nothing")))
        try host.perform(.purchase(.init(account: host.account(named: "ben"), productID: Shop.coins, quantity: 3)))
    }

    @Test("A store that was not closed is the same again: engine, accounts, clock, and what devices have not seen")
    func reopens() async throws {
        try await withDirectory { directory in
            let device = UUID()
            let before: (Engine, [String: AccountID], Int64, ChangesAnswer, [NotificationLog.Entry])
            do {
                let kept = try open(directory)
                try await play(kept.host, device: device)
                try await kept.keeper.settle()
                let changes = try await kept.host.changes(ChangesRequest(device: device))
                before = (kept.host.read { $0 }, kept.host.accountNames, kept.host.offset, changes, [])
                try await kept.keeper.close()
            }
            let again = try open(directory)
            #expect(again.host.read { $0 } == before.0)
            #expect(again.host.accountNames == before.1)
            #expect(again.host.offset == before.2)
            let news = try await again.host.changes(ChangesRequest(device: device, after: before.3.cursor))
            #expect(news.isComplete == false)
            #expect(news.transactions.isEmpty)
            #expect(news.cursor == before.3.cursor)
            let all = try await again.host.changes(ChangesRequest(device: device))
            #expect(all.transactions.map(\.revision) == before.3.transactions.map(\.revision))
            #expect(all.transactions.map(\.isAnnounced) == before.3.transactions.map(\.isAnnounced))
            #expect(again.notifications.map(\.number) == [1, 2, 3])
        }
    }

    @Test(
        "An image gives the same store as the events, and one that cannot be read is done without",
        arguments: [true, false])
    func images(isReadable: Bool) async throws {
        try await withDirectory { directory in
            let device = UUID()
            let before: Engine
            do {
                let kept = try open(directory)
                try await play(kept.host, device: device)
                try kept.keeper.keep(kept.host.image)
                try kept.host.perform(
                    .purchase(.init(account: kept.host.account(named: "cora"), productID: Shop.lamp)))
                try await kept.keeper.settle()
                if !isReadable {
                    try kept.keeper.read { database throws(DatabaseError) in
                        _ = try database.run("UPDATE images SET image = $1", [.blob([1, 2, 3])])
                    }
                }
                before = kept.host.read { $0 }
                try await kept.keeper.close()
            }
            let again = try open(directory)
            #expect(again.host.read { $0 } == before)
            #expect(again.host.accountNames.keys.sorted() == ["anna", "ben", "cora"])
            #expect(again.notifications.count == 4)
        }
    }

    @Test("Attempts are kept, and what a target never got is delivered after the restart")
    func attempts() async throws {
        try await withDirectory { directory in
            let targets = [URL(fileURLWithPath: "/one"), URL(fileURLWithPath: "/two")]
            do {
                let kept = try open(directory)
                kept.keeper.set(.notificationURLs, targets)
                try kept.host.perform(.requestTestNotification)
                try kept.host.perform(.requestTestNotification)
                for number in 1...2 {
                    kept.keeper.append(
                        .init(target: targets[0], date: TestStore.start, result: .success), to: number)
                }
                kept.keeper.append(.init(target: targets[1], date: TestStore.start, result: .noResponse), to: 1)
                try await kept.keeper.close()
            }
            let again = try open(directory)
            #expect(again.notifications.map { $0.attempts.map(\.result) } == [[.success, .noResponse], [.success]])
            let client = TestClient { _ in 200 }
            let new = URL(fileURLWithPath: "/new")
            let dispatcher = NotificationDispatcher(
                host: again.host, targets: targets + [new], client: client, timeout: .seconds(30),
                clock: StoppedClock(),
                kept: again, log: { _ in })
            await dispatcher.finish(within: .seconds(30))
            #expect(dispatcher.sent.entries(after: 0, limit: 10).map(\.attempts.count) == [2, 2])
        }
    }

    @Test("While nothing can be written the store is not well, and says why; then it is again, and nothing was lost")
    func health() async throws {
        try await withDirectory { directory in
            let kept = try open(directory)
            let authority = try Self.authority.get()
            let configuration = StoreServer.Configuration(root: authority.root, credentials: [])
            let router = StoreServer.router(
                host: kept.host, configuration: configuration,
                dispatcher: NotificationDispatcher(
                    host: kept.host, targets: [], client: UnusedClient(), timeout: .seconds(30), clock: StoppedClock(),
                    log: { _ in }),
                retention: RetentionDesk(host: kept.host, client: UnusedClient(), policy: nil, log: { _ in }),
                keeper: kept.keeper, now: { TestStore.start.date }, log: { _ in })
            func health() async throws -> (status: Int, text: String) {
                let request = HTTPRequest(method: .get, target: try #require(HTTPTarget("/healthz")))
                let response = try await router.respond(to: request)
                guard case .data(let body) = response.body else { throw TestStore.UnexpectedAnswer() }
                return (response.status, String(decoding: body, as: UTF8.self))
            }
            func write(_ isPossible: Bool) throws {
                try kept.keeper.read { database throws(DatabaseError) in
                    _ = try database.rows("PRAGMA query_only = \(isPossible ? 0 : 1)")
                }
            }
            #expect(try await health() == (200, "ok\n"))
            try write(false)
            try kept.host.perform(.purchase(.init(account: kept.host.account(named: "ben"), productID: Shop.coins)))
            let trouble = try await health()
            #expect(trouble.status == 503)
            #expect(trouble.text.count > 10)
            #expect(try await health().status == 503)
            try write(true)
            #expect(try await health() == (200, "ok\n"))
            let events = try kept.keeper.read { database throws(DatabaseError) in
                try database.rows("SELECT count(*) FROM events").first?[0].integer
            }
            #expect(events.map { $0 > 0 } == true)
        }
    }

    @Test(
        "A key that was handed in over the control API signs offers after a restart too, by the events and by an image",
        arguments: [true, false])
    func offersKeys(hasImage: Bool) async throws {
        try await withDirectory { directory in
            let key = try SigningKey.generate()
            func proof(_ host: StoreHost) throws -> OfferProof? {
                let nonce = UUID()
                let signature = try key.derSignature(
                    of: OfferSignature.message(
                        bundleID: Self.identity.bundleID, keyID: "KEY2", productID: Shop.yearly, offerID: "stay",
                        appAccountToken: nil, nonce: nonce, timestamp: TestStore.start.milliseconds))
                return host.proof(
                    of: .promotional(
                        id: "stay", keyID: "KEY2", nonce: nonce, signature: signature,
                        timestamp: TestStore.start.milliseconds),
                    productID: Shop.yearly, token: nil, account: host.account())
            }
            do {
                let kept = try open(directory)
                #expect(try proof(kept.host) == .invalid(.unknownKey))
                let control = ControlAPI(
                    host: kept.host,
                    dispatcher: NotificationDispatcher(
                        host: kept.host, targets: [], client: UnusedClient(), timeout: .seconds(30),
                        clock: StoppedClock(), log: { _ in }),
                    retention: RetentionDesk(host: kept.host, client: UnusedClient(), policy: nil, log: { _ in }),
                    apps: [Self.identity])
                var router = Router()
                control.addRoutes(to: &router)
                let content = try JSONEncoder().encode([
                    "keyId": "KEY2", "publicKey": key.publicKey.pemRepresentation,
                ])
                let target = try #require(HTTPTarget("/control/v1/offersKeys"))
                let request = HTTPRequest(method: .post, target: target, body: content)
                #expect(try await router.respond(to: request).status == 200)
                #expect(try proof(kept.host) == .valid)
                if hasImage { try kept.keeper.keep(kept.host.image) }
                try await kept.keeper.close()
            }
            let again = try open(directory)
            #expect(try proof(again.host) == .valid)
        }
    }

    @Test(
        "The store of an app is found where it lies: at the top when it was opened alone, else in a folder of its own")
    func places() async throws {
        try await withDirectory { directory in
            func place(_ name: String, isAlone: Bool) -> String {
                StoreDataDirectory.place(of: name, in: directory, isAlone: isAlone).standardizedFileURL.path
            }
            let top = directory.standardizedFileURL.path
            let first = Self.identity.bundleID
            #expect(place(first, isAlone: true) == top)
            #expect(place(first, isAlone: false) == "\(top)/apps/\(first)")
            try await open(directory).keeper.close()
            #expect(place(first, isAlone: false) == top)
            #expect(place("com.example.other", isAlone: false) == "\(top)/apps/com.example.other")
            // Alone it is at the top, where opening it says that there is another.
            #expect(place("com.example.other", isAlone: true) == top)
            let other = StoreDataDirectory.place(of: "com.example.other", in: directory, isAlone: false)
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            try await open(other, identity: AppIdentity(bundleID: "com.example.other", environment: .sandbox))
                .keeper.close()
            #expect(place("com.example.other", isAlone: true) == other.standardizedFileURL.path)
        }
    }

    @Test("A directory serves one store at a time")
    func refusesSecond() async throws {
        try await withDirectory { directory in
            let kept = try open(directory)
            let error = #expect(throws: StoreDataError.self) { try open(directory) }
            #expect(error?.code == .inUse)
            withExtendedLifetime(kept) {}
        }
    }

    @Test("The store of another app or configuration is refused")
    func refusesOther() async throws {
        try await withDirectory { directory in
            try await open(directory).keeper.close()
            let other = AppIdentity(bundleID: "com.example.other", environment: .sandbox)
            #expect(throws: StoreDataError.self) { try open(directory, identity: other) }
            let error = #expect(throws: StoreDataError.self) { try open(directory, source: "another") }
            #expect(error?.code == .otherStore)
            try await open(directory).keeper.close()
        }
    }

    @Test("A restored snapshot is the store as it was, also after a restart, and devices begin anew")
    func restores() async throws {
        try await withDirectory { directory in
            let device = UUID()
            let clock = ManualClock(now: TestStore.start)
            let (was, cursor): (Engine, ChangeCursor)
            do {
                let kept = try open(directory, clock: clock)
                try await play(kept.host, device: device)
                _ = kept.host.takeSnapshot(named: "before")
                (was, cursor) = (
                    kept.host.read { $0 }, try await kept.host.changes(ChangesRequest(device: device)).cursor
                )
                clock.advance(by: 5000)
                try kept.host.perform(
                    .purchase(.init(account: kept.host.account(named: "cora"), productID: Shop.lamp)))
                #expect(kept.host.restoreSnapshot(named: "before") == 3)
                #expect(kept.host.restoreSnapshot(named: "other") == nil)
                #expect(kept.host.read { $0 } == was)
                #expect(kept.host.now == was.now)
                try await kept.keeper.close()
            }
            let again = try open(directory, clock: clock)
            #expect(again.host.read { $0 } == was)
            #expect(again.host.snapshots.map(\.name) == ["before"])
            #expect(again.notifications.count == 3)
            let changes = try await again.host.changes(ChangesRequest(device: device, after: cursor))
            #expect(changes.isComplete)
            #expect(again.host.forgetSnapshot(named: "before"))
            #expect(again.host.snapshots.isEmpty)
        }
    }
}
