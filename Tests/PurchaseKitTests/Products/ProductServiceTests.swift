// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct ProductServiceTests {
    let session: SKTestSession

    init() throws {
        session = try Shop.open()
    }

    @Test("Products come cheapest first, and what is not sold is named")
    func catalogue() async throws {
        let service = ProductService(
            productIDs: [Shop.yearly, "typo", Shop.coins, Shop.monthly, "typo"], backoff: .none)
        let catalogue = try await service.loadCatalogue()
        #expect(catalogue.products.map(\.id) == [Shop.coins, Shop.monthly, Shop.yearly])
        #expect(catalogue.unknownIDs == ["typo"])
        #expect(!catalogue.isOutdated)
        #expect(try await service.product(for: Shop.monthly)?.displayPrice == "$9.99")
        #expect(try await service.product(for: "typo") == nil)
    }

    @Test("A store that cannot be reached leaves the last answer, marked as outdated, and none is an error")
    func outage() async throws {
        let service = ProductService(productIDs: [Shop.coins], backoff: .none)
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)
        await #expect(throws: StoreKitError.self) { try await service.loadProducts() }
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        #expect(try await service.loadProducts().map(\.id) == [Shop.coins])
        try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        let kept = try await service.refresh()
        #expect(kept.products.map(\.id) == [Shop.coins])
        #expect(kept.isOutdated)
        try await session.setSimulatedError(nil, forAPI: .loadProducts)
        #expect(try await service.loadCatalogue().isOutdated == false)
    }

    @Test("A request that failed is repeated after the pauses of the backoff, and others share it")
    func retry() async throws {
        let session = session
        let pauses = Mutex<[Duration]>([])
        try await session.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .loadProducts)
        let backoff = Backoff(pauses: [.seconds(1), .seconds(2), .seconds(3)]) { pause in
            let count = pauses.withLock { pauses in
                pauses.append(pause)
                return pauses.count
            }
            if count == 2 { try await session.setSimulatedError(nil, forAPI: .loadProducts) }
        }
        let service = ProductService(productIDs: [Shop.coins], backoff: backoff)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 { group.addTask { try await service.loadProducts().count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [1, 1, 1, 1, 1])
        #expect(pauses.withLock { $0 } == [.seconds(1), .seconds(2)])
    }

    @Test("A refusal that time cannot cure is not repeated")
    func noRetry() async throws {
        let pauses = Mutex(0)
        let service = ProductService(
            productIDs: [Shop.coins],
            backoff: Backoff(pauses: [.seconds(1)]) { _ in pauses.withLock { $0 += 1 } })
        try await session.setSimulatedError(.generic(.notEntitled), forAPI: .loadProducts)
        await #expect(throws: StoreKitError.self) { try await service.loadProducts() }
        #expect(pauses.withLock { $0 } == 0)
    }

    @Test("Another storefront has other prices, and they are asked for as soon as it changes")
    func storefront() async throws {
        let service = ProductService(productIDs: [Shop.coins], backoff: .none)
        #expect(try await service.loadProducts().first?.displayPrice == "$0.99")
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        await service.followStorefront { continuation.yield() }
        session.storefront = "DEU"
        for await _ in changes { break }
        let price = try #require(try await service.loadProducts().first?.priceFormatStyle)
        #expect(price.currencyCode == "EUR")
        await service.stopFollowingStorefront()
    }

    @Test("The kinds of products have names in five languages")
    func kinds() {
        let kinds: [Product.ProductType] = [
            .consumable, .nonConsumable, .autoRenewable, .nonRenewable, .init(rawValue: "?"),
        ]
        for language in Language.allCases {
            #expect(Set(kinds.map { $0.displayName(in: language) }).count == kinds.count)
        }
        #expect(Product.ProductType.autoRenewable.displayName(in: .italian) == "Abbonamento con rinnovo automatico")
        #expect(Product.ProductType.nonConsumable.displayName(in: .bulgarian) == "Неконсумативен продукт")
    }

    @Test(
        "The first language that the kit speaks is taken, and English otherwise",
        arguments: [
            (["it-IT", "en"], Language.italian), (["ja", "bg-BG"], .bulgarian), (["ja"], .english), ([], .english),
            (["fr-CA"], .french), (["es-419"], .spanish),
        ])
    func language(preferred: [String], expected: Language) {
        #expect(Language(preferring: preferred) == expected)
    }
}
