// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

/// Where everything of StoreKit meets: the connected store, what is known of it, and who listens.
///
/// There is one for the process, so that detached tasks see the same store, and others for tests that want a store of
/// their own. One lock guards it all: what is decided under it is carried out after it was let go.
final class StoreCenter: Sendable {
    /// What is known of one connected store.
    struct Session {
        let client: StoreClient
        var ledger: ClientLedger
        var pullsStarted = 0
        var isPulling = false
        /// Readers that wait for a pull that has not started yet.
        var readers: [CheckedContinuation<PullOutcome, Never>] = []
        /// Own purchases verified before a pull brought them.
        var purchases: [String: VerificationResult<Transaction>] = [:]
        var appTransaction: VerificationResult<AppTransaction>?
        /// What of the store's habits is under way.
        var habits = HabitCourse()
    }

    struct State {
        var session: Session?
        var audience = Audience()
        var listening: Task<Void, Never>?
        /// Who answers the store's dialogs; `nil` lets the store answer by itself.
        var dialogs: (any StoreDialogs)?

        /// The session of a connection, unless another one has replaced it.
        func isCurrent(_ client: StoreClient) -> Bool {
            session?.client === client
        }
    }

    /// How asking a store for changes ended.
    enum PullOutcome: Sendable {
        case done
        case failed(StoreFailure)
        /// Another store was connected meanwhile.
        case replaced
    }

    /// The store of the process.
    static let process = StoreCenter(fallback: { () throws(StoreConnectionError) in
        try StoreEnvironment(ProcessInfo.processInfo.environment)?.client()
    })

    /// What the app's Info.plist says, which on Linux lies beside the executable.
    private static let listsFinishedConsumables =
        Bundle.main.object(forInfoDictionaryKey: "SKIncludeConsumableInAppPurchaseHistory") as? Bool == true

    /// A store of this task and its children only.
    @TaskLocal static var own: StoreCenter?

    /// The store that a call made here and now is about.
    static var current: StoreCenter { own ?? process }

    let state = Mutex(State())
    let sleep: @Sendable (Duration) async throws -> Void
    private let fallback: @Sendable () throws(StoreConnectionError) -> StoreClient?

    /// Creates a center without a store.
    ///
    /// - Parameters:
    ///   - sleep: Waits between attempts to reach a store.
    ///   - fallback: Makes a connection when one is needed and there is none.
    init(
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        fallback: @escaping @Sendable () throws(StoreConnectionError) -> StoreClient? = {
            () throws(StoreConnectionError) in nil
        }
    ) {
        self.sleep = sleep
        self.fallback = fallback
    }

    /// The connected store, if any.
    var client: StoreClient? {
        state.withLock { $0.session?.client }
    }

    /// Connects a store in place of any other.
    ///
    /// Listeners follow; readers that wait read from the new one.
    func use(_ client: StoreClient, startsEmpty: Bool) {
        replace(
            with: Session(
                client: client,
                ledger: ClientLedger(
                    startsEmpty: startsEmpty, listsFinishedConsumables: Self.listsFinishedConsumables)))
    }

    /// Forgets the connected store.
    ///
    /// Listeners wait for another one.
    func disconnect() {
        replace(with: nil)
    }

    private func replace(with session: Session?) {
        let (old, listening) = state.withLock { state in
            let old = (state.session, state.listening.take())
            state.session = session
            state.audience.startAnew()
            startListening(&state)
            return old
        }
        listening?.cancel()
        for reader in old?.readers ?? [] {
            reader.resume(returning: .replaced)
        }
    }

    /// The connected store, or the one that the environment names.
    func connectedClient() throws(StoreConnectionError) -> StoreClient {
        if let client { return client }
        guard let made = try fallback() else { throw .notConnected }
        return state.withLock { state in
            // Somebody may have been quicker.
            if let session = state.session { return session.client }
            state.session = Session(
                client: made, ledger: ClientLedger(listsFinishedConsumables: Self.listsFinishedConsumables))
            startListening(&state)
            return made
        }
    }

    /// The connected store as calls that throw need it.
    func requiredClient() throws(StoreKitError) -> StoreClient {
        do {
            return try connectedClient()
        } catch {
            throw .systemError(error)
        }
    }
}
