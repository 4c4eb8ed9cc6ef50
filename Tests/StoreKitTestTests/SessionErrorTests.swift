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

    @Test("A file is found with its extension, beside the test, and by URL")
    func places() async throws {
        try await StoreConnection.isolated {
            _ = try SKTestSession(configurationFileNamed: "Corner.storekit")
            _ = try SKTestSession(
                contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corner.storekit"))
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
}
