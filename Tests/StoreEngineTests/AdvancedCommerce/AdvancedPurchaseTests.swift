// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

@Suite struct AdvancedPurchaseTests {
    @Test func aChargeCarriesItsItemAndCanBeMadeTwice() throws {
        var shop = try Shop(configuration: Shop.commerce)
        for number in 1...2 as ClosedRange<UInt64> {
            let item = try AdvancedCommerceOneTimeChargeItem(
                description: "A story", displayName: "Story", sku: "STORY", price: 1990)
            let record = try shop.order(
                .createOneTimeCharge(
                    AdvancedCommerceOneTimeChargeCreateRequest(
                        currency: "USD", item: item, requestInfo: Shop.reference(number), taxCode: "C003-00-1")),
                Shop.charge)
            #expect(record.price == 1990)
            #expect(record.original == record.index)
            let info = try #require(shop.info(of: record))
            #expect(info.items?.map(\.sku) == ["STORY"])
            #expect(info.taxCode == "C003-00-1")
            #expect(info.taxExclusivePrice == 1990)
            #expect(info.estimatedTax == 0)
            #expect(info.taxRate == "0")
            #expect(info.period == nil)
        }
        #expect(shop.notifications == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    }

    @Test func aSubscriptionRenewsWithItsItems() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let first = try shop.create()
        #expect(first.price == 10_980)
        #expect(first.expiresDate == instant("2026-02-28T10:00:00Z"))
        shop.advance(to: "2026-02-28T10:00:00Z")
        let renewal = shop.engine[try shop.bundle.latest]
        #expect(renewal.index != first.index)
        #expect(renewal.price == 10_980)
        #expect(shop.info(of: renewal)?.items?.map(\.price) == [2990, 7990])
        let info = try shop.bundleInfo
        #expect(info.renewalPrice == 10_980)
        #expect(info.advancedCommerceInfo?.items?.map(\.sku) == ["NEWS", "SPORTS"])
        #expect(info.advancedCommerceInfo?.descriptors?.displayName == "Bundle")
        #expect(info.advancedCommerceInfo?.consistencyToken?.hasPrefix("1.") == true)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW"])
    }

    @Test func thePeriodIsTheRequests() throws {
        var shop = try Shop(configuration: Shop.commerce)
        #expect(try shop.create(period: .p1Y).expiresDate == instant("2027-01-31T10:00:00Z"))
    }

    @Test func anOfferCountsForItsItemAndPeriods() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let offer = try AdvancedCommerceOffer(period: .p1M, periodCount: 2, price: 990, reason: .acquisition)
        try shop.create([Shop.item("NEWS", 2990, offer: offer), Shop.item("SPORTS", 7990)])
        #expect(try shop.bundleInfo.renewalPrice == 8980)
        shop.advance(to: "2026-03-31T10:00:00Z")
        let prices = shop.engine.transactions.map(\.price)
        #expect(prices == [8980, 8980, 10_980])
        #expect(try shop.bundleInfo.advancedCommerceInfo?.items?.first?.offer == nil)
    }

    @Test func aFreeWeekComesBeforeTheMonths() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let offer = try AdvancedCommerceOffer(period: .p1W, periodCount: 1, price: 0, reason: .acquisition)
        let record = try shop.create([Shop.item("NEWS", 2990, offer: offer)])
        #expect(record.price == 0)
        #expect(record.expiresDate == instant("2026-02-07T10:00:00Z"))
        shop.advance(to: "2026-02-07T10:00:00Z")
        let next = shop.engine[try shop.bundle.latest]
        #expect(next.price == 2990)
        #expect(next.expiresDate == instant("2026-03-07T10:00:00Z"))
    }

    @Test func whoIsSubscribedCannotCreateAgainAndWhoLapsedCan() throws {
        var shop = try Shop(configuration: Shop.commerce)
        try shop.create()
        #expect(refusal { try shop.create() } == .subscriptionAlreadyExists)
        try shop.perform(.expire(subscription: shop.bundle.index))
        _ = shop.takeEffects()
        try shop.create([Shop.item("CHESS", 990)])
        #expect(shop.notifications == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(try shop.bundleInfo.renewalPrice == 990)
    }

    @Test func cancelledRenewalsAreReactivatedWithSomeOfTheItems() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let record = try shop.create()
        let id = shop.engine.identifier(of: record.index)
        func request(_ skus: [String]?, _ number: UInt64) throws -> AdvancedCommerceOperation {
            .reactivateSubscription(
                AdvancedCommerceSubscriptionReactivateInAppRequest(
                    requestInfo: Shop.reference(number), transactionId: id,
                    items: try skus?.map { try AdvancedCommerceSubscriptionReactivateItem(sku: $0) }))
        }
        #expect(refusal { try shop.order(request(nil, 1)) } == .subscriptionAlreadyActive)
        try shop.ask(.cancel(AdvancedCommerceSubscriptionCancelRequest(requestInfo: Shop.reference(2))))
        #expect(try shop.bundleInfo.autoRenewStatus == .off)
        #expect(refusal { try shop.order(request(["CHESS"], 3)) } == .productNotOwned)
        #expect(refusal { try shop.order(request([], 3)) } == .atLeastOneItem)
        _ = shop.takeEffects()
        try shop.order(request(["NEWS"], 3))
        #expect(shop.notifications == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED"])
        #expect(try shop.bundleInfo.renewalPrice == 2990)
    }

    @Test func requestsThatCannotBeCarriedOutAreRefusedByNumber() throws {
        var shop = try Shop(configuration: Shop.commerce)
        func check(
            _ expected: AdvancedCommerceAPIError, _ productID: String = Shop.generic,
            sourceLocation: SourceLocation = #_sourceLocation,
            _ change: (inout AdvancedCommerceSubscriptionCreateRequest) throws -> Void
        ) throws {
            var request = try Shop.creation(info: Shop.reference(7))
            try change(&request)
            let found = refusal { try shop.order(.createSubscription(request), productID) }
            #expect(found == expected, sourceLocation: sourceLocation)
        }
        try check(.invalidCurrency) { $0.currency = "EUR" }
        try check(.invalidStorefront) { $0.storefront = "XYZ" }
        try check(.mismatchedStorefront) { $0.storefront = "FRA" }
        try check(.invalidTaxProductCode) { $0.taxCode = "C3" }
        try check(.invalidRenewalPeriod) { $0.rawPeriod = "P5M" }
        try check(.atLeastOneItem) { $0.items = [] }
        try check(.negativePrice) { $0.items[0].price = -1 }
        try check(.skuLengthExceeded) { $0.items[0].sku = String(repeating: "A", count: 129) }
        try check(.invalidSKU) { $0.items[0].sku = "" }
        try check(.displayNameLengthExceeded) { $0.items[0].displayName = String(repeating: "A", count: 31) }
        try check(.descriptionLengthExceeded) { $0.descriptors.description = String(repeating: "A", count: 46) }
        try check(.itemCannotBeSpecifiedMultipleTimes) { $0.items.append($0.items[0]) }
        try check(.invalidPreviousTransactionID) { $0.previousTransactionId = "1" }
        try check(.invalidProduct, "coins") { _ in }
        let offer = try AdvancedCommerceOffer(period: .p1M, periodCount: 2, price: 0, reason: .acquisition)
        try check(.freeTrialOfferMustUsePeriodCountOfOne) { $0.items[0].offer = offer }
        try check(.invalidOfferPrice) {
            $0.items[0].offer = offer
            $0.items[0].offer?.price = 2990
        }
        try check(.invalidOfferReason) {
            $0.items[0].offer = offer
            $0.items[0].offer?.rawReason = "LUCK"
        }
        #expect(shop.engine.transactions.isEmpty)
        try shop.order(.createSubscription(Shop.creation(info: Shop.reference(7))))
        try shop.perform(.expire(subscription: shop.bundle.index))
        try check(.repeatedRequestReferenceId) { _ in }
    }

    @Test(
        "Requests are read, and what is missing is told by number",
        arguments: [
            (#"{}"#, AdvancedCommerceAPIError.nullVersion), (#"{"version":"2","operation":"X"}"#, .unexpectedVersion),
            (#"{"version":"1","operation":"X"}"#, .invalidOperation), ("cat", .malformedPayload),
            (#"{"version":"1","operation":"CREATE_SUBSCRIPTION"}"#, .nullCurrency),
            (
                #"{"version":"1","operation":"REACTIVATE_SUBSCRIPTION","requestInfo":{"requestReferenceId":"x"}}"#,
                .invalidRequestReferenceID
            ),
            (#"{"version":"1","operation":"REACTIVATE_SUBSCRIPTION","requestInfo":{}}"#, .nullRequestReferenceID),
            (#"{"version":"1","operation":"REACTIVATE_SUBSCRIPTION","requestInfo":null}"#, .nullRequestInfo),
        ])
    func reading(json: String, expected: AdvancedCommerceAPIError) {
        #expect(refusal { _ = try AdvancedCommerceReader.operation(Data(json.utf8)) } == expected)
    }
}
