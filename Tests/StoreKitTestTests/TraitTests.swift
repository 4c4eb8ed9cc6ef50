// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import StoreKitTest
import Testing

@Suite(.isolatedStore) struct IsolatedStoreTraitTests {
    let session: SKTestSession

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Corner")
    }

    @Test("Tests that run side by side each have a store of their own", arguments: 0..<8)
    func isolated(number: Int) async throws {
        #expect(await productIDs(Transaction.all) == [])
        _ = try await buy("corner.coins", options: [.quantity(number + 1)])
        #expect(await productIDs(Transaction.all) == ["corner.coins"])
        #expect(session.allTransactions().count == 1)
    }
}

@Suite(.processStore) struct ProcessStoreTraitTests {
    let session: SKTestSession

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Corner")
    }

    @Test("Tests that take turns find the store of the process as they left it to nobody", arguments: 0..<4)
    func takesTurns(number: Int) async throws {
        let heard = Task.detached {
            await Transaction.updates.first { _ in true }?.unsafePayloadValue.purchasedQuantity
        }
        try await session.buyProduct(identifier: "corner.coins", options: [.quantity(number + 1)])
        #expect(await heard.value == number + 1)
        #expect(await productIDs(Transaction.all) == ["corner.coins"])
    }
}
