// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreKit
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One process that is the store of two apps, each in Sandbox and Production.
@Suite(.timeLimit(.minutes(2))) struct SeveralAppsTests {
    private static let shop = "com.example.shop"
    private static let corner = "com.example.corner"
    private static let coins = "com.example.shop.coins.100"
    private static let goods = "corner.coins"

    private func buy(_ productID: String, as bundleID: String, in store: OpenStore) async throws -> StoreKit.Transaction
    {
        try await StoreConnection.isolated {
            try await StoreConnection.connect(to: store.greeting.url, trusting: store.root, bundleID: bundleID)
            let product = try #require(try await Product.products(for: [productID]).first)
            guard case .success(let result) = try await product.purchase() else { throw NotBought() }
            return try result.payloadValue
        }
    }

    private struct NotBought: Error {}

    private func transactions(of bundleID: String, in store: OpenStore, at url: URL? = nil) async throws -> [String] {
        let list = try await store.get("control/v1/transactions", app: bundleID, at: url)["transactions"]
        return (list as? [[String: any Sendable]] ?? []).compactMap { $0["productId"] as? String }
    }

    @Test func `Apps buy in stores of their own, which outlive the process together and alone`() async throws {
        try await withDirectory { directory in
            let both = [Place.corner.path, "--production-port", "0"]
            try await OpenStore.with(both, data: directory) { store in
                #expect(store.greeting.apps.map(\.bundleID) == [Self.shop, Self.corner])
                for (product, app) in [(Self.coins, Self.shop), (Self.goods, Self.corner)] {
                    let bought = try await buy(product, as: app, in: store)
                    #expect(bought.appBundleID == app)
                    #expect(try await transactions(of: app, in: store) == [product])
                    let production = try #require(store.greeting.productionURL)
                    #expect(try await transactions(of: app, in: store, at: production) == [])
                }
                await #expect(throws: StoreConnectionError.self) {
                    try await StoreConnection.isolated {
                        try await StoreConnection.connect(
                            to: store.greeting.url, trusting: store.root, bundleID: "com.example.other")
                    }
                }
                store.tool.send(SIGKILL)
            }
            try await OpenStore.with(both, data: directory) { store in
                let kept = try await (transactions(of: Self.shop, in: store), transactions(of: Self.corner, in: store))
                #expect(kept == ([Self.coins], [Self.goods]))
            }
            try await OpenStore.with(data: directory) { store in
                let kept = try await transactions(of: Self.shop, in: store)
                #expect(kept == [Self.coins])
            }
        }
    }

    @Test func `The store of a directory that one app had becomes one of two`() async throws {
        try await withDirectory { directory in
            try await OpenStore.with(data: directory) { store in
                _ = try await buy(Self.coins, as: Self.shop, in: store)
            }
            try await OpenStore.with([Place.corner.path], data: directory) { store in
                let kept = try await (transactions(of: Self.shop, in: store), transactions(of: Self.corner, in: store))
                #expect(kept == ([Self.coins], []))
            }
        }
    }

    @Test func `Several keys open the Server API of each app, and no key that of an app that is not there`()
        async throws
    {
        try await withDirectory { directory in
            let key = try SigningKey.generate()
            let file = directory.appending(path: "AuthKey_SECOND2222.p8")
            try Data(key.pemRepresentation.utf8).write(to: file)
            // The store's own key lies elsewhere.
            let data = directory.appending(path: "data")
            let issuer = UUID().uuidString.lowercased()
            let arguments = [Place.corner.path, "--api-key", "\(issuer)=\(file.path)"]
            try await OpenStore.with(arguments, data: data) { store in
                let first = APICredentials(
                    keyID: store.greeting.keyID, issuerID: store.greeting.issuerID,
                    key: try SigningKey(pem: String(contentsOfFile: store.greeting.keyFile, encoding: .utf8)))
                let second = APICredentials(keyID: "SECOND2222", issuerID: issuer, key: key)
                let bought = try await buy(Self.goods, as: Self.corner, in: store)
                for (credentials, app, status) in [
                    (first, Self.corner, 200), (second, Self.corner, 200), (first, Self.shop, 404),
                    (second, Self.shop, 404), (first, "com.example.other", 401),
                    (APICredentials(keyID: "SECOND2222", issuerID: first.issuerID, key: key), Self.corner, 401),
                ] {
                    var request = URLRequest(
                        url: store.greeting.url.appending(path: "inApps/v1/transactions/\(bought.id)"))
                    let token = try credentials.token(bundleID: app, now: Date())
                    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
                    let (_, response) = try await URLSession.shared.data(for: request)
                    #expect((response as? HTTPURLResponse)?.statusCode == status, "\(credentials.keyID) \(app)")
                }
            }
        }
    }

    @Test func `Options that do not fit the files are refused in one line`() async throws {
        for arguments in [
            ["--bundle-id", "com.example.a"], ["--bundle-id", "com.example.a", "--bundle-id", "com.example.a"],
            ["--app-apple-id", "1"], ["--notify", "com.example.other=http://127.0.0.1:1/"],
            ["--api-key", "key.p8"], ["--bundle-id", "..", "--bundle-id", "a"],
        ] {
            let outcome = try await Tool.run(["store", Place.shop.path, Place.corner.path, "--port", "0"] + arguments)
            #expect(outcome.end != .exit(0))
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaints.isOneLine)
        }
    }

    @Test func `A script acts for two apps in two environments`() async throws {
        try await withDirectory { directory in
            let script = directory.appending(path: "script.json")
            let json = """
                {"steps": [
                    {"app": "\(Self.shop)", "call": "POST /purchases", "with": {"productId": "\(Self.coins)"}},
                    {"app": "\(Self.corner)", "call": "GET /transactions", "expect": {"transactions": []}},
                    {"app": "\(Self.shop)", "environment": "Production", "call": "GET /transactions",
                     "expect": {"transactions": []}},
                    {"app": "\(Self.shop)", "notifications": ["ONE_TIME_CHARGE"]}
                ]}
                """
            try Data(json.utf8).write(to: script)
            let outcome = try await Tool.run([
                "store", Place.shop.path, Place.corner.path, "--port", "0", "--production-port", "0", "--quiet",
                "--data",
                directory.path, "--scenario", script.path, "--exit-when-done",
            ])
            #expect(outcome.end == .exit(0), "\(outcome.output)\n\(outcome.complaints)")
        }
    }
}
