// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import PurchaseKit
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreKit
import StoreServer
import SubscriptionServer
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A store and a subscription server, each behind HTTP and on one clock; the server can be stopped and started again.
final class Business {
    static let bundleID = "com.example.shop"
    /// An app of the same company, which the server knows too.
    static let sister = "com.example.sister"

    let host: StoreHost
    private let authority: CertificateAuthority
    private let store: StoreServer
    private let ledger: String
    private var server: SubscriptionServer?
    private var port: UInt16 = 0
    /// Opens everything the server has.
    private(set) var key = ""

    /// Opens both.
    init(in directory: URL, apps: [String] = [bundleID, sister]) async throws {
        let authority = try CertificateAuthority.make(now: Date())
        self.authority = authority
        ledger = directory.appending(path: "ledger.db").path
        host = StoreHost(
            configuration: StoreKitConfiguration(
                version: .init(major: 4, minor: 0),
                products: [.init(id: "coins", type: .consumable, price: .init(milliunits: 990))],
                subscriptionGroups: [
                    .init(
                        id: "plus", name: "Plus",
                        subscriptions: [
                            .init(
                                product: .init(
                                    id: "monthly", type: .autoRenewableSubscription, price: .init(milliunits: 9990)),
                                groupID: "plus", groupNumber: 1, period: .init(unit: .month, value: 1))
                        ])
                ]),
            identity: AppIdentity(bundleID: Self.bundleID, environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), seed: 1)
        store = StoreServer(
            host: host, configuration: StoreServer.Configuration(root: authority.root, credentials: [], port: 0))
        try store.start()
        try await startServer(apps: apps)
    }

    /// Starts the server on the ledger and the port that it had.
    func startServer(apps: [String] = [bundleID, sister]) async throws {
        var configuration = SubscriptionServer.Configuration(
            database: ledger,
            apps: apps.map { AppRegistration(bundleID: $0, localRoots: [.sandbox: [authority.root]]) })
        configuration.port = port
        let server = try SubscriptionServer(
            configuration: configuration, surroundings: .init(now: { [host] in host.now }))
        if let first = try await server.makeFirstKey() { key = first.text }
        try server.start()
        port = server.port
        self.server = server
    }

    /// Stops the server.
    func stopServer() async {
        await server?.shutdown()
        server = nil
    }

    /// Stops both.
    func close() async {
        await stopServer()
        await store.shutdown()
    }

    /// Lets an app of its own talk to the store while something is done.
    func app<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await StoreConnection.isolated {
            let url = try #require(URL(string: "http://127.0.0.1:\(store.port)"))
            try await StoreConnection.connect(to: url, trusting: authority.root.derRepresentation)
            return try await body()
        }
    }

    /// What the app ships to ask the server.
    func service(
        _ query: String = "?app=\(bundleID)", key: String? = nil, queue: any DataStore = MemoryDataStore(),
        backoff: Backoff = .none
    ) throws -> ServerValidationService {
        let key = key ?? self.key
        return ServerValidationService(
            endpoint: try #require(URL(string: "http://127.0.0.1:\(port)/v1/verify\(query)")), queue: queue,
            backoff: backoff
        ) { $0.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    }

    /// Asks the server as its operator does.
    func ask(_ path: String, posting body: String? = nil) async throws -> OpenBackend.Answer {
        var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        if let body {
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        try #require((200..<300).contains((response as? HTTPURLResponse)?.statusCode ?? 0))
        return OpenBackend.Answer(value: try JSONSerialization.jsonObject(with: data))
    }

    /// Buys in the app.
    func buy(_ productID: String) async throws -> VerificationResult<StoreKit.Transaction> {
        let product = try #require(try await Product.products(for: [productID]).first)
        guard case .success(let signed) = try await product.purchase() else { throw NotBought() }
        return signed
    }

    struct NotBought: Error {}

    /// Pays a purchase back.
    func refund(_ transaction: StoreKit.Transaction) throws {
        let index = try #require(host.read { $0.transaction(identifier: String(transaction.id))?.index })
        try host.perform(.refund(transaction: index, reason: .refundedForOtherReason))
    }
}

/// Opens a business while a test needs it.
func withBusiness(apps: [String] = [Business.bundleID, Business.sister], _ body: (Business) async throws -> Void)
    async throws
{
    try await withDirectory { directory in
        let business = try await Business(in: directory, apps: apps)
        do {
            try await business.app { try await body(business) }
        } catch {
            await business.close()
            throw error
        }
        await business.close()
    }
}
