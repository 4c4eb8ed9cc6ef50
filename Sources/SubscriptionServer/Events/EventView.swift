// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// An event as feeds and webhooks show it.
struct EventView: Encodable, Sendable {
    /// Its place in the feed.
    var id: Int64
    var type: String
    var date: StoreInstant
    var received: StoreInstant
    var app: String
    var environment: String?
    var customerId: String?
    var originalTransactionId: String?
    var transactionId: String?
    var productId: String?
    /// After a change of product the one before, where the facts name it.
    var previousProductId: String?

    init(_ recorded: RecordedEvent) {
        let event = recorded.event
        id = recorded.number
        type = event.kind.rawValue
        date = event.date
        received = recorded.received
        app = recorded.bundleID
        environment = event.environment
        customerId = recorded.customer.map { "c\($0)" }
        originalTransactionId = event.line?.originalTransactionID
        transactionId = event.transactionID
        productId = event.productID
        previousProductId = event.previousProductID
    }

    static let schema = JSONSchema.object(
        [
            "id": .integer, "type": .string, "date": .date, "received": .date, "app": .string, "environment": .string,
            "customerId": .string, "originalTransactionId": .string, "transactionId": .string, "productId": .string,
            "previousProductId": .string,
        ], required: ["id", "type", "date", "received", "app"])
}
