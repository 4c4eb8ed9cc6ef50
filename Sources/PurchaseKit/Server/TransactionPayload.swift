// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreKit

/// What the app tells its server of a transaction.
///
/// Only `jwsRepresentation` is proof, and a server believes nothing else. The rest is for its logs.
public struct TransactionPayload: Codable, Hashable, Sendable {
    /// The transaction.
    public let transactionID: String
    /// The first transaction of the product or subscription.
    public let originalTransactionID: String
    /// The product.
    public let productID: String
    /// When it was bought or renewed.
    public let purchaseDate: Date
    /// When the paid period ends.
    public let expirationDate: Date?
    /// The transaction as the store signed it.
    public let jwsRepresentation: String
}

extension TransactionPayload {
    /// What there is to tell of a delivery.
    public init(_ delivery: Delivery) {
        self.init(delivery.transaction, delivery.jwsRepresentation)
    }

    init(_ transaction: Transaction, _ jws: String) {
        self.init(
            transactionID: "\(transaction.id)", originalTransactionID: "\(transaction.originalID)",
            productID: transaction.productID, purchaseDate: transaction.purchaseDate,
            expirationDate: transaction.expirationDate, jwsRepresentation: jws)
    }
}
