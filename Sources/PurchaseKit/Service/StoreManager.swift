// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import StoreKit

/// The small shop: products, what the customer has, and buying.
///
/// It is ``SubscriptionService`` with everything else left out, for apps that need no more.
@MainActor @Observable
public final class StoreManager {
    /// What is sold, cheapest first.
    public private(set) var products: [Product] = []
    /// The products the customer has a right to.
    public private(set) var purchasedProductIDs: Set<String> = []

    @ObservationIgnored private let catalogue: ProductService
    @ObservationIgnored private let manager: PurchaseManager
    @ObservationIgnored private let observer: TransactionObserver
    @ObservationIgnored private let listening = TaskBag()

    /// Creates a shop.
    ///
    /// - Parameters:
    ///   - productIDs: What is sold.
    ///   - deliveries: Where the record of deliveries is kept; it has to outlive the process.
    ///   - deliver: The app's delivery. What stays in the customer's account, such as a feature bought once, needs none:
    ///     ``purchasedProductIDs`` is enough.
    public convenience init(
        productIDs: some Sequence<String> & Sendable, deliveries: any DataStore,
        deliver: @escaping PurchaseManager.Deliver = { _ in }
    ) {
        self.init(
            products: ProductService(productIDs: productIDs),
            manager: PurchaseManager(deliveries: deliveries, deliver: deliver))
    }

    /// Creates a shop of its parts.
    public init(products: ProductService, manager: PurchaseManager) {
        catalogue = products
        self.manager = manager
        observer = TransactionObserver(manager: manager)
    }

    /// Listens for what is bought, renewed or taken back elsewhere; call it when the app starts.
    public func start() async {
        if listening.isEmpty {
            let events = await manager.events()
            listening.add(
                Task { [weak self] in
                    for await _ in events { await self?.updateEntitlements() }
                })
            await observer.startObserving()
        }
        await updateEntitlements()
    }

    /// Loads the products.
    ///
    /// - Throws: What StoreKit threw, when the store cannot be reached and never was.
    public func loadProducts() async throws {
        products = try await catalogue.loadProducts()
    }

    /// Buys a product.
    ///
    /// - Throws: What ``PurchaseManager/purchase(_:options:)`` throws.
    @discardableResult
    public func purchase(_ product: Product) async throws -> PurchaseOutcome {
        let outcome = try await manager.purchase(product)
        await updateEntitlements()
        return outcome
    }

    /// Reads what the customer has a right to.
    public func updateEntitlements() async {
        let reading = await AccessReading.read(
            groupIDs: Set(products.compactMap { $0.subscription?.subscriptionGroupID }),
            recent: await manager.recentTransactions(),
            with: SubscriptionStatusChecker(products: catalogue, now: manager.now),
            now: manager.now())
        // What could not be asked is no reason to take anything away.
        let found = Set(reading.grants.map(\.productID))
        purchasedProductIDs = reading.isReliable ? found : purchasedProductIDs.union(found)
    }
}
