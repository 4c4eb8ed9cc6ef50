// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// Listens for what is bought, renewed or taken back outside the app's own purchases, from launch on.
///
/// Start it in the initialiser of the app, not when a view appears: what arrives before is then not missed. It begins
/// with everything unfinished, oldest first, however the store orders it.
public actor TransactionObserver {
    /// Deals with one transaction.
    public typealias Handler = @Sendable (VerificationResult<Transaction>) async -> Void

    private let handler: Handler
    private let begin: @Sendable () async -> Void
    private let pause: Backoff
    private var updateTask: Task<Void, Never>?

    /// Creates an observer that hands everything to a purchase manager.
    ///
    /// - Parameters:
    ///   - manager: What delivers and finishes.
    ///   - pause: How long to wait before listening again, should StoreKit end its sequence; the last pause repeats.
    public init(manager: PurchaseManager, pause: Backoff = Backoff(pauses: [.seconds(1), .seconds(10)])) {
        self.pause = pause
        handler = { await manager.take($0) }
        begin = { await manager.deliverUnfinished() }
    }

    deinit {
        updateTask?.cancel()
    }

    /// Whether the observer listens.
    public var isObserving: Bool { updateTask != nil }

    /// Begins to listen; nothing is missed from here on.
    ///
    /// Starting twice is the same as starting once.
    public func startObserving() {
        guard updateTask == nil else { return }
        // The listening itself begins here and not when the task gets its turn.
        let first = Transaction.updates.makeAsyncIterator()
        updateTask = Task { [handler, begin, pause] in
            await Self.observe(from: first, handler, begin, pause)
        }
    }

    /// Stops listening, and returns when the transaction at hand has been dealt with.
    public func stopObserving() async {
        let task = updateTask
        updateTask = nil
        task?.cancel()
        await task?.value
    }

    /// Listens anew, as after a time in which the app was suspended: everything unfinished is looked at again.
    public func restartObserving() async {
        await stopObserving()
        startObserving()
    }

    private static func observe(
        from first: Transaction.Transactions.AsyncIterator, _ handler: @escaping Handler,
        _ begin: @Sendable () async -> Void,
        _ pause: Backoff
    ) async {
        var iterator = first
        var pauses = pause.pauses[...]
        while !Task.isCancelled {
            await begin()
            while let signed = await iterator.next() {
                pauses = pause.pauses[...]
                // What has begun is brought to its end: a delivery is not cut in half because the app stops listening.
                await uncancelled { await handler(signed) }
            }
            guard !Task.isCancelled else { return }
            // Apple's sequence does not end. Should it all the same, listening goes on, but not in a hot loop.
            let next = pauses.count > 1 ? pauses.removeFirst() : pauses.first ?? .seconds(10)
            guard (try? await pause.sleep(next)) != nil else { return }
            iterator = Transaction.updates.makeAsyncIterator()
        }
    }
}
