// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct SessionErrorTests {
    @Test("A missing file is an error that names the places searched")
    func missingFile() async throws {
        await StoreConnection.isolated {
            let error = #expect(throws: SKTestError.self) { try SKTestSession(configurationFileNamed: "Nowhere") }
            #expect(error?.code == .fileNotFound)
            let here = URL(filePath: #filePath).deletingLastPathComponent().path
            #expect(error?.localizedDescription.contains(here) == true)
        }
    }

    @Test(
        "What is not a configuration's URL is refused",
        arguments: [
            ("https://example.com/Shop.storekit", SKTestError.Code.invalidURL),
            ("file:///nowhere/Shop.storekit", .fileNotFound),
            (URL(filePath: #filePath).absoluteString, .serviceUnavailable),
        ])
    func urls(text: String, code: SKTestError.Code) async throws {
        let url = try #require(URL(string: text))
        await StoreConnection.isolated {
            let error = #expect(throws: SKTestError.self) { try SKTestSession(contentsOf: url) }
            #expect(error?.code == code)
        }
    }

    @Test("Actions on what is not there say what is missing")
    func missing() async throws {
        try await withSession { session in
            let coins = UInt(try await buy("corner.coins").id)
            let actions: [(SKTestError.Code, () throws -> Void)] = [
                (.noTransactionFound, { try session.refundTransaction(identifier: 99) }),
                (.noTransactionFound, { try session.disableAutoRenewForTransaction(identifier: 99) }),
                (.noSubscriptionFound, { try session.disableAutoRenewForTransaction(identifier: coins) }),
                (.noSubscriptionFound, { try session.expireSubscription(productIdentifier: "corner.plus.monthly") }),
                (.noSubscriptionFound, { try session.forceRenewalOfSubscription(productIdentifier: "none") }),
            ]
            for (code, action) in actions {
                let error = #expect(throws: SKTestError.self) { try action() }
                #expect(error?.code == code)
            }
            let error = await #expect(throws: SKTestError.self) { try await session.buyProduct(identifier: "none") }
            #expect(error?.code == .invalidProductIdentifier)
        }
    }

    @Test("The codes have Apple's numbers")
    func numbers() {
        let codes: [SKTestError.Code] = [
            .serviceUnavailable, .invalidProductIdentifier, .invalidProductType, .invalidURL, .fileNotFound,
            .noSubscriptionFound, .noTransactionFound, .invalidAction,
        ]
        #expect(codes.map(\.rawValue) == Array(0...7))
        #expect(SKTestError.errorDomain == "SKTestErrorDomain")
    }

    @Test("A file is found in a folder beside the test, in the resources, and in a folder above up to the package")
    func places() async throws {
        try await StoreConnection.isolated {
            for name in ["Corner.storekit", "Corner"] { _ = try SKTestSession(configurationFileNamed: name) }
            let root = URL(filePath: NSTemporaryDirectory()).appending(path: "Places-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: root) }
            let tests = root.appending(path: "Tests/AppTests")
            let corner = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corner.storekit")
            let places = [("Beside", tests), ("Inside", tests.appending(path: "Fixtures")), ("Above", root)]
            for (name, folder) in places {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: corner, to: folder.appending(path: "\(name).storekit"))
            }
            try Data().write(to: root.appending(path: "Package.swift"))
            let test = tests.appending(path: "SomeTests.swift").path
            for (name, _) in places { _ = try SKTestSession(configurationFileNamed: name, testedIn: test) }
            let nearer = tests.appending(path: "Corner.storekit")
            try Data(#"{"products":[],"version":{"major":4,"minor":0}}"#.utf8).write(to: nearer)
            _ = try SKTestSession(configurationFileNamed: "Corner", testedIn: test)
            let products = try await Product.products(for: ["corner.coins"])
            #expect(products.isEmpty, "the file beside the test, not that of the resources")
            let outside = root.deletingLastPathComponent().appending(path: "Outside-\(UUID().uuidString).storekit")
            try FileManager.default.copyItem(at: corner, to: outside)
            defer { try? FileManager.default.removeItem(at: outside) }
            let error = #expect(throws: SKTestError.self) {
                try SKTestSession(
                    configurationFileNamed: outside.deletingPathExtension().lastPathComponent, testedIn: test)
            }
            #expect(error?.code == .fileNotFound)
            for place in [tests, root] { #expect(error?.description.contains(place.path) == true) }
        }
    }
}
