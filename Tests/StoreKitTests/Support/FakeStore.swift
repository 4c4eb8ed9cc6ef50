// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Synchronization

@testable import StoreKit

/// A store that does what a test tells it, with real signatures.
final class FakeStore: StoreService {
    struct State {
        var epoch = "first"
        var revision: Int64 = 0
        var transactions: [String: TransactionChange] = [:]
        var renewalInfos: [String: RenewalInfoChange] = [:]
        var storefront = StorefrontRecord.usa
        var storefrontRevision: Int64 = 0
        var products: [ProductRecord] = []
        var onPurchase: @Sendable (PurchaseRequest) throws -> PurchaseAnswer = { _ in .userCancelled }
        var appTransaction = ""
        /// The groups with an introductory offer to have; without them the store cannot be asked.
        var eligibleGroupIDs: Set<String>?
        var heldSubscriptions: [HeldSubscription] = []
        var onAction: @Sendable (CustomerAction) throws -> ActionAnswer = { _ in ActionAnswer() }
        var actions: [CustomerAction] = []
        var sheets: [StoreSheet] = []
        var promotions: [PromotionRecord] = []
        var intents: [IntentRecord] = []
        var messages: [MessageRecord] = []
        var messagesRevision: Int64 = 0
        var simulatedErrors: SimulatedErrors?
        var appVerificationError: String?
        /// Thrown by the next calls, one each.
        var failures: [StoreFailure] = []
        var calls: [StoreCall] = []
        var purchases: [PurchaseRequest] = []
        var sleepers: [Int: (after: ChangeCursor?, wake: CheckedContinuation<StoreFailure?, Never>)] = [:]
        var lastSleeper = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
        var isHoldingChanges = false
        var held: [CheckedContinuation<Void, Never>] = []
        var holdWatchers: [CheckedContinuation<Void, Never>] = []
    }

    let state = Mutex(State())

    // What the store is told by a test.

    func script(_ change: (inout sending State) -> Void) {
        state.withLock { change(&$0) }
    }

    /// Records a transaction as it stands now.
    func put(_ payload: JWSTransactionDecodedPayload, isFinished: Bool = false, isAnnounced: Bool = true) throws {
        _ = try add(payload, isFinished: isFinished, isAnnounced: isAnnounced)
        wakeSleepers()
    }

    /// Sells one non-consumable.
    func sellCrown() {
        script { state in
            state.products = [.consumable("crown")]
            state.onPurchase = { [weak self] _ in
                guard let self else { return .userCancelled }
                return .purchased(try self.add(.made(1, product: "crown", type: .nonConsumable)))
            }
        }
    }

    /// Records what a purchase made, and returns it as the purchase's answer.
    func add(
        _ payload: JWSTransactionDecodedPayload, isFinished: Bool = false, isAnnounced: Bool = false
    ) throws -> TransactionChange {
        let jws = try Signing.sign(payload)
        return state.withLock { state in
            state.revision += 1
            let change = TransactionChange(
                revision: state.revision, jws: jws, isFinished: isFinished, isAnnounced: isAnnounced)
            state.transactions[payload.transactionId ?? ""] = change
            return change
        }
    }

    func put(_ payload: JWSRenewalInfoDecodedPayload) throws {
        let jws = try Signing.sign(payload)
        state.withLock { state in
            state.revision += 1
            state.renewalInfos[payload.originalTransactionId ?? ""] = RenewalInfoChange(
                revision: state.revision, jws: jws)
        }
        wakeSleepers()
    }

    func move(to storefront: StorefrontRecord) {
        state.withLock { state in
            state.revision += 1
            state.storefront = storefront
            state.storefrontRevision = state.revision
        }
        wakeSleepers()
    }

    /// Forgets everything; the history begins anew.
    func clear(epoch: String) {
        state.withLock { state in
            state.epoch = epoch
            state.revision = 0
            state.transactions = [:]
            state.renewalInfos = [:]
        }
        wakeSleepers()
    }

    /// Cuts every connection that waits.
    func cutWaiters(_ failure: StoreFailure = .lost) {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [:] }
            return state.sleepers.values.map(\.wake)
        }
        for sleeper in sleepers {
            sleeper.resume(returning: failure)
        }
    }

    /// Returns once a client waits for changes, having seen all of them.
    func untilWaiting() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                let isWaiting = state.sleepers.values.contains { $0.after == state.cursor }
                if !isWaiting { state.watchers.append(continuation) }
                return isWaiting
            }
            if isWaiting { continuation.resume() }
        }
    }

    func count(_ call: StoreCall) -> Int {
        state.withLock { state in state.calls.count { $0 == call } }
    }

    func wakeSleepers() {
        let woken = state.withLock { state in
            let woken = state.sleepers.filter { $0.value.after != state.cursor }
            for number in woken.keys { state.sleepers[number] = nil }
            return woken.values.map(\.wake)
        }
        for sleeper in woken {
            sleeper.resume(returning: nil)
        }
    }

    func begin(_ call: StoreCall) throws(StoreFailure) {
        let failure: StoreFailure? = state.withLock { state in
            state.calls.append(call)
            return state.failures.isEmpty ? nil : state.failures.removeFirst()
        }
        if let failure { throw failure }
    }

    // What clients ask.

    func connect(_ request: ConnectRequest) async throws(StoreFailure) -> ConnectAnswer {
        try begin(.connect)
        let storefront = state.withLock { $0.storefront }
        return ConnectAnswer(bundleID: Signing.bundleID, environment: "Sandbox", storefront: storefront)
    }

    func products(_ request: ProductsRequest) async throws(StoreFailure) -> ProductsAnswer {
        try begin(.products)
        return state.withLock { state in
            ProductsAnswer(
                products: request.identifiers.flatMap { id in state.products.filter { $0.id == id } },
                storefront: state.storefront)
        }
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreFailure) -> PurchaseAnswer {
        try begin(.purchase)
        let (onPurchase, storefront) = state.withLock { state in
            state.purchases.append(request)
            return (state.onPurchase, state.storefront)
        }
        if let agreed = request.storefrontID, agreed != storefront.id {
            throw StoreFailure(.storefrontChanged, "Another storefront", fix: "Ask the app.")
        }
        defer { wakeSleepers() }
        do {
            return try onPurchase(request)
        } catch {
            throw error as? StoreFailure ?? StoreFailure(.unknown, "\(error)", fix: "")
        }
    }

    func finish(_ request: FinishRequest) async throws(StoreFailure) {
        try begin(.finish)
        state.withLock { state in
            guard var change = state.transactions[request.transactionID], !change.isFinished else { return }
            state.revision += 1
            change.revision = state.revision
            change.isFinished = true
            change.isAnnounced = false
            state.transactions[request.transactionID] = change
        }
        wakeSleepers()
    }

    func changes(_ request: ChangesRequest) async throws(StoreFailure) -> ChangesAnswer {
        try begin(.changes)
        let answer = state.withLock { $0.changes(after: request.after) }
        await withCheckedContinuation { continuation in
            let (isHolding, watchers) = state.withLock { state in
                guard state.isHoldingChanges else { return (false, [CheckedContinuation<Void, Never>]()) }
                state.held.append(continuation)
                defer { state.holdWatchers = [] }
                return (true, state.holdWatchers)
            }
            for watcher in watchers { watcher.resume() }
            if !isHolding { continuation.resume() }
        }
        return answer
    }

    /// Returns once an answer to `changes` is held back.
    func untilHolding() async {
        await withCheckedContinuation { continuation in
            let isHolding = state.withLock { state in
                if state.held.isEmpty { state.holdWatchers.append(continuation) }
                return !state.held.isEmpty
            }
            if isHolding { continuation.resume() }
        }
    }

    /// Lets the held answers go and holds no more.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHoldingChanges = false
            return state.held
        }
        for answer in held { answer.resume() }
    }

    func waitForChange(_ request: ChangesRequest) async throws(StoreFailure) {
        try begin(.wait)
        let number = state.withLock { state in
            state.lastSleeper += 1
            return state.lastSleeper
        }
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isNews, watchers) = state.withLock { state in
                    guard request.after == state.cursor, !Task.isCancelled else {
                        return (true, [CheckedContinuation<Void, Never>]())
                    }
                    state.sleepers[number] = (request.after, continuation)
                    defer { state.watchers = [] }
                    return (false, state.watchers)
                }
                for watcher in watchers { watcher.resume() }
                if isNews { continuation.resume(returning: nil) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
            sleeper?.wake.resume(returning: StoreFailure(.cancelled, "Cancelled", fix: ""))
        }
        if let failure { throw failure }
    }

    func appTransaction(_ request: AppTransactionRequest) async throws(StoreFailure) -> AppTransactionAnswer {
        try begin(.appTransaction)
        return state.withLock {
            AppTransactionAnswer(jws: $0.appTransaction, verificationError: $0.appVerificationError)
        }
    }
}

extension FakeStore.State {
    var cursor: ChangeCursor { ChangeCursor(epoch: epoch, revision: revision) }

    func changes(after cursor: ChangeCursor?) -> ChangesAnswer {
        let isComplete = cursor?.epoch != epoch
        let seen = isComplete ? 0 : cursor?.revision ?? 0
        return ChangesAnswer(
            cursor: self.cursor, isComplete: isComplete,
            transactions: transactions.values.filter { $0.revision > seen }.sorted { $0.revision < $1.revision },
            renewalInfos: renewalInfos.values.filter { $0.revision > seen }.sorted { $0.revision < $1.revision },
            storefront: isComplete || storefrontRevision > seen ? storefront : nil,
            intents: intents.filter { $0.revision > seen },
            messages: isComplete || messagesRevision > seen ? messages : nil, simulatedErrors: simulatedErrors)
    }
}

extension StoreFailure {
    static let lost = StoreFailure(.network, "The connection was lost", fix: "Try again.")
}

extension StorefrontRecord {
    static let usa = Self(countryCode: "USA", id: "143441", currency: "USD", locale: "en_US")
    static let germany = Self(countryCode: "DEU", id: "143443", currency: "EUR", locale: "de_DE")
    static let korea = Self(countryCode: "KOR", id: "143466", currency: "KRW", locale: "ko_KR")
}
