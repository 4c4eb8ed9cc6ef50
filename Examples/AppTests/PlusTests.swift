// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import StoreKitTest
import Testing

@MainActor @Suite(.isolatedStore) struct PlusTests {
    let session: SKTestSession

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Shop")
    }

    @Test func aYearOfPlusRenewsUntilItIsCancelled() async throws {
        let plus = try #require(try await Product.products(for: ["com.example.shop.plus.yearly"]).first)
        #expect(plus.displayPrice == "$79.99")

        guard case .success(.verified(let bought)) = try await plus.purchase() else { return #expect(Bool(false)) }
        await bought.finish()

        session.advance(to: try #require(bought.expirationDate))  // a year in no time
        let renewal = try #require(await Transaction.latest(for: plus.id)).payloadValue
        #expect(renewal.reason == .renewal)
        #expect(renewal.originalID == bought.id)

        try session.disableAutoRenewForTransaction(identifier: UInt(renewal.id))
        session.advance(to: try #require(renewal.expirationDate))
        let status = try #require(try await plus.subscription?.status.first)
        #expect(status.state == .expired)
    }
}
