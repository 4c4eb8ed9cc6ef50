// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// The shop of the examples, as tests buy in it.
enum Shop {
    static let coins = "com.example.shop.coins.100"
    static let workshop = "com.example.shop.workshop"
    static let season = "com.example.shop.season.spring"
    static let family = "com.example.shop.plus.family"
    static let monthly = "com.example.shop.plus.monthly"
    static let yearly = "com.example.shop.plus.yearly"
    static let all = [coins, "com.example.shop.coins.1000", workshop, season, family, monthly, yearly]
    static let group = "5D0A71C4"

    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Examples/Shop/Shop.storekit")

    /// Opens the shop, empty of customers, in the store of the present test.
    static func open() throws -> SKTestSession {
        try SKTestSession(contentsOf: file)
    }

    static func product(_ id: String) async throws -> Product {
        try #require(try await Product.products(for: [id]).first)
    }
}

/// Every transaction of a sequence that ends, verified or not.
func transactions(_ sequence: StoreKit.Transaction.Transactions) async -> [StoreKit.Transaction] {
    await sequence.reduce(into: []) { $0.append($1.unsafePayloadValue) }
}
