// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Nothing but StoreKit is imported here, as in many an app; that this compiles is half of the test.
import StoreKit
import Testing

private typealias Transaction = StoreKit.Transaction

/// The shape of the shop class that most apps have.
@Observable @MainActor
private final class Shop {
    var owned: Set<String> = []

    func refresh() async {
        for await result in Transaction.currentEntitlements {
            guard case .verified(let transaction) = result else { continue }
            owned.insert(transaction.productID)
        }
    }

    func buy(_ product: Product) async throws -> Bool {
        switch try await product.purchase() {
        case .success(let verification):
            let transaction = try verification.payloadValue
            await transaction.finish()
            await refresh()
            return true
        case .userCancelled, .pending:
            return false
        @unknown default:
            return false
        }
    }

    nonisolated func listen() -> Task<Void, any Error> {
        Task.detached {
            for await update in Transaction.updates {
                let transaction = try update.payloadValue
                await transaction.finish()
            }
        }
    }
}

/// The same in the older manner.
@MainActor
private final class ObservedShop: ObservableObject {
    @Published private(set) var owned: Set<String> = []

    func refresh() async {
        for await case .verified(let transaction) in Transaction.currentEntitlements {
            owned.insert(transaction.productID)
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct ImportTests {
    @Test func foundationAndObservationComeWithStoreKit() async throws {
        let error = StoreKitError.networkError(URLError(.timedOut))
        #expect(error.localizedDescription.isEmpty == false)
        #expect(Date(timeIntervalSince1970: 0) < Date.distantFuture)
    }

    @Test func observableObjectsComeWithStoreKit() async throws {
        try await withStore { store in
            store.sellCrown()
            let product = try #require(try await Product.products(for: ["crown"]).first)
            _ = try await product.purchase()
            try await observe()
        }
    }

    @MainActor private func observe() async throws {
        let shop = ObservedShop()
        var changes = 0
        let observation = shop.objectWillChange.sink { changes += 1 }
        await shop.refresh()
        observation.cancel()
        #expect(shop.owned == ["crown"])
        #expect(changes == 1)
    }

    @Test func theShopOfMostAppsWorks() async throws {
        try await withStore { store in
            store.sellCrown()
            let shop = await Shop()
            let product = try #require(try await Product.products(for: ["crown"]).first)
            #expect(try await shop.buy(product))
            #expect(await shop.owned == ["crown"])
            let listener = shop.listen()
            listener.cancel()
            try await listener.value
        }
    }
}
