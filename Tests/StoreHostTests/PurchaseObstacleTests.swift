// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct PurchaseObstacleTests {
    private static func order(_ productID: String, _ fixture: HostFixture) async throws -> PurchaseAnswer {
        try await fixture.host.purchase(PurchaseRequest(device: fixture.device, productID: productID))
    }

    @Test("A child is answered that the purchase is pending; approved it is news on the asking device too")
    func askToBuy() async throws {
        let fixture = try await HostFixture()
        let account = fixture.host.account()
        try fixture.host.perform(.setAskToBuy(account: account, true))
        #expect(try await Self.order("coins", fixture) == .pending)
        let before = try await fixture.changes()
        #expect(before.transactions.isEmpty)
        let pending = try #require(fixture.host.read(\.pendingPurchases).first)
        try fixture.host.perform(.approvePurchase(pending.id))
        let after = try await fixture.changes(after: before.cursor)
        #expect(after.transactions.map(\.isAnnounced) == [true])
    }

    @Test("A customer who changes their mind is not an error")
    func cancelled() async throws {
        let fixture = try await HostFixture()
        try fixture.host.perform(.failNextPurchase(account: fixture.host.account(), .userCancelled))
        #expect(try await Self.order("coins", fixture) == .userCancelled)
        #expect(try await fixture.changes().transactions.isEmpty)
    }

    @Test(
        "A purchase that is told to fail fails with that error",
        arguments: [
            (SimulatedError.networkError, StoreFailure.Code.network), (.unknown, .unknown),
            (.productUnavailable, .productUnavailable), (.purchaseNotAllowed, .purchaseNotAllowed),
            (SimulatedError(rawValue: "invalidOfferPrice"), StoreFailure.Code(rawValue: "invalidOfferPrice")),
        ])
    func fails(error: SimulatedError, code: StoreFailure.Code) async throws {
        let fixture = try await HostFixture()
        try fixture.host.perform(.failNextPurchase(account: fixture.host.account(), error))
        let failure = await #expect(throws: StoreFailure.self) { try await Self.order("coins", fixture) }
        #expect(failure?.code == code)
        _ = try await fixture.buy("coins")
    }

    @Test("Loading products and the app transaction fail while the settings say so")
    func otherParts() async throws {
        let fixture = try await HostFixture()
        var settings = StoreSettings()
        settings.simulatedErrors = [.loadProducts: .unknown, .appTransaction: .networkError]
        try fixture.host.perform(.configure(settings))
        let products = await #expect(throws: StoreFailure.self) {
            try await fixture.host.products(ProductsRequest(device: fixture.device, identifiers: ["coins"]))
        }
        #expect(products?.code == .unknown)
        let app = await #expect(throws: StoreFailure.self) {
            try await fixture.host.appTransaction(AppTransactionRequest(device: fixture.device))
        }
        #expect(app?.code == .network)
        _ = try await fixture.buy("coins")
    }

    @Test("After a deletion devices get the rest of the history, none of it as news")
    func deletion() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("coins")
        _ = try await fixture.buy("monthly")
        let tablet = UUID()
        _ = try await fixture.host.connect(ConnectRequest(device: tablet))
        let before = try await fixture.changes(on: tablet)
        let coins = try #require(fixture.host.read { $0.transactions.first })
        try fixture.host.perform(.deleteTransaction(coins.index))
        let after = try await fixture.changes(on: tablet, after: before.cursor)
        #expect(after.isComplete)
        #expect(try after.transactions.map { try fixture.transaction($0.jws).productId } == ["monthly"])
        #expect(after.transactions.map(\.isAnnounced) == [false])
        #expect(after.renewalInfos.count == 1)
    }
}
