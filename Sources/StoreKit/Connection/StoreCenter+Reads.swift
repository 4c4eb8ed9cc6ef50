// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

extension StoreCenter {
    /// Answers from the present state of the store.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    func read<Value: Sendable>(_ query: @Sendable (ClientLedger) -> Value) async throws -> Value {
        switch await reading(query) {
        case .current(let value): return value
        case .failed(let error, _): throw error
        }
    }

    /// Answers from the present state of the store or, if it cannot be asked, from what was known last; `nil` if
    /// nothing was.
    func known<Value: Sendable>(_ query: @Sendable (ClientLedger) -> Value) async -> Value? {
        switch await reading(query) {
        case .current(let value): value
        case .failed(_, let lastKnown): lastKnown
        }
    }

    private enum Reading<Value: Sendable> {
        case current(Value)
        case failed(StoreKitError, lastKnown: Value?)
    }

    private func reading<Value: Sendable>(_ query: @Sendable (ClientLedger) -> Value) async -> Reading<Value> {
        while true {
            let client: StoreClient
            do {
                client = try requiredClient()
            } catch {
                return .failed(error, lastKnown: nil)
            }
            if client.habits.cancelledReadsAreEmpty, Task.isCancelled { return .current(query(ClientLedger())) }
            switch await pull(client) {
            case .done:
                if let value = answer(client, query) { return .current(value) }
            case .failed(let failure):
                return .failed(failure.storeKitError, lastKnown: answer(client, query))
            case .replaced:
                continue
            }
        }
    }

    /// Answers from the ledger as it stands; `nil` when it knows nothing or belongs to another store.
    private func answer<Value: Sendable>(_ client: StoreClient, _ query: (ClientLedger) -> Value) -> Value? {
        state.withLock { state in
            guard state.isCurrent(client), state.session?.ledger.cursor != nil else { return nil }
            state.session?.ledger.finishedHere = client.owed
            guard let ledger = state.session?.ledger else { return nil }
            return query(state.session?.habits.read(ledger) ?? ledger)
        }
    }

    /// Asks the store for everything the customer owns.
    func sync() async throws {
        try await ask(requiredClient()) { service, device throws(StoreFailure) in
            try await service.sync(SyncRequest(device: device))
        }
        try await read { _ in }
    }

    /// The storefront of the customer's account.
    func storefront() async -> Storefront? {
        await known { $0.storefront.map(Storefront.init) } ?? nil
    }

    /// Loads products, each once, in the order asked for.
    func products(_ identifiers: [String]) async throws -> [Product] {
        var seen: Set<String> = []
        let wanted = identifiers.filter { seen.insert($0).inserted }
        let client = try requiredClient()
        if client.habits.cancelledReadsAreEmpty, Task.isCancelled { return [] }
        let answer = try await ask(client) { service, device throws(StoreFailure) in
            try await service.products(ProductsRequest(device: device, identifiers: wanted))
        }
        return answer.products.map { Product($0, storefront: answer.storefront) }
    }

    /// The record of the app, kept until it is refreshed.
    func appTransaction(refreshing: Bool) async throws -> VerificationResult<AppTransaction> {
        if !refreshing, let kept = state.withLock({ $0.session?.appTransaction }) { return kept }
        let client = try requiredClient()
        let answer = try await ask(client) { service, device throws(StoreFailure) in
            try await service.appTransaction(AppTransactionRequest(device: device))
        }
        do {
            let verified = try client.verifier.verify(answer.jws, as: AppTransaction.self)
            if let name = answer.verificationError {
                return .unverified(verified.unsafePayloadValue, .init(named: name))
            }
            let signed = verified
            state.withLock { state in
                if state.isCurrent(client) { state.session?.appTransaction = signed }
            }
            return signed
        } catch {
            throw StoreKitError.systemError(error)
        }
    }

    /// Answers about subscriptions, unless the store is told to let that fail.
    func readStatus<Value: Sendable>(_ query: @Sendable (ClientLedger) -> Value) async throws -> Value {
        let (value, error) = try await read { (query($0), $0.simulatedErrors?.subscriptionStatus) }
        if let error { throw error.storeKitError }
        return value
    }

    /// Whether the customer may have an introductory offer in a group, as the store knows it or, if it cannot be asked,
    /// as their purchases say.
    func isEligibleForIntroductoryOffer(groupID: String) async -> Bool {
        guard let client = try? requiredClient() else { return true }
        let isSticky = client.habits.stickyEligibility
        if isSticky, let first = state.withLock({ $0.session?.habits.eligibility[groupID] }) { return first }
        let answer = try? await ask(client) { service, device throws(StoreFailure) in
            try await service.eligibility(EligibilityRequest(device: device, groupIDs: [groupID]))
        }
        let isEligible: Bool
        if let answer {
            isEligible = answer.eligibleGroupIDs.contains(groupID)
        } else {
            isEligible = await known { $0.isEligibleForIntroductoryOffer(groupID: groupID) } ?? true
        }
        if isSticky { state.withLock { $0.session?.habits.eligibility[groupID] = isEligible } }
        return isEligible
    }

    func ask<Answer: Sendable>(
        _ client: StoreClient, _ call: @Sendable (any StoreService, UUID) async throws(StoreFailure) -> Answer
    ) async throws -> Answer {
        do {
            return try await client.ask(call)
        } catch {
            throw error.storeKitError
        }
    }
}
