// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import StoreKitTest
import Testing

/// Runs a test against a session of its own that no other test sees.
func withSession<Answer>(_ test: (SKTestSession) async throws -> Answer) async throws -> Answer {
    try await StoreConnection.isolated {
        try await test(try SKTestSession(configurationFileNamed: "Corner"))
    }
}

/// Buys a product and returns its verified transaction.
@MainActor
func buy(_ productID: String, options: Set<Product.PurchaseOption> = []) async throws -> StoreKit.Transaction {
    let product = try #require(try await Product.products(for: [productID]).first)
    guard case .success(.verified(let transaction)) = try await product.purchase(options: options) else {
        throw NotBought(productID: productID)
    }
    return transaction
}

struct NotBought: Error {
    let productID: String
}

/// The product identifiers of what is verified in a sequence that ends.
func productIDs(_ transactions: StoreKit.Transaction.Transactions) async -> [String] {
    var found: [String] = []
    for await case .verified(let transaction) in transactions { found.append(transaction.productID) }
    return found
}
