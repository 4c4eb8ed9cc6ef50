// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import Synchronization

/// An app's delivery that writes down what it did, and fails when it is told to.
final class DeliveryBook: Sendable {
    struct Refused: Error {}

    struct Line: Sendable, Equatable {
        var productID: String
        var kind: Delivery.Kind
        var key: String
        var mayBeRepeat: Bool
    }

    private struct State {
        var lines: [Line] = []
        var dates: [Date] = []
        var failures = 0
        var wasUnfinished: [Bool] = []
    }

    private let state = Mutex(State())

    /// What was delivered, in order.
    var lines: [Line] { state.withLock { $0.lines } }
    var products: [String] { lines.map(\.productID) }
    /// The dates of purchase of what was delivered, in order.
    var dates: [Date] { state.withLock { $0.dates } }
    /// Whether what was being delivered was still unfinished, in order.
    var wasUnfinished: [Bool] { state.withLock { $0.wasUnfinished } }

    /// Lets the next deliveries fail.
    func failNext(_ count: Int) {
        state.withLock { $0.failures = count }
    }

    func deliver(_ delivery: Delivery) async throws {
        let unfinished = await transactions(Transaction.unfinished).contains { $0.id == delivery.transaction.id }
        let isRefused = state.withLock { state in
            guard state.failures == 0 else {
                state.failures -= 1
                return true
            }
            state.lines.append(
                Line(
                    productID: delivery.transaction.productID, kind: delivery.kind, key: delivery.key.description,
                    mayBeRepeat: delivery.mayBeRepeat))
            state.dates.append(delivery.transaction.purchaseDate)
            state.wasUnfinished.append(unfinished)
            return false
        }
        if isRefused { throw Refused() }
    }
}
