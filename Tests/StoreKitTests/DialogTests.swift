// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization
import Testing

@testable import StoreKit

/// A customer with a mind of their own.
private struct Customer: StoreDialogs {
    var confirms = true
    var reason: StoreDialog.RefundReason? = .legal
    var code: String?
    var decide: @Sendable ([StoreDialog.HeldSubscription]) -> [StoreDialog.SubscriptionDecision] = { _ in [] }
    var agrees: Bool?
    let asked = Record<String>()

    func confirmPurchase(_ purchase: StoreDialog.Purchase) async -> Bool {
        asked.add("\(purchase.quantity) \(purchase.product.id)")
        return confirms
    }

    func requestRefund(of transaction: Transaction) async -> StoreDialog.RefundReason? {
        asked.add("refund \(transaction.id)")
        return reason
    }

    func enterOfferCode() async -> String? { code }

    func manage(_ subscriptions: [StoreDialog.HeldSubscription]) async -> [StoreDialog.SubscriptionDecision] {
        decide(subscriptions)
    }

    func agree(to increase: StoreDialog.PriceIncrease) async -> Bool? {
        asked.add("price \(increase.price)")
        return agrees
    }

    func requestReview() async { asked.add("review") }
}

@Suite(.timeLimit(.minutes(1))) struct DialogTests {
    private static let held = HeldSubscription(
        originalTransactionID: "100", groupID: "plans", productID: "monthly", renewalProductID: "monthly", status: 1,
        autoRenews: true, expires: 1_800_000_000_000, askedPrice: 14_990, choices: [.monthly])

    private func actions(_ store: FakeStore) -> [CustomerAction] {
        store.state.withLock { $0.actions }
    }

    @Test func aPurchaseThatIsNotConfirmedIsCancelledAndNeverSent() async throws {
        try await withStore { store in
            store.sellCrown()
            let customer = Customer(confirms: false)
            StoreConnection.answerDialogs(with: customer)
            let product = try #require(try await Product.products(for: ["crown"]).first)
            guard case .userCancelled = try await product.purchase(options: [.quantity(2)]) else {
                Issue.record("not cancelled")
                return
            }
            #expect(customer.asked.all == ["2 crown"])
            #expect(store.count(.purchase) == 0)
            StoreConnection.answerDialogs(with: nil)
            guard case .success = try await product.purchase() else {
                Issue.record("not bought")
                return
            }
        }
    }

    @Test func disabledDialogsAskNobody() async throws {
        try await withStore { store in
            store.sellCrown()
            let control = StoreConnection.use(service: store, trust: try Signing.trust, device: Signing.device)
            control.disablesDialogs = true
            let customer = Customer(confirms: false)
            StoreConnection.answerDialogs(with: customer)
            let product = try #require(try await Product.products(for: ["crown"]).first)
            guard case .success = try await product.purchase() else {
                Issue.record("not bought")
                return
            }
            #expect(customer.asked.all.isEmpty)
        }
    }

    @Test func aRefundIsAskedForWithAReasonOrNotAtAll() async throws {
        try await withStore { store in
            try store.put(.made(1))
            let transaction = try #require(await Transaction.all.collected().first).payloadValue
            #expect(try await transaction.beginRefundRequest() == .success)
            StoreConnection.answerDialogs(with: Customer())
            #expect(try await Transaction.beginRefundRequest(for: 1) == .success)
            StoreConnection.answerDialogs(with: Customer(reason: nil))
            #expect(try await transaction.beginRefundRequest() == .userCancelled)
            #expect(
                actions(store) == [
                    .requestRefund(transaction: "1", reason: "OTHER"),
                    .requestRefund(transaction: "1", reason: "LEGAL"),
                ])
            await #expect(throws: Transaction.RefundRequestError.failed) {
                try await Transaction.beginRefundRequest(for: 77)
            }
        }
    }

    @Test(
        "What the store says to a refund is thrown as Apple's error",
        arguments: [
            ("duplicateRequest", Transaction.RefundRequestError.duplicateRequest), ("failed", .failed),
            ("ineligible", .ineligible),
        ])
    func refundErrors(name: String, error: Transaction.RefundRequestError) async throws {
        try await withStore { store in
            try store.put(.made(1))
            store.script { $0.onAction = { _ in throw StoreFailure(.init(rawValue: name), "No", fix: "Wait.") } }
            await #expect(throws: error) { try await Transaction.beginRefundRequest(for: 1) }
            store.script { $0.onAction = { _ in throw StoreFailure(.init(rawValue: "userCancelled"), "No", fix: "") } }
            #expect(try await Transaction.beginRefundRequest(for: 1) == .userCancelled)
        }
    }

    @Test func aCodeIsRedeemedAndItsTransactionHandedBack() async throws {
        try await withStore { store in
            let nothing = try await AppStore.presentOfferCodeRedeemSheet()
            #expect(nothing == nil)
            #expect(actions(store).isEmpty)
            StoreConnection.answerDialogs(with: Customer(code: "FREE"))
            store.script { state in
                state.onAction = { _ in ActionAnswer(purchase: .purchased(try store.add(.period(100)))) }
            }
            let redeemed = try await AppStore.presentOfferCodeRedeemSheet()
            #expect(try redeemed?.payloadValue.id == 100)
            #expect(actions(store) == [.redeemCode("FREE")])
            store.script { $0.onAction = { _ in throw StoreFailure(.ineligibleForOffer, "No", fix: "") } }
            await #expect(throws: Product.PurchaseError.ineligibleForOffer) {
                try await AppStore.presentOfferCodeRedeemSheet()
            }
        }
    }

    @Test func subscriptionsAreLookedAfterOneByOne() async throws {
        try await withStore { store in
            store.script { $0.heldSubscriptions = [Self.held] }
            try await AppStore.showManageSubscriptions()
            #expect(actions(store).isEmpty)
            StoreConnection.answerDialogs(
                with: Customer(decide: { held in
                    held.flatMap { held -> [StoreDialog.SubscriptionDecision] in
                        [.cancel(held), .resubscribe(held), .change(held, to: held.choices.first?.id ?? "")]
                    }
                }))
            try await AppStore.showManageSubscriptions(subscriptionGroupID: "others")
            #expect(actions(store).isEmpty)
            try await AppStore.showManageSubscriptions(subscriptionGroupID: "plans")
            #expect(
                actions(store) == [
                    .cancel(subscription: "100"), .resubscribe(subscription: "100"),
                    .change(subscription: "100", productID: "monthly"),
                ])
        }
    }

    @Test func aPriceIsAgreedToRefusedOrPutOff() async throws {
        try await withStore { store in
            store.script { $0.heldSubscriptions = [Self.held] }
            try await AppStore.showPriceConsent()
            let customer = Customer(agrees: true)
            StoreConnection.answerDialogs(with: customer)
            try await AppStore.showPriceConsent()
            StoreConnection.answerDialogs(with: Customer(agrees: false))
            try await AppStore.showPriceConsent()
            #expect(customer.asked.all == ["price 14.99"])
            #expect(
                actions(store) == [
                    .answerPriceIncrease(subscription: "100", agrees: true),
                    .answerPriceIncrease(subscription: "100", agrees: false),
                ])
        }
    }

    @Test func withoutAStoreSheetsSayHowToConnect() async throws {
        await StoreConnection.isolated {
            await #expect(throws: StoreKitError.self) { try await AppStore.showManageSubscriptions() }
            await #expect(throws: StoreKitError.self) { try await AppStore.presentOfferCodeRedeemSheet() }
            await #expect(throws: StoreKitError.self) { try await Transaction.beginRefundRequest(for: 1) }
            await AppStore.requestReview()
        }
    }

    @Test func promotionsAreReadAndChanged() async throws {
        try await withStore { store in
            store.script { state in
                state.promotions = ["a", "b"].map { PromotionRecord(productID: $0, visibility: .standard) }
            }
            var promotions = try await Product.PromotionInfo.currentOrder
            #expect(promotions.map(\.productID) == ["a", "b"])
            #expect(promotions.map(\.visibility) == [.appStoreConnectDefault, .appStoreConnectDefault])
            promotions[0].visibility = .hidden
            try await promotions[0].update()
            try await Product.PromotionInfo.updateProductOrder(byID: ["b", "a"])
            #expect(try await Product.PromotionInfo.currentOrder.map(\.productID) == ["b", "a"])
            #expect(
                try await Product.PromotionInfo.currentOrder.map(\.visibility) == [.appStoreConnectDefault, .hidden])
            try await Product.PromotionInfo.updateAll(promotions)
            #expect(try await Product.PromotionInfo.currentOrder == promotions)
            try await Product.PromotionInfo.updateProductVisibility(.visible, for: "b")
            #expect(try await Product.PromotionInfo.currentOrder.map(\.visibility) == [.hidden, .visible])
        }
    }

    @Test func nobodyBindsAPaymentMethod() async {
        await #expect(throws: PaymentMethodBinding.PaymentMethodBindingError.invalidPinningID) {
            try await PaymentMethodBinding(id: "")
        }
        await #expect(throws: PaymentMethodBinding.PaymentMethodBindingError.notEligible) {
            try await PaymentMethodBinding(id: "pin")
        }
    }
}
