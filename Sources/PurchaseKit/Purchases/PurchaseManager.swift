// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// Buys, verifies, delivers and finishes, in that order.
///
/// Everything that is bought passes through here, however it comes: from ``purchase(_:options:)``, from a
/// ``TransactionObserver``, or handed to ``take(_:)``. Each transaction reaches the app's delivery once, and once more
/// if it is taken back. One that was not delivered stays unfinished, so that the store brings it again.
///
/// Give every manager of an app the same ``DataStore``, and make only one at a time.
public actor PurchaseManager {
    /// Hands something to the customer, or takes it back.
    ///
    /// What it throws leaves the transaction unfinished. See ``Delivery/mayBeRepeat`` for what it has to be ready for.
    public typealias Deliver = @Sendable (Delivery) async throws -> Void
    /// Buys a product as a view does it, for example with SwiftUI's `PurchaseAction`.
    public typealias Buy = @Sendable (Product, Set<Product.PurchaseOption>) async throws -> Product.PurchaseResult

    let deliveries: any DataStore
    let retries: Backoff
    let deliver: Deliver
    let now: @Sendable () -> Date
    private let buy: Buy

    /// What was delivered; `nil` until it is first needed.
    var loadedRecord: DeliveryRecord?
    /// The delivery under way of each transaction.
    var underWay: [UInt64: Task<TakenTransaction, Never>] = [:]
    var undelivered: Set<UInt64> = []
    var retrying: Task<Void, Never>?
    private var purchases: [String: Task<PurchaseOutcome, any Error>] = [:]
    private var pending: [PendingPurchase] = []
    private var cancelled: Set<String> = []
    private var arrivals: [UInt64: Arrival] = [:]
    private var broadcast = Broadcast<PurchaseEvent>()

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - deliveries: Where the record of deliveries is kept. It has to outlive the process.
    ///   - retries: When a delivery that failed is tried again by itself, besides at every launch.
    ///   - now: The time, to tell a transaction that is over.
    ///   - buy: Shows the store's sheet; the default calls the product's own `purchase(options:)`.
    ///   - deliver: The app's delivery.
    public init(
        deliveries: any DataStore, retries: Backoff = .standard, now: @escaping @Sendable () -> Date = { Date() },
        buy: @escaping Buy = { try await $0.purchase(options: $1) }, deliver: @escaping Deliver
    ) {
        self.deliveries = deliveries
        self.retries = retries
        self.now = now
        self.buy = buy
        self.deliver = deliver
    }

    deinit {
        retrying?.cancel()
    }

    // MARK: - Buying

    /// Buys a product.
    ///
    /// A second call for a product that is being bought waits for the first and gets its outcome, whatever its options:
    /// two taps make one purchase. Cancelling the calling task does not cancel the purchase.
    ///
    /// - Throws: `Product.PurchaseError` or `StoreKitError` when the store refuses or cannot be reached, and the
    ///   `VerificationError` of a transaction that cannot be relied on; that one is neither delivered nor finished.
    public func purchase(_ product: Product, options: PurchaseOptions = PurchaseOptions()) async throws
        -> PurchaseOutcome
    {
        if let running = purchases[product.id] { return try await running.value }
        let running = Task { try await self.bought(product, options) }
        purchases[product.id] = running
        defer { purchases[product.id] = nil }
        return try await running.value
    }

    private func bought(_ product: Product, _ options: PurchaseOptions) async throws -> PurchaseOutcome {
        let before = record
        let arrived = Set(arrivals.keys)
        let result: Product.PurchaseResult
        do {
            result = try await buy(product, options.storeKitOptions)
        } catch StoreKitError.userCancelled {
            // Some versions of StoreKit throw what others return.
            return cancel(product, unlessArrivedSince: arrived)
        }
        switch result {
        case .success(let signed):
            let transaction: Transaction
            do {
                transaction = try signed.payloadValue
            } catch {
                await take(signed)
                throw error
            }
            let taken = await take(signed)
            let purchase = Purchase(
                transaction: transaction, offer: await comparison(of: options.offer, with: transaction))
            return PurchaseOutcome(
                of: product, purchase, wasHeld: before.isGranted(transaction.id), taken: taken, now: now())
        case .userCancelled:
            return cancel(product, unlessArrivedSince: arrived)
        case .pending:
            pending.removeAll { $0.productID == product.id }
            if !hasArrived(product, since: arrived) { pending.append(PendingPurchase(productID: product.id)) }
            broadcast.send(.pending(productID: product.id))
            return .pending
        @unknown default:
            throw StoreKitError.unknown
        }
    }

    private func cancel(_ product: Product, unlessArrivedSince before: Set<UInt64>) -> PurchaseOutcome {
        if !hasArrived(product, since: before) { cancelled.insert(product.id) }
        broadcast.send(.cancelled(productID: product.id))
        return .cancelled
    }

    /// Whether a transaction of a product came while it was being bought, before StoreKit said how that ended.
    private func hasArrived(_ product: Product, since before: Set<UInt64>) -> Bool {
        arrivals.contains { $1.transaction.productID == product.id && !before.contains($0) }
    }

    private func comparison(of asked: AskedOffer?, with transaction: Transaction) async -> OfferComparison {
        let comparison = OfferComparison(asked: asked, applied: transaction.offer, next: nil)
        guard !comparison.isAsAsked, case .verified(let renewal)? = await transaction.subscriptionStatus?.renewalInfo
        else { return comparison }
        return OfferComparison(asked: asked, applied: transaction.offer, next: renewal.offer)
    }

    // MARK: - What waits

    /// Purchases that wait for somebody to act, the newest last.
    ///
    /// The store does not say when somebody declines: offer a way to dismiss them, and let the customer try again.
    public var pendingPurchases: [PendingPurchase] { pending }

    /// Waits for a purchase no more; should it be approved after all, it is delivered.
    public func dismissPending(productID: String) {
        pending.removeAll { $0.productID == productID }
        broadcast.send(.dismissed(productID: productID))
    }

    /// Products whose purchase was reported as cancelled and of which nothing has arrived since.
    ///
    /// StoreKit has reported purchases as cancelled whose transaction came on `Transaction.updates` a moment later. Ask
    /// here, some time after the cancellation, before a customer is reminded of what they left behind.
    public var cancelledProductIDs: Set<String> { cancelled }

    /// What happens to purchases from now on.
    public func events() -> AsyncStream<PurchaseEvent> {
        broadcast.follow(from: nil, buffering: .unbounded) { [weak self] ticket in
            Task { await self?.leave(ticket) }
        }
    }

    private func leave(_ ticket: Int) {
        broadcast.remove(ticket)
    }

    func announce(_ event: PurchaseEvent) {
        broadcast.send(event)
    }

    // MARK: - Arrivals

    /// A transaction that came, whatever the store's listings say yet.
    struct Arrival: Sendable {
        let transaction: Transaction
        let date: Date
    }

    func note(_ transaction: Transaction) {
        pending.removeAll { $0.productID == transaction.productID }
        cancelled.remove(transaction.productID)
        if let known = arrivals[transaction.id], known.transaction.signedDate > transaction.signedDate { return }
        arrivals = arrivals.filter { now().timeIntervalSince($0.value.date) < Self.listingLag }
        arrivals[transaction.id] = Arrival(transaction: transaction, date: now())
    }

    /// What came so lately that `currentEntitlements` may not list it yet.
    func recentTransactions() -> [Transaction] {
        arrivals.values.filter { now().timeIntervalSince($0.date) < Self.listingLag }.map(\.transaction)
    }

    /// How long a purchase counts although it is not listed; the longest lag seen on Apple's systems is one second.
    private static let listingLag: TimeInterval = 10
}

/// Something that happened to a purchase.
public enum PurchaseEvent: Sendable {
    /// A transaction came and was dealt with.
    case taken(TakenTransaction)
    /// A purchase waits for somebody to act.
    case pending(productID: String)
    /// A purchase is not waited for any more.
    case dismissed(productID: String)
    /// A purchase was reported as cancelled.
    case cancelled(productID: String)
}
