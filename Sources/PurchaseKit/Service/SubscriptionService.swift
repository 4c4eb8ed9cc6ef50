// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import StoreKit

/// The whole of the shop for views: what is sold, what the customer has, what waits and what went wrong.
///
/// Make one for the app and call ``start()`` in the app's initialiser. Every change replaces the ``snapshot`` at once.
@MainActor @Observable
public final class SubscriptionService {
    /// How the customer stands in a subscription group.
    public typealias SubscriptionStatus = SubscriptionStatusChecker.SubscriptionStatus

    /// Everything, as of one moment.
    public private(set) var snapshot = ShopSnapshot()

    @ObservationIgnored private let parts: SubscriptionServiceParts
    @ObservationIgnored private let observer: TransactionObserver
    @ObservationIgnored private let restoreManager: RestoreManager
    @ObservationIgnored private let listening = TaskBag()
    @ObservationIgnored private var broadcast = Broadcast<ShopSnapshot>()
    @ObservationIgnored private var notedError: UserFacingError?
    @ObservationIgnored private var intents: [PurchaseIntent] = []
    @ObservationIgnored private var reading: Task<Void, Never>?
    @ObservationIgnored private var nextReading: Task<Void, Never>?

    /// Creates a service of its parts; nothing is asked until ``start()``.
    public init(_ parts: SubscriptionServiceParts) {
        self.parts = parts
        observer = TransactionObserver(manager: parts.manager)
        restoreManager = RestoreManager(manager: parts.manager, checker: parts.checker)
    }

    // MARK: - What there is

    /// What is sold, cheapest first.
    public var products: [Product] { snapshot.products }
    /// The products the customer has a right to.
    public var purchasedProductIDs: Set<String> { snapshot.purchasedProductIDs }
    /// What the customer may use.
    public var entitlements: [Entitlement] { snapshot.entitlements }
    /// How the customer stands in the one group the app has; of several, one that gives access.
    public var subscriptionStatus: SubscriptionStatus? { snapshot.subscriptionStatus }
    /// What waits for somebody to act.
    public var pendingPurchases: [PendingPurchase] { snapshot.pendingPurchases }
    /// What the customer chose in the App Store and the app has to sell, oldest first.
    public var purchaseIntents: [PurchaseIntent] { snapshot.purchaseIntents }
    /// What the customer should hear of, if anything.
    public var lastError: UserFacingError? { snapshot.lastError }

    /// The snapshot of the moment, and each that replaces it; who is slow gets the newest.
    public func snapshots() -> AsyncStream<ShopSnapshot> {
        broadcast.follow(from: snapshot, buffering: .bufferingNewest(1)) { [weak self] ticket in
            Task { @MainActor in self?.broadcast.remove(ticket) }
        }
    }

    // MARK: - Life

    /// Listens to the store from here on, and reads everything once.
    ///
    /// Starting twice is the same as starting once.
    public func start() async {
        if listening.isEmpty {
            await observer.startObserving()
            let events = await parts.manager.events()
            let statuses = Product.SubscriptionInfo.Status.updates
            listening.add(
                Task { [weak self] in
                    for await _ in events { await self?.refresh() }
                })
            listening.add(
                Task { [weak self] in
                    for await _ in statuses { await self?.refresh() }
                })
            listening.add(
                Task { [weak self] in
                    for await intent in PurchaseIntent.intents { self?.receive(intent) }
                })
            await parts.products.followStorefront { [weak self] in await self?.refresh() }
        }
        await refresh()
    }

    /// Listens no more, and returns when the transaction at hand has been dealt with.
    public func stop() async {
        listening.cancel()
        await parts.products.stopFollowingStorefront()
        await observer.stopObserving()
    }

    /// Looks at everything anew, as after a time in which the app was suspended.
    public func resume() async {
        await observer.restartObserving()
        await refresh()
    }

    // MARK: - Doing

    /// Buys a product.
    ///
    /// - Returns: How it ended; `nil` when it failed, and ``lastError`` tells why.
    @discardableResult
    public func purchase(_ product: Product, options: PurchaseOptions = PurchaseOptions()) async -> PurchaseOutcome? {
        do {
            let outcome = try await parts.manager.purchase(product, options: options)
            if case .undelivered(_, let failure) = outcome { note(failure) } else { notedError = nil }
            await refresh()
            return outcome
        } catch {
            note(error)
            await refresh()
            return nil
        }
    }

    /// Restores what the customer bought before; call it only when the customer asks for it.
    ///
    /// - Returns: How it ended; `nil` when it failed, and ``lastError`` tells why.
    @discardableResult
    public func restorePurchases() async -> RestoreManager.RestoreOutcome? {
        do {
            let outcome = try await restoreManager.restorePurchases()
            notedError = nil
            await refresh()
            return outcome
        } catch {
            note(error)
            await refresh()
            return nil
        }
    }

    /// Waits for a purchase no more.
    public func dismissPending(productID: String) async {
        await parts.manager.dismissPending(productID: productID)
        await refresh()
    }

    /// Forgets the last error, once the customer has read it.
    public func dismissError() {
        notedError = nil
        publish { $0.lastError = nil }
    }

    /// Replaces the intents that wait.
    func changeIntents(_ change: (inout [PurchaseIntent]) -> Void) {
        change(&intents)
        publish { $0.purchaseIntents = intents }
    }

    private func note(_ error: any Error) {
        let read = parts.errors.handle(error)
        notedError = read.isShown ? read : nil
    }

    // MARK: - Reading

    /// Reads everything from the store; whoever asks while that is under way shares the reading after it.
    public func refresh() async {
        if let nextReading { return await nextReading.value }
        let task = Task { [reading] in
            await reading?.value
            self.reading = nextReading
            nextReading = nil
            await read()
        }
        nextReading = task
        await task.value
    }

    private func read() async {
        let fresh = await parts.read(after: snapshot)
        publish { snapshot in
            let revision = snapshot.revision
            snapshot = fresh.snapshot
            snapshot.revision = revision
            // One may have come while the rest was being read.
            snapshot.purchaseIntents = intents
            // Nothing to sell is worth a word; prices that are a little old are not.
            if let failure = fresh.failure, snapshot.products.isEmpty { note(failure) }
            snapshot.lastError = notedError
        }
    }

    private func publish(_ change: (inout ShopSnapshot) -> Void) {
        var changed = snapshot
        change(&changed)
        changed.revision += 1
        snapshot = changed
        broadcast.send(changed)
    }
}
