// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import StoreKitTest
import XCTest

/// Suites of the older kind, as most apps have them: one test after the other, on the store of the process.
final class XCTestSuiteTests: XCTestCase {
    private var session: SKTestSession!

    override func setUp() async throws {
        session = try SKTestSession(configurationFileNamed: "Corner")
        session.resetToDefaultState()
        session.disableDialogs = true
        session.clearTransactions()
    }

    override func tearDown() async throws {
        session.clearTransactions()
        session = nil
    }

    func testPurchaseEntitles() async throws {
        let bought = try await buy("corner.lifetime")
        await bought.finish()
        let found = await Transaction.currentEntitlement(for: "corner.lifetime")
        XCTAssertEqual(found?.unsafePayloadValue.id, bought.id)
        XCTAssertEqual(session.allTransactions().count, 1)
    }

    func testNothingIsLeftOfTheOtherTests() async throws {
        XCTAssertTrue(session.allTransactions().isEmpty)
        for await _ in Transaction.all { XCTFail("there is a transaction") }
        _ = try await buy("corner.coins")
    }

    func testDetachedListenerHearsOfPurchasesOutsideTheApp() async throws {
        let listening = expectation(description: "heard")
        let listener = Task.detached {
            for await result in Transaction.updates {
                await result.unsafePayloadValue.finish()
                listening.fulfill()
                return
            }
        }
        try await session.buyProduct(identifier: "corner.lifetime")
        await fulfillment(of: [listening], timeout: 10)
        listener.cancel()
    }

    func testSubscriptionExpires() async throws {
        _ = try await buy("corner.plus.monthly")
        try session.expireSubscription(productIdentifier: "corner.plus.monthly")
        let products = try await Product.products(for: ["corner.plus.monthly"])
        let status = try await products.first?.subscription?.status.first
        XCTAssertEqual(status?.state, .expired)
    }
}
