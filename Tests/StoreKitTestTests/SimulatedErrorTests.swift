// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SimulatedErrorTests {
    @Test("A purchase told to be cancelled returns that it was, and announces nothing")
    func cancelled() async throws {
        try await withSession { session in
            try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
            let coins = try #require(try await Product.products(for: ["corner.coins"]).first)
            guard case .userCancelled = try await coins.purchase() else {
                Issue.record("the purchase was not cancelled")
                return
            }
            #expect(session.allTransactions().isEmpty)
            #expect(session.allNotifications().isEmpty)
        }
    }

    @Test("A purchase throws the very error that was set, and nil takes it back")  // Case 85
    func purchase() async throws {
        try await withSession { session in
            let coins = try #require(try await Product.products(for: ["corner.coins"]).first)
            try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
            await #expect(throws: Product.PurchaseError.productUnavailable) { _ = try await coins.purchase() }
            try await session.setSimulatedError(
                SKTestFailures.Purchase.generic(.networkError(URLError(.timedOut))),
                forAPI: StoreKitPurchaseAPI.purchase)
            let error = await #expect(throws: StoreKitError.self) { _ = try await coins.purchase() }
            guard case .networkError(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.code == .timedOut)
            try await session.setSimulatedError(nil, forAPI: .purchase)
            _ = try await buy("corner.coins")
        }
    }

    @Test(
        "Every refusal of a purchase can be had",
        arguments: [
            Product.PurchaseError.invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
            .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
        ])
    func refusals(refusal: Product.PurchaseError) async throws {
        try await withSession { session in
            try await session.setSimulatedError(.purchase(refusal), forAPI: .purchase)
            #expect(await session.simulatedError(forAPI: .purchase) == .purchase(refusal))
            await #expect(throws: refusal) { _ = try await buy("corner.coins") }
        }
    }

    @Test("A system error is thrown with what is in it")
    func systemError() async throws {
        try await withSession { session in
            try await session.setSimulatedError(.generic(.systemError(Cause(number: 7))), forAPI: .loadProducts)
            let error = await #expect(throws: StoreKitError.self) {
                _ = try await Product.products(for: ["corner.coins"])
            }
            guard case .systemError(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause as? Cause == Cause(number: 7))
        }
    }

    struct Cause: Error, Equatable {
        let number: Int
    }

    @Test("Loading products fails as told until it works again")
    func loadProducts() async throws {
        try await withSession { session in
            try await session.setSimulatedError(.generic(.notEntitled), forAPI: .loadProducts)
            let error = await #expect(throws: StoreKitError.self) {
                _ = try await Product.products(for: ["corner.coins"])
            }
            guard case .notEntitled = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            session.resetToDefaultState()
            #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
            #expect(try await Product.products(for: ["corner.coins"]).count == 1)
        }
    }

    @Test("The app transaction fails as told")
    func appTransaction() async throws {
        try await withSession { session in
            try await session.setSimulatedError(.generic(.unknown), forAPI: .appTransaction)
            await #expect(throws: StoreKitError.self) { _ = try await AppTransaction.refresh() }
            try await session.setSimulatedError(nil, forAPI: .appTransaction)
            _ = try await AppTransaction.refresh()
        }
    }

    @Test("Each part keeps an error of its own")
    func parts() async throws {
        try await withSession { session in
            let timeout = StoreKitError.networkError(URLError(.timedOut))
            try await session.setSimulatedError(.generic(timeout), forAPI: .appStoreSync)
            try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
            try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
            try await session.setSimulatedError(.generic(.unsupported), forAPI: .manageSubscriptions)
            try await session.setSimulatedError(.refundRequest(.duplicateRequest), forAPI: .refundRequest)
            try await session.setSimulatedError(.generic(.userCancelled), forAPI: .offerCodeRedeem)
            #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
            #expect(await session.simulatedError(forAPI: .purchase) == nil)
            #expect(await session.simulatedError(forAPI: .appTransaction) == nil)
            #expect(await session.simulatedError(forAPI: .appStoreSync) == .generic(timeout))
            #expect(
                await session.simulatedError(forAPI: .appStoreSync)
                    != .generic(.networkError(URLError(.notConnectedToInternet))))
            #expect(await session.simulatedError(forAPI: .subscriptionStatus) == .generic(.unknown))
            #expect(await session.simulatedError(forAPI: .verification) == .verification(.invalidSignature))
            #expect(await session.simulatedError(forAPI: .manageSubscriptions) == .generic(.unsupported))
            #expect(await session.simulatedError(forAPI: .refundRequest) == .refundRequest(.duplicateRequest))
            #expect(await session.simulatedError(forAPI: .offerCodeRedeem) == .generic(.userCancelled))
        }
    }

    @Test("An error that was set in one session is not set in the next")  // Case 82
    func doesNotLeak() async throws {
        try await StoreConnection.isolated {
            let first = try SKTestSession(configurationFileNamed: "Corner")
            try await first.setSimulatedError(.generic(.unknown), forAPI: .purchase)
            let second = try SKTestSession(configurationFileNamed: "Corner")
            #expect(await second.simulatedError(forAPI: .purchase) == nil)
            _ = try await buy("corner.coins")
        }
    }

    @Test("Purchases outside the app do not fail")
    func outsideTheApp() async throws {
        try await withSession { session in
            try await session.setSimulatedError(.generic(.unknown), forAPI: .purchase)
            try await session.buyProduct(identifier: "corner.coins")
        }
    }

    @Test("A part that is none of StoreKit's cannot be told to fail")
    func foreignPart() async throws {
        try await withSession { session in
            let error = await #expect(throws: SKTestError.self) {
                try await session.setSimulatedError(.down, forAPI: WeatherAPI())
            }
            #expect(error?.code == .invalidAction)
            #expect(await session.simulatedError(forAPI: WeatherAPI()) == nil)
        }
    }

    struct WeatherAPI: FailableStoreKitAPI {
        enum Failure: SKTestFailure {
            case down
        }
    }

    @Test("The switch of older suites makes purchases fail with the error it names")
    func olderSwitch() async throws {
        try await withSession { session in
            let older: any OlderSwitch = session
            #expect(!older.failTransactionsEnabled)
            #expect(older.failureError == .unknown)
            older.failureError = .invalidSignature
            older.failTransactionsEnabled = true
            await #expect(throws: Product.PurchaseError.invalidOfferSignature) { _ = try await buy("corner.coins") }
            older.failureError = .missingOfferParams
            await #expect(throws: Product.PurchaseError.missingOfferParameters) { _ = try await buy("corner.coins") }
            older.failTransactionsEnabled = false
            _ = try await buy("corner.coins")
        }
    }
}

/// Deprecated in Apple's module from iOS 17 on; through a protocol it can be used without a warning there.
private protocol OlderSwitch: AnyObject {
    var failTransactionsEnabled: Bool { get set }
    var failureError: SKError.Code { get set }
}

extension SKTestSession: OlderSwitch {}
