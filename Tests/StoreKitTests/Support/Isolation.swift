// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

@testable import StoreKit

/// Runs a test with a store of its own, connected.
func withStore(
    _ store: FakeStore = FakeStore(), startsEmpty: Bool = false,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try Task.checkCancellation() },
    report: @escaping @Sendable (StoreConnectionError) -> Void = { _ in },
    _ test: (FakeStore) async throws -> Void
) async throws {
    let trust = try Signing.trust
    try await StoreCenter.$own.withValue(StoreCenter(sleep: sleep)) {
        StoreConnection.use(
            service: store, trust: trust, device: Signing.device, startsEmpty: startsEmpty, report: report)
        try await test(store)
    }
}

/// Collects what is reported from any thread.
final class Record<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func add(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

extension Transaction.Transactions {
    /// All elements of a sequence that ends.
    func collected() async -> [Element] {
        await reduce(into: []) { $0.append($1) }
    }
}

extension Sequence<VerificationResult<Transaction>> {
    var ids: [UInt64] { map(\.unsafePayloadValue.id) }
}
