// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@MainActor @Suite(.isolatedStore) struct CornerTests {
    let session: SKTestSession
    let corner: Corner

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Corner")
        corner = Corner(keeping: FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
    }

    @Test func coinsArriveOnceForEachPurchase() async throws {
        await corner.service.start()
        let coins = try #require(corner.service.products.first)
        await corner.service.purchase(coins, options: PurchaseOptions(quantity: 3))
        #expect(await corner.wallet.coins == 3)
        await corner.service.resume()
        #expect(await corner.wallet.coins == 3)
        await corner.service.stop()
    }

    @Test func plusBeginsWithATrialAndLapses() async throws {
        await corner.service.start()
        let plus = try #require(corner.service.products.last)
        let trial = OfferManager().introductoryOffer(of: plus)
        #expect(trial?.description(in: .italian) == "3 giorni gratis, poi $4.99 al mese")

        let bought = try #require(await corner.service.purchase(plus)?.purchase)
        #expect(corner.service.snapshot.isEntitled(to: "plus"))

        try session.disableAutoRenewForTransaction(identifier: UInt(bought.transaction.id))
        session.advance(by: .seconds(4 * 86_400))
        await corner.service.refresh()
        #expect(!corner.service.snapshot.isEntitled(to: "plus"))
        await corner.service.stop()
    }
}
