// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Synchronization
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct PurchaseTests {
    private func outcome(
        _ options: Set<Product.PurchaseOption> = [], _ store: FakeStore,
        _ answer: @escaping @Sendable (PurchaseRequest) throws -> PurchaseAnswer
    ) async throws -> Product.PurchaseResult {
        store.script { $0.onPurchase = answer }
        return try await Product(.consumable("gems"), storefront: .usa).purchase(options: options)
    }

    @Test func optionsTravelWithThePurchase() async throws {
        try await withStore { store in
            let token = UUID()
            _ = try await outcome(
                [
                    .appAccountToken(token), .quantity(3), .custom(key: "a", value: 1), .custom(key: "b", value: "x"),
                    .simulatesAskToBuyInSandbox(true),
                ], store
            ) { _ in .pending }
            let request = try #require(store.state.withLock { $0.purchases.first })
            var expected = PurchaseRequest(
                device: Signing.device, productID: "gems", quantity: 3, appAccountToken: token)
            expected.simulatesAskToBuy = true
            expected.customOptions = ["a": .number(1), "b": .text("x")]
            #expect(request == expected)
        }
    }

    @Test func pendingAndCancelledAreReturnedAndNothingIsAnnounced() async throws {
        try await withStore { store in
            var updates = Transaction.updates.makeAsyncIterator()
            guard case .pending = try await outcome([], store, { _ in .pending }) else {
                Issue.record("not pending")
                return
            }
            guard case .userCancelled = try await outcome([], store, { _ in .userCancelled }) else {
                Issue.record("not cancelled")
                return
            }
            try store.put(.made(5))
            #expect(await updates.next()?.unsafePayloadValue.id == 5)
        }
    }

    @Test(
        "Refusals are thrown as purchase errors",
        arguments: [
            (StoreFailure.Code.invalidQuantity, Product.PurchaseError.invalidQuantity),
            (.productUnavailable, .productUnavailable), (.purchaseNotAllowed, .purchaseNotAllowed),
            (.ineligibleForOffer, .ineligibleForOffer), (.invalidOfferIdentifier, .invalidOfferIdentifier),
            (.init(rawValue: "invalidOfferPrice"), .invalidOfferPrice),
            (.invalidOfferSignature, .invalidOfferSignature), (.missingOfferParameters, .missingOfferParameters),
        ])
    func refusalsAreThrown(code: StoreFailure.Code, error: Product.PurchaseError) async throws {
        try await withStore { store in
            await #expect(throws: error) {
                _ = try await outcome([], store) { _ in throw StoreFailure(code, "Refused", fix: "") }
            }
        }
    }

    @Test func aPurchaseIsListedAndUnfinishedWhenItReturns() async throws {
        try await withStore { store in
            let result = try await outcome([], store) { [weak store] _ in
                guard let store else { return .userCancelled }
                return .purchased(
                    try store.add(.made(1, product: "crown", type: .nonConsumable)))
            }
            guard case .success(.verified(let transaction)) = result else {
                Issue.record("not bought")
                return
            }
            #expect(await Transaction.currentEntitlements.collected().ids == [transaction.id])
            #expect(await Transaction.currentEntitlements(for: "crown").collected().ids == [transaction.id])
            #expect(await Transaction.all(for: "crown").collected().ids == [transaction.id])
            #expect(await Transaction.all(for: "gems").collected().isEmpty)
            #expect(await Transaction.unfinished.collected().ids == [transaction.id])
            #expect(await Transaction.latest(for: "crown")?.unsafePayloadValue == transaction)
            #expect(await Transaction.currentEntitlement(for: "crown")?.unsafePayloadValue == transaction)
        }
    }

    @Test func whatCannotBeVerifiedIsBoughtUnverified() async throws {
        try await withStore { store in
            let result = try await outcome([], store) { [weak store] _ in
                guard let store else { return .userCancelled }
                return .purchased(
                    try store.add(.made(1).with { $0.deviceVerificationNonce = UUID() }))
            }
            guard case .success(.unverified(_, .invalidDeviceVerification)) = result else {
                Issue.record("\(result)")
                return
            }
        }
    }

    @Test func cancellingTheTaskDoesNotCancelThePurchase() async throws {
        try await withStore { store in
            let result = try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await outcome([], store) { [weak store] _ in
                    guard !Task.isCancelled, let store else { return .userCancelled }
                    return .purchased(try store.add(.made(1)))
                }
            }.value
            guard case .success = result else {
                Issue.record("\(result)")
                return
            }
        }
    }

    @Test("A changed storefront can stop a purchase", arguments: [true, false])
    func aChangedStorefrontCanStopAPurchase(goesOn: Bool) async throws {
        try await withStore { store in
            store.move(to: .germany)
            let asked = Record<String>()
            let option = Product.PurchaseOption.onStorefrontChange { storefront in
                asked.add(storefront.countryCode)
                return goesOn
            }
            do {
                _ = try await outcome([option], store) { _ in .pending }
                #expect(goesOn)
            } catch StoreKitError.notAvailableInStorefront {
                #expect(!goesOn)
            }
            #expect(asked.all == ["DEU"])
            let made = store.state.withLock { $0.purchases.map(\.storefrontID) }
            #expect(made == (goesOn ? ["143441", "143443"] : ["143441"]))
        }
    }

    @Test func anUnchangedStorefrontIsNotAskedAbout() async throws {
        try await withStore { store in
            let option = Product.PurchaseOption.onStorefrontChange { _ in
                Issue.record("asked")
                return false
            }
            guard case .pending = try await outcome([option], store, { _ in .pending }) else {
                Issue.record("not pending")
                return
            }
        }
    }

    @Test func aSetHoldsAnOptionOnce() {
        let options: Set<Product.PurchaseOption> = [
            .quantity(2), .quantity(2), .custom(key: "a", value: true), .custom(key: "a", value: 1.0),
            .onStorefrontChange { _ in true }, .onStorefrontChange { _ in false },
        ]
        #expect(options.count == 4)
    }
}
