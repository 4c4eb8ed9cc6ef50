// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest

/// A configuration of twenty products, and what a test does with it.
enum SampleStore {
    static let coins = "shop.coins"
    static let season = "shop.season"
    static let monthly = "shop.monthly"

    struct Failure: Error {}

    /// Writes the configuration and returns where it is.
    static func write() throws -> URL {
        let file = URL(filePath: NSTemporaryDirectory()).appending(path: "Benchmark-\(getpid()).storekit")
        try JSONSerialization.data(withJSONObject: document, options: [.prettyPrinted]).write(to: file)
        return file
    }

    static func product(_ id: String) async throws -> Product {
        guard let product = try await Product.products(for: [id]).first else { throw Failure() }
        return product
    }

    @MainActor @discardableResult
    static func buy(_ product: Product) async throws -> Transaction {
        guard case .success(.verified(let transaction)) = try await product.purchase() else { throw Failure() }
        return transaction
    }

    static func count(_ transactions: Transaction.Transactions) async -> Int {
        var count = 0
        for await _ in transactions { count += 1 }
        return count
    }

    /// Loads products, subscribes, sees the renewal arrive, cancels, and sees access end.
    static func playTypicalTest(_ file: URL) async throws {
        try await StoreConnection.isolated {
            let session = try SKTestSession(contentsOf: file)
            let products = try await Product.products(for: [coins, monthly])
            guard products.count == 2 else { throw Failure() }
            var updates = Transaction.updates.makeAsyncIterator()
            try await buy(products[0]).finish()
            let bought = try await buy(products[1])
            await bought.finish()
            guard let end = bought.expirationDate else { throw Failure() }
            session.advance(to: end)
            guard let renewal = try await updates.next()?.payloadValue, renewal.originalID == bought.id else {
                throw Failure()
            }
            await renewal.finish()
            guard await count(Transaction.currentEntitlements) == 1 else { throw Failure() }
            try session.disableAutoRenewForTransaction(identifier: UInt(renewal.id))
            session.advance(by: .seconds(40 * 86_400))
            let state = try await products[1].subscription?.status.first?.state
            guard state == .expired, await count(Transaction.currentEntitlements) == 0 else { throw Failure() }
        }
    }

    private static var document: [String: Any] {
        let numbered = (0..<14).map { oneTime("shop.item\($0)", type: "NonConsumable") }
        let products = [oneTime(coins, type: "Consumable"), oneTime("shop.gems", type: "Consumable")] + numbered
        return [
            "identifier": "5B000001",
            "nonRenewingSubscriptions": [oneTime(season, type: "NonRenewingSubscription")],
            "products": products, "settings": ["_timeRate": 0],
            "subscriptionGroups": [
                [
                    "id": "5B000002", "localizations": [], "name": "Plus",
                    "subscriptions": [
                        subscription("shop.yearly", 1, "P1Y"), subscription(monthly, 2, "P1M"),
                        subscription("shop.weekly", 3, "P1W"),
                    ],
                ]
            ],
            "version": ["major": 4, "minor": 0],
        ]
    }

    private static func oneTime(_ id: String, type: String) -> [String: Any] {
        [
            "displayPrice": "0.99", "familyShareable": false, "internalID": String(internalID(id), radix: 16),
            "localizations": localizations(id), "productID": id, "referenceName": id, "type": type,
        ]
    }

    private static func subscription(_ id: String, _ level: Int, _ period: String) -> [String: Any] {
        [
            "adHocOffers": [], "codeOffers": [], "displayPrice": "4.99", "familyShareable": false, "groupNumber": level,
            "internalID": String(internalID(id), radix: 16), "introductoryOffer": NSNull(),
            "localizations": localizations(id), "productID": id, "recurringSubscriptionPeriod": period,
            "referenceName": id, "subscriptionGroupID": "5B000002", "type": "RecurringSubscription",
        ]
    }

    private static func localizations(_ id: String) -> [[String: Any]] {
        ["en_US", "de"].map { ["description": "What \(id) is", "displayName": "Name of \(id)", "locale": $0] }
    }

    private static func internalID(_ id: String) -> UInt32 {
        id.utf8.reduce(0x5B00_0000) { $0 &* 31 &+ UInt32($1) }
    }
}
