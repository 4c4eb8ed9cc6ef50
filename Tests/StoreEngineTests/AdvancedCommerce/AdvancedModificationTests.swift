// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct AdvancedModificationTests {
    private typealias Request = AdvancedCommerceSubscriptionModifyInAppRequest

    private static func request(_ shop: Shop, retains: Bool = true, _ number: UInt64 = 500) throws -> Request {
        try Request(
            requestInfo: Shop.reference(number), transactionId: shop.engine.identifier(of: shop.bundle.latest),
            retainBillingCycle: retains, currency: "USD")
    }

    private static func addition(
        _ sku: String = "CHESS", _ price: Int64 = 1990
    ) throws -> AdvancedCommerceSubscriptionModifyAddItem {
        try AdvancedCommerceSubscriptionModifyAddItem(
            sku: sku, description: "The \(sku)", displayName: sku, price: price)
    }

    private static func change(
        _ current: String = "NEWS", to sku: String = "PAPER", _ price: Int64 = 5990,
        _ effective: AdvancedCommerceEffective = .immediately
    ) throws -> AdvancedCommerceSubscriptionModifyChangeItem {
        try AdvancedCommerceSubscriptionModifyChangeItem(
            currentSku: current, description: "The \(sku)", displayName: sku, effective: effective, price: price,
            reason: .upgrade, sku: sku)
    }

    @Test func anItemIsAddedForTheRestOfThePeriod() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let first = try shop.create()
        shop.advance(to: "2026-02-14T10:00:00Z")
        _ = shop.takeEffects()
        var request = try Self.request(shop)
        request.addItems = [try Self.addition()]
        let record = try shop.order(.modifySubscription(request))
        #expect(record.price == 995)
        #expect(record.expiresDate == first.expiresDate)
        #expect(record.original == first.index)
        #expect(shop.engine[first.index].isUpgraded)
        #expect(shop.info(of: record)?.items?.map(\.sku) == ["NEWS", "SPORTS", "CHESS"])
        #expect(shop.notifications == ["DID_CHANGE_RENEWAL_PREF/UPGRADE"])
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 12_970)
    }

    @Test func anItemIsReplacedAndTheRestOfItPaidBack() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let first = try shop.create()
        shop.advance(to: "2026-02-14T10:00:00Z")
        var request = try Self.request(shop)
        request.changeItems = [try Self.change()]
        let record = try shop.order(.modifySubscription(request))
        #expect(record.price == 2995)
        #expect(shop.info(of: record)?.items?.map(\.sku) == ["PAPER", "SPORTS"])
        let replaced = try #require(shop.info(of: shop.engine[first.index])?.items?.first)
        #expect(replaced.refunds?.first?.refundReason == .modifyItemsRefund)
        #expect(replaced.refunds?.first?.refundAmount == 1495)
        #expect(replaced.revocationDate != nil)
        #expect(shop.engine.money.paidBack(for: first.index) == 1495)
    }

    @Test func aNewCycleBeginsAtOnce() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let first = try shop.create()
        shop.advance(to: "2026-02-14T10:00:00Z")
        var request = try Self.request(shop, retains: false)
        request.changeItems = [try Self.change(), try Self.change("SPORTS", to: "GAMES", 59_990)]
        request.periodChange = AdvancedCommerceSubscriptionModifyPeriodChange(effective: .immediately, period: .p1Y)
        let record = try shop.order(.modifySubscription(request))
        #expect(record.price == 65_980)
        #expect(record.expiresDate == instant("2027-02-14T10:00:00Z"))
        #expect(shop.engine.money.paidBack(for: first.index) == 5490)
    }

    @Test func laterChangesWaitForTheRenewal() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let first = try shop.create()
        _ = shop.takeEffects()
        var request = try Self.request(shop)
        request.changeItems = [try Self.change("SPORTS", to: "GAMES", 4990, .nextBillCycle)]
        request.removeItems = [try AdvancedCommerceSubscriptionModifyRemoveItem(sku: "NEWS")]
        #expect(try shop.order(.modifySubscription(request)).index == first.index)
        #expect(shop.notifications == ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE"])
        #expect(shop.info(of: shop.engine[first.index])?.items?.map(\.sku) == ["NEWS", "SPORTS"])
        #expect(try shop.bundleInfo.renewalPrice == 4990)
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.info(of: shop.engine[try shop.bundle.latest])?.items?.map(\.sku) == ["GAMES"])
    }

    @Test func changesThatDoNotFitAreRefusedByNumber() throws {
        var shop = try Shop(configuration: Shop.commerce)
        try shop.create()
        func check(
            _ expected: AdvancedCommerceAPIError, retains: Bool = true,
            sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout Request) throws -> Void
        ) throws {
            var request = try Self.request(shop, retains: retains)
            try change(&request)
            let found = refusal { try shop.order(.modifySubscription(request)) }
            #expect(found == expected, sourceLocation: sourceLocation)
        }
        let soon = AdvancedCommerceSubscriptionModifyPeriodChange(effective: .immediately, period: .p1Y)
        let later = AdvancedCommerceSubscriptionModifyPeriodChange(effective: .nextBillCycle, period: .p1Y)
        try check(.oneItemNeededInModify) { _ in }
        try check(.emptyAddChangeItems) { $0.addItems = [] }
        try check(.nullCurrency) {
            $0.addItems = [try Self.addition()]
            $0.currency = nil
        }
        try check(.productAlreadyExists) { $0.addItems = [try Self.addition("NEWS")] }
        try check(.changeItemNotFound) { $0.changeItems = [try Self.change("CHESS")] }
        try check(.removeItemNotFound) {
            $0.removeItems = [try AdvancedCommerceSubscriptionModifyRemoveItem(sku: "CHESS")]
        }
        try check(.removalAllNotAllowed) {
            $0.removeItems = try ["NEWS", "SPORTS"].map { try AdvancedCommerceSubscriptionModifyRemoveItem(sku: $0) }
        }
        try check(.multipleOperationsOnSingleSKU) {
            $0.changeItems = [try Self.change()]
            $0.removeItems = [try AdvancedCommerceSubscriptionModifyRemoveItem(sku: "NEWS")]
        }
        try check(.priceChangeNotSupportedThroughModifyItems) {
            $0.changeItems = [try Self.change("NEWS", to: "NEWS", 3990)]
        }
        try check(.invalidProratedPriceForChangeItemWithEffectiveLater) {
            var change = try Self.change("NEWS", to: "PAPER", 5990, .nextBillCycle)
            change.proratedPrice = 1
            $0.changeItems = [change]
        }
        try check(.negativeProratedPrice) {
            $0.addItems = [try Self.addition()]
            $0.addItems?[0].proratedPrice = -1
        }
        try check(.periodResetWithRetainBillingCycle) {
            $0.changeItems = [try Self.change()]
            $0.periodChange = soon
        }
        try check(.missingUpdatedItemsWithPeriodChange, retains: false) {
            $0.changeItems = [try Self.change()]
            $0.periodChange = soon
        }
        try check(.periodChangeEffectiveConflict) {
            $0.changeItems = [try Self.change()]
            $0.periodChange = later
        }
        try check(.billingCycleResetWithEffectiveLater, retains: false) {
            $0.changeItems = [try Self.change("NEWS", to: "PAPER", 5990, .nextBillCycle)]
        }
        try check(.removeItemsWithoutAddOrChangeItems, retains: false) {
            $0.removeItems = [try AdvancedCommerceSubscriptionModifyRemoveItem(sku: "NEWS")]
        }
        try check(.invalidConsistencyToken) {
            $0.addItems = [try Self.addition()]
            $0.requestInfo.consistencyToken = "0.1.x"
        }
        try check(.transactionIdNotFound) {
            $0.addItems = [try Self.addition()]
            $0.transactionId = "1"
        }
        let token = try shop.bundleInfo.advancedCommerceInfo?.consistencyToken
        var request = try Self.request(shop)
        request.addItems = [try Self.addition()]
        request.requestInfo.consistencyToken = token
        try shop.order(.modifySubscription(request))
        #expect(try shop.bundleInfo.advancedCommerceInfo?.consistencyToken != token)
    }
}
