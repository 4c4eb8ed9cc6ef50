// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import StoreLink
import Synchronization
import Testing

@testable import StoreServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The whole server on a socket, used by the link's own client and by a target that listens on another.
@Suite struct ServedStoreTests {
    @Test("A client buys, finishes, waits and learns what happened elsewhere, and a server is notified of it all")
    func serves() async throws {
        let (payloads, continuation) = AsyncStream.makeStream(of: String.self)
        let listener = HTTPServer { request in
            let body = try JSONDecoder().decode(ResponseBodyV2.self, from: request.body)
            continuation.yield(body.signedPayload ?? "")
            return .empty(200)
        }
        try listener.start()
        let store = try TestStore()
        let server = try Self.start(store, notifying: [listener.baseURL])
        let running = Task { await server.run() }
        let client = HTTPStoreService(baseURL: server.baseURL)

        let device = UUID()
        #expect(try await client.connect(ConnectRequest(device: device)).bundleID == TestStore.bundleID)
        let products = try await client.products(
            ProductsRequest(device: device, identifiers: [Shop.monthly, "nothing", Shop.coins]))
        #expect(products.products.map(\.id) == [Shop.monthly, Shop.coins])
        guard
            case .purchased(let change) = try await client.purchase(
                PurchaseRequest(device: device, productID: Shop.coins))
        else { throw TestStore.UnexpectedAnswer() }
        let bought = try store.transaction(change.jws)
        #expect(bought.deviceVerification != nil)
        let id = try #require(bought.transactionId)
        try await client.finish(FinishRequest(device: device, transactionID: id))
        #expect(try store.record(id).isFinished)
        let cursor = try await client.changes(ChangesRequest(device: device)).cursor

        async let waited: Void = client.waitForChange(ChangesRequest(device: device, after: cursor))
        let order = try await Self.post(
            server.baseURL.appending(path: "control/v1/purchases"), #"{"productId":"\#(Shop.monthly)"}"#)
        #expect(order == 200)
        try await waited
        let changes = try await client.changes(ChangesRequest(device: device, after: cursor))
        #expect(changes.transactions.map(\.isAnnounced) == [true])
        #expect(changes.renewalInfos.count == 1)
        let app: AppTransaction = try store.verifier.verify(
            await client.appTransaction(AppTransactionRequest(device: device)).jws
        ).payload
        #expect(app.bundleId == TestStore.bundleID)

        var notified: [ResponseBodyV2DecodedPayload] = []
        for await text in payloads.prefix(2) { notified.append(try store.notification(text)) }
        #expect(notified.map(\.notificationType) == [.oneTimeCharge, .subscribed])
        let nested = try notified.map { try store.transaction($0.data?.signedTransactionInfo) }
        #expect(
            nested.map(\.transactionId) == [id, try store.transaction(changes.transactions.first?.jws).transactionId])

        await server.shutdown()
        await running.value
        await listener.shutdown()
        #expect(store.log.lines.contains { $0.hasPrefix("request method=POST path=/client/v1/connect status=200 ") })
    }

    @Test("A shutdown ends a wait at once, and the client takes the store for gone")
    func endsWaits() async throws {
        let store = try TestStore()
        let server = try Self.start(store)
        let client = HTTPStoreService(baseURL: server.baseURL)
        let device = UUID()
        _ = try await client.connect(ConnectRequest(device: device))
        let cursor = try await client.changes(ChangesRequest(device: device)).cursor
        let waited = Task { try await client.waitForChange(ChangesRequest(device: device, after: cursor)) }
        // By the time this is answered the wait has normally arrived; if not, it is refused.
        _ = try await client.changes(ChangesRequest(device: device))
        await server.shutdown(gracePeriod: .seconds(60))
        // It may be cut, refused or told to look again: in each case the next call finds nobody.
        _ = await waited.result
        let error = await #expect(throws: StoreFailure.self) {
            try await client.changes(ChangesRequest(device: device))
        }
        #expect(error?.code == .network)
    }

    @Test("A client takes a store that is not there for gone, also when somebody else says so", arguments: 502...504)
    func goneBehindAProxy(status: Int) async throws {
        let proxy = HTTPServer(host: "127.0.0.1", port: 0) { _ in .text("nobody\n", status: status) }
        try proxy.start()
        let client = HTTPStoreService(baseURL: proxy.baseURL)
        let error = await #expect(throws: StoreFailure.self) {
            try await client.connect(ConnectRequest(device: UUID()))
        }
        #expect(error?.code == .network)
        await proxy.shutdown(gracePeriod: .seconds(60))
    }

    @Test("A shutdown delivers what was announced before it, and then run ends")
    func drains() async throws {
        let client = TestClient()
        let store = try TestStore()
        let server = try Self.start(store, notifying: [#require(URL(string: "http://192.0.2.1/"))], client: client)
        let running = Task { await server.run() }
        for _ in 1...50 { try store.buy(Shop.coins) }
        await server.shutdown(gracePeriod: .seconds(60))
        await running.value
        #expect(await client.posts(50).count == 50)
    }

    @Test("What a move of the clock brings about is reported although the store follows the clock meanwhile")
    func reportsWhatHappened() async throws {
        let store = try TestStore()
        let server = try Self.start(store)
        let running = Task { await server.run() }
        try store.buy(Shop.monthly)
        var reported = 0
        for _ in 1...300 {
            var request = URLRequest(url: server.baseURL.appending(path: "control/v1/clock"))
            request.httpMethod = "POST"
            request.httpBody = Data(#"{"advance":"P1W"}"#.utf8)
            let (data, _) = try await URLSession.shared.data(for: request)
            let answer = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            let happened = try #require(answer["happened"] as? [[String: Any]])
            reported += happened.filter { $0["notificationType"] as? String == "DID_RENEW" }.count
        }
        #expect(reported == store.host.read(\.transactions).count - 1)
        #expect(reported >= 60)
        await server.shutdown()
        await running.value
    }

    @Test("The pages say that the store lives, what it answers and whom to trust")
    func servesPages() async throws {
        let store = try TestStore()
        #expect(try await store.ask(.get, "/healthz").status == 200)
        let root = try await store.ask(.get, "/root.der")
        #expect(root.body == store.authority.root.derRepresentation)
        let page = String(decoding: try await store.ask(.get, "/").body, as: UTF8.self)
        for route in store.router.routes where route.pattern != "/" {
            #expect(page.contains("\(route.method) \(route.pattern)\n"))
        }
        #expect(try await store.ask(.get, "/nothing").status == 404)
    }

    @Test("A client of a store that others can reach shows its token, and is told when it does not")
    func asksForTokens() async throws {
        let store = try TestStore()
        let token = "0123456789abcdef"
        var configuration = StoreServer.Configuration(
            root: store.authority.root, credentials: [], address: "0.0.0.0")
        configuration.clientToken = token
        let server = StoreServer(host: store.host, configuration: configuration, log: store.log.write)
        try server.start()
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)"))
        let request = ConnectRequest(device: UUID())
        #expect(try await HTTPStoreService(baseURL: url, token: token).connect(request).bundleID == TestStore.bundleID)
        for wrong in [nil, "0123456789abcdeg"] {
            let failure = await #expect(throws: StoreFailure.self) {
                try await HTTPStoreService(baseURL: url, token: wrong).connect(request)
            }
            #expect(failure?.code.rawValue == "unauthenticated")
        }
        #expect(!store.log.lines.contains { $0.contains(token) })
        await server.shutdown()
    }

    @Test(
        "Only the upload of an image may be large",
        arguments: [
            (HTTPMethod.put, "/inApps/v1/messaging/image/1?imageSize=FULL_SIZE", 16 << 20),
            (.post, "/inApps/v1/messaging/image/1", 1 << 20), (.put, "/inApps/v1/messaging/message/1", 1 << 20),
            (.post, "/client/v1/purchase", 1 << 20), (.post, "/control/v1/purchases", 1 << 20),
        ])
    func limitsContent(method: HTTPMethod, target: String, limit: Int) throws {
        #expect(StoreServer.limits.maxBodyBytes(of: method, try #require(HTTPTarget(target))) == limit)
    }

    @Test("A port that is in use is an error that says so")
    func refusesUsedPort() async throws {
        let store = try TestStore()
        let server = try Self.start(store)
        let error = #expect(throws: HTTPServerError.self) { try Self.start(store, port: server.port) }
        #expect(error?.code == .portInUse)
        await server.shutdown()
    }

    @discardableResult
    private static func start(
        _ store: TestStore, notifying targets: [URL] = [],
        client: any NotificationClient = HTTPNotificationClient(),
        port: UInt16 = 0
    ) throws -> StoreServer {
        let server = StoreServer(
            host: store.host,
            configuration: StoreServer.Configuration(
                root: store.authority.root, credentials: [store.credentials], port: port, notificationURLs: targets),
            client: client, now: { TestStore.start.date }, log: store.log.write)
        try server.start()
        return server
    }

    private static func post(_ url: URL, _ json: String) async throws -> Int {
        try await HTTPNotificationClient().post(Data(json.utf8), to: url)
    }
}
