// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// Loads the app's products and keeps them.
///
/// Callers that come while a request is under way share it. Once there are products, they are served whatever happens
/// to the network, marked ``ProductCatalogue/isOutdated`` when the store could not be asked for newer ones.
public actor ProductService {
    private let productIDs: [String]
    private let backoff: Backoff
    private var catalogue: ProductCatalogue?
    private var request: Task<ProductCatalogue, any Error>?
    private var generation = 0
    private var following: Task<Void, Never>?

    /// Creates a service; nothing is asked until somebody wants products.
    ///
    /// - Parameters:
    ///   - productIDs: What to ask for; the order decides between products of one price.
    ///   - backoff: How often a request that failed is repeated.
    public init(productIDs: some Sequence<String> & Sendable, backoff: Backoff = .standard) {
        self.productIDs = Array(productIDs)
        self.backoff = backoff
    }

    deinit {
        following?.cancel()
    }

    /// The products, cheapest first, from the last answer if there is one.
    ///
    /// - Throws: What StoreKit threw, when the store cannot be reached and never was.
    public func loadProducts() async throws -> [Product] {
        try await loadCatalogue().products
    }

    /// The products and what is not sold, from the last answer if there is one.
    ///
    /// - Throws: What StoreKit threw, when the store cannot be reached and never was.
    public func loadCatalogue() async throws -> ProductCatalogue {
        if let catalogue, !catalogue.isOutdated { return catalogue }
        return try await refresh()
    }

    /// Asks the store anew.
    ///
    /// - Returns: The new answer or, when the store cannot be reached, the last one marked as outdated.
    /// - Throws: What StoreKit threw, when there is no earlier answer.
    @discardableResult
    public func refresh() async throws -> ProductCatalogue {
        try await (request ?? begin()).value
    }

    private func begin() -> Task<ProductCatalogue, any Error> {
        generation += 1
        let task = Task { [generation] in try await ask(generation) }
        request = task
        return task
    }

    private func ask(_ generation: Int) async throws -> ProductCatalogue {
        let answer: Result<ProductCatalogue, any Error>
        do {
            let products = try await backoff.run(retrying: PurchaseErrorHandler.retry) { [productIDs] in
                try await Product.products(for: productIDs)
            }
            answer = .success(ProductCatalogue(products, askedFor: productIDs))
        } catch {
            answer = .failure(error)
        }
        guard generation == self.generation else {
            // The storefront has changed meanwhile; a newer request answers, or has.
            if let request { return try await request.value }
            return try await loadCatalogue()
        }
        request = nil
        return try take(answer)
    }

    private func take(_ answer: Result<ProductCatalogue, any Error>) throws -> ProductCatalogue {
        switch answer {
        case .success(var fresh):
            guard fresh.products.isEmpty, !productIDs.isEmpty else {
                catalogue = fresh
                return fresh
            }
            // An app that sells nothing at all is rather a store in trouble: ask again next time.
            fresh.isOutdated = true
            if catalogue?.products.isEmpty ?? true { catalogue = fresh }
        case .failure(let error):
            guard catalogue != nil else { throw error }
        }
        catalogue?.isOutdated = true
        return catalogue ?? ProductCatalogue([], askedFor: productIDs)
    }

    /// The product of an identifier; `nil` when the store does not sell it here.
    ///
    /// - Throws: What StoreKit threw, when the store cannot be reached and never was.
    public func product(for identifier: String) async throws -> Product? {
        try await loadCatalogue()[identifier]
    }

    /// Asks anew whenever the customer's storefront changes, for prices and even what is sold differ between storefronts.
    ///
    /// - Parameter onChange: Called after each such refresh.
    public func followStorefront(onChange: @escaping @Sendable () async -> Void = {}) {
        following?.cancel()
        let updates = Storefront.updates
        following = Task { [weak self] in
            for await _ in updates {
                await self?.storefrontChanged()
                await onChange()
            }
        }
    }

    /// Follows the storefront no more.
    public func stopFollowingStorefront() {
        following?.cancel()
        following = nil
    }

    private func storefrontChanged() async {
        // Whatever is under way was asked in the old storefront.
        catalogue?.isOutdated = true
        _ = try? await begin().value
    }
}
