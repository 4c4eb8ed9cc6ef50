// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreKit
import StoreLink
import Synchronization

@testable import StoreKitTest

/// A store behind a network that fails when a test says so.
final class FaultyStore: StoreService {
    /// Where the network fails.
    enum Fault: String, CaseIterable, Sendable {
        /// The request does not arrive: nothing happens in the store.
        case request
        /// The answer does not arrive: what was asked has happened.
        case answer
    }

    private struct State {
        var faults: [StoreCall: Fault] = [:]
        /// How many calls fail; for ever when `nil`.
        var remaining: Int?
        var failed = 0
    }

    private let store: any StoreService
    private let state = Mutex(State())

    init(_ store: any StoreService) {
        self.store = store
    }

    /// How many calls have failed.
    var failedCount: Int { state.withLock { $0.failed } }

    /// Lets a call fail so many times, or until ``heal()``.
    func fail(_ call: StoreCall, _ fault: Fault, times: Int? = nil) {
        state.withLock { state in
            state.faults = [call: fault]
            state.remaining = times
        }
    }

    func heal() {
        state.withLock { $0.faults = [:] }
    }

    private func fault(_ call: StoreCall) -> Fault? {
        state.withLock { state in
            guard let fault = state.faults[call], state.remaining != 0 else { return nil }
            state.remaining = state.remaining.map { $0 - 1 }
            state.failed += 1
            return fault
        }
    }

    private static let lost = StoreFailure(.network, "The network is down", fix: "Wait.")

    private func through<Answer: Sendable>(
        _ call: StoreCall, _ ask: () async throws(StoreFailure) -> Answer
    ) async throws(StoreFailure) -> Answer {
        let fault = fault(call)
        if fault == .request { throw Self.lost }
        let answer = try await ask()
        if fault == .answer { throw Self.lost }
        return answer
    }

    func connect(_ request: ConnectRequest) async throws(StoreFailure) -> ConnectAnswer {
        try await through(.connect) { () throws(StoreFailure) in try await store.connect(request) }
    }

    func products(_ request: ProductsRequest) async throws(StoreFailure) -> ProductsAnswer {
        try await through(.products) { () throws(StoreFailure) in try await store.products(request) }
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreFailure) -> PurchaseAnswer {
        try await through(.purchase) { () throws(StoreFailure) in try await store.purchase(request) }
    }

    func finish(_ request: FinishRequest) async throws(StoreFailure) {
        try await through(.finish) { () throws(StoreFailure) in try await store.finish(request) }
    }

    func changes(_ request: ChangesRequest) async throws(StoreFailure) -> ChangesAnswer {
        try await through(.changes) { () throws(StoreFailure) in try await store.changes(request) }
    }

    func waitForChange(_ request: ChangesRequest) async throws(StoreFailure) {
        try await through(.wait) { () throws(StoreFailure) in try await store.waitForChange(request) }
    }

    func appTransaction(_ request: AppTransactionRequest) async throws(StoreFailure) -> AppTransactionAnswer {
        try await through(.appTransaction) { () throws(StoreFailure) in try await store.appTransaction(request) }
    }

    func eligibility(_ request: EligibilityRequest) async throws(StoreFailure) -> EligibilityAnswer {
        try await through(.eligibility) { () throws(StoreFailure) in try await store.eligibility(request) }
    }

    func sync(_ request: SyncRequest) async throws(StoreFailure) {
        try await through(.sync) { () throws(StoreFailure) in try await store.sync(request) }
    }

    func sheet(_ request: SheetRequest) async throws(StoreFailure) -> SheetAnswer {
        try await through(.sheet) { () throws(StoreFailure) in try await store.sheet(request) }
    }

    func act(_ request: ActionRequest) async throws(StoreFailure) -> ActionAnswer {
        try await through(.act) { () throws(StoreFailure) in try await store.act(request) }
    }

    func promotions(_ request: PromotionsRequest) async throws(StoreFailure) -> PromotionsAnswer {
        try await through(.promotions) { () throws(StoreFailure) in try await store.promotions(request) }
    }
}

/// Connects the present test to the store of a session, as a process does that has just been started.
func connect(_ session: SKTestSession, through store: FaultyStore) throws {
    StoreConnection.use(
        service: store, trust: .xcode(try Certificate(der: session.certificate)), device: UUID(), startsEmpty: false)
}
