// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

@Suite struct AdvancedServerTests {
    private func subscribed() throws -> Shop {
        var shop = try Shop(configuration: Shop.commerce)
        try shop.create()
        _ = shop.takeEffects()
        return shop
    }

    @Test func theJournalIsWrittenAndReadBack() throws {
        var shop = try subscribed()
        try shop.rename("Now")
        try shop.changePrice(to: 3990)
        try shop.refund("SPORTS", .custom, amount: 100, revoke: false)
        let read = try JSONDecoder().decode(Journal.self, from: JSONEncoder().encode(shop.journal))
        #expect(read == shop.journal)
        #expect(try read.replay(configuration: Shop.commerce) == shop.engine)
    }

    // MARK: - Metadata and migration

    @Test func textsChangeAtOnceOrWithTheRenewal() throws {
        var shop = try subscribed()
        let latest = try shop.bundle.latest
        try shop.rename("Later", effective: .nextBillCycle)
        #expect(shop.info(of: shop.engine[latest])?.descriptors?.displayName == "Bundle")
        #expect(try shop.bundleInfo.advancedCommerceInfo?.descriptors?.displayName == "Later")
        try shop.rename("Now")
        #expect(shop.info(of: shop.engine[latest])?.descriptors?.displayName == "Now")
        #expect(shop.engine[latest].price == 10_980)
        #expect(shop.notifications == ["METADATA_UPDATE", "METADATA_UPDATE"])
    }

    @Test func anItemGetsAnotherSKU() throws {
        var shop = try subscribed()
        let item = try AdvancedCommerceSubscriptionChangeMetadataItem(
            effective: .immediately, currentSku: "NEWS", displayName: "Papers", sku: "PAPERS")
        try shop.ask(
            .changeMetadata(
                AdvancedCommerceSubscriptionChangeMetadataRequest(requestInfo: Shop.reference(1), items: [item])))
        #expect(shop.info(of: shop.engine[try shop.bundle.latest])?.items?.map(\.sku) == ["PAPERS", "SPORTS"])
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.info(of: shop.engine[try shop.bundle.latest])?.items?.first?.displayName == "Papers")
        #expect(
            refusal {
                try shop.ask(
                    .changeMetadata(
                        AdvancedCommerceSubscriptionChangeMetadataRequest(
                            requestInfo: Shop.reference(2), items: [item])))
            } == .invalidProductChanges)
    }

    @Test func aMigratedSubscriptionKeepsItsPeriodAndPrice() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let bought = try shop.buy("monthly")
        _ = shop.takeEffects()
        let record = try shop.migrate()
        #expect(shop.notifications == ["MIGRATION"])
        #expect(record.expiresDate == bought.expiresDate)
        let payload = shop.engine.payload(of: record, signedAt: shop.engine.now)
        #expect(payload.productId == Shop.generic)
        #expect(payload.previousOriginalTransactionId == shop.engine.identifier(of: bought.index))
        #expect(payload.originalTransactionId == payload.transactionId)
        #expect(payload.advancedCommerceInfo?.items?.map(\.price) == [9990])
        #expect(shop.engine[bought.index].isUpgraded)
        shop.advance(to: "2026-03-31T10:00:00Z")
        let renewals = shop.engine.transactions.dropFirst(2)
        #expect(renewals.map(\.price) == [9990, 9990])
        #expect(renewals.first?.purchaseDate == bought.expiresDate)
        #expect(!shop.notifications.contains { $0.hasPrefix("EXPIRED") })
        #expect(refusal { try shop.migrate() } == .subscriptionAlreadyExists)
    }

    @Test func migrationsThatDoNotFitAreRefusedByNumber() throws {
        var shop = try Shop(configuration: Shop.commerce)
        try shop.buy("monthly")
        #expect(refusal { try shop.migrate(to: "nothing") } == .productNotFound)
        #expect(refusal { try shop.migrate(to: "coins") } == .invalidTargetProductID)
        #expect(refusal { try shop.migrate(to: "pro") } == .invalidTargetProductID)
        try shop.create()
        #expect(refusal { try shop.migrate() } == .subscriptionAlreadyExists)
    }

    // MARK: - Prices

    @Test func aLowerPriceCountsFromTheNextRenewal() throws {
        var shop = try subscribed()
        try shop.changePrice(to: 1990)
        #expect(try shop.bundleInfo.advancedCommerceInfo?.items?.first?.priceIncreaseInfo == nil)
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 9980)
        #expect(shop.notifications == ["PRICE_CHANGE", "DID_RENEW"])
    }

    @Test func aSmallIncreaseIsToldOfAfterOneRenewalAndPaidAfterTwo() throws {
        var shop = try subscribed()
        try shop.changePrice(to: 3990)
        let scheduled = try shop.bundleInfo.advancedCommerceInfo?.items?.first
        #expect(scheduled?.price == 2990)
        #expect(scheduled?.priceIncreaseInfo?.status == .scheduled)
        #expect(scheduled?.priceIncreaseInfo?.price == 3990)
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 10_980)
        let told = try shop.bundleInfo.advancedCommerceInfo?.items?.first
        #expect(told?.price == 3990)
        #expect(told?.priceIncreaseInfo?.status == .accepted)
        #expect(refusal { try shop.changePrice(to: 4990) } == .priceChangeCannotBeIssuedWhenAlreadyCommunicated)
        shop.advance(to: "2026-03-31T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 11_980)
        #expect(try shop.bundleInfo.advancedCommerceInfo?.items?.first?.priceIncreaseInfo == nil)
        #expect(shop.notifications == ["PRICE_CHANGE", "DID_RENEW", "PRICE_INCREASE/ACCEPTED", "DID_RENEW"])
    }

    @Test("A large increase needs an answer", arguments: [true, false])
    func consent(agrees: Bool) throws {
        var shop = try subscribed()
        try shop.changePrice(to: 12_990, dependents: ["SPORTS"])
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.notifications.last == "PRICE_INCREASE/PENDING")
        #expect(try shop.bundleInfo.renewalPrice == 10_980)
        let index = try shop.bundle.index
        if agrees {
            try shop.perform(.priceIncrease(.agree(subscription: index)))
            #expect(shop.notifications.last == "PRICE_INCREASE/ACCEPTED")
            shop.advance(to: "2026-03-31T10:00:00Z")
            #expect(shop.engine[try shop.bundle.latest].price == 20_980)
        } else {
            shop.advance(to: "2026-03-31T10:00:00Z")
            #expect(shop.notifications.last == "EXPIRED/PRICE_INCREASE")
            #expect(try shop.bundle.state.status == .expired)
        }
    }

    @Test func whatIsDeclinedGoesAndTheRestStays() throws {
        var shop = try subscribed()
        try shop.changePrice(to: 12_990)
        shop.advance(to: "2026-02-28T10:00:00Z")
        try shop.perform(.priceIncrease(.decline(subscription: shop.bundle.index)))
        #expect(try shop.bundleInfo.advancedCommerceInfo?.items?.map(\.sku) == ["SPORTS"])
        shop.advance(to: "2026-03-31T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 7990)
    }

    @Test func priceChangesThatDoNotFitAreRefusedByNumber() throws {
        var shop = try subscribed()
        func check(
            _ expected: AdvancedCommerceAPIError, sourceLocation: SourceLocation = #_sourceLocation,
            _ items: [AdvancedCommerceSubscriptionPriceChangeItem]
        ) {
            let found = refusal {
                try shop.ask(
                    .changePrice(
                        AdvancedCommerceSubscriptionPriceChangeRequest(requestInfo: Shop.reference(1), items: items)))
            }
            #expect(found == expected, sourceLocation: sourceLocation)
        }
        func item(
            _ sku: String, _ price: Int64 = 1990, _ dependents: [String]? = nil
        ) throws -> AdvancedCommerceSubscriptionPriceChangeItem {
            try AdvancedCommerceSubscriptionPriceChangeItem(sku: sku, price: price, dependentSKUs: dependents)
        }
        check(.invalidSKUProvidedMustBeCurrentSKUSetToRenew, [try item("CHESS")])
        check(.negativePrice, [try item("NEWS", -1)])
        check(.itemCannotBeSpecifiedMultipleTimes, [try item("NEWS"), try item("NEWS")])
        check(.dependentSKUsCannotBeShared, [try item("NEWS", 1, ["X"]), try item("SPORTS", 1, ["X"])])
        check(.dependentSKUsCannotBeChained, [try item("NEWS", 1, ["SPORTS"]), try item("SPORTS", 1, ["X"])])
        try shop.ask(.cancel(AdvancedCommerceSubscriptionCancelRequest(requestInfo: Shop.reference(2))))
        check(.subscriptionNotEligible, [try item("NEWS")])
        let coins = try shop.buy("coins")
        #expect(
            refusal {
                try shop.ask(
                    .cancel(AdvancedCommerceSubscriptionCancelRequest(requestInfo: Shop.reference(3))),
                    about: coins.index)
            } == .subscriptionDoesNotExist)
        let plain = try shop.buy("monthly")
        #expect(
            refusal {
                try shop.ask(
                    .cancel(AdvancedCommerceSubscriptionCancelRequest(requestInfo: Shop.reference(3))),
                    about: plain.index)
            } == .subscriptionNotEligible)
    }

    // MARK: - Refunds

    private static func revocation(
        _ type: AdvancedCommerceRefundType, asks: Bool = false, reason: AdvancedCommerceRefundReason = .legal,
        _ number: UInt64 = 9
    ) -> AdvancedCommerceCommand.Request {
        .revoke(
            AdvancedCommerceSubscriptionRevokeRequest(
                refundReason: reason, refundRiskingPreference: asks, requestInfo: Shop.reference(number),
                refundType: type))
    }

    @Test(
        "A revocation ends access and pays back",
        arguments: [
            (AdvancedCommerceRefundType.full, Int64(10_980), RevocationType.refundFull),
            (.prorated, 5490, .refundProrated),
        ])
    func revocation(type: AdvancedCommerceRefundType, amount: Int64, expected: RevocationType) throws {
        var shop = try subscribed()
        shop.advance(to: "2026-02-14T10:00:00Z")
        let record = try shop.ask(Self.revocation(type))
        #expect(record.revocation?.type == expected)
        #expect(shop.engine.money.paidBack(for: record.index) == amount)
        #expect(try shop.bundle.state.status == .revoked)
        #expect(try !shop.bundle.autoRenews)
        #expect(shop.info(of: record)?.items?.allSatisfy { $0.revocationDate != nil } == true)
        #expect(shop.notifications == ["REFUND"])
        #expect(refusal { try shop.ask(Self.revocation(type, asks: false, 10)) } == .revokeOnInactiveSubscription)
    }

    @Test func aRefundThatAsksWaitsForADecision() throws {
        var shop = try subscribed()
        let record = try shop.ask(Self.revocation(.full, asks: true))
        #expect(shop.notifications == ["CONSUMPTION_REQUEST"])
        #expect(try shop.bundle.state.isEntitled)
        #expect(refusal { try shop.ask(Self.revocation(.full, 10)) } == .pendingRefund)
        try shop.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        #expect(shop.notifications == ["CONSUMPTION_REQUEST", "REFUND"])
        #expect(try !shop.bundle.state.isEntitled)
    }

    @Test func aRefundThatAsksCanBeDeclined() throws {
        var shop = try subscribed()
        let record = try shop.ask(Self.revocation(.full, asks: true))
        try shop.perform(.refundDesk(.decline(transaction: record.index)))
        #expect(shop.notifications == ["CONSUMPTION_REQUEST", "REFUND_DECLINED"])
        #expect(try shop.bundle.state.isEntitled)
    }

    @Test func aRefusalIsSimulatedInTheSandbox() throws {
        var shop = try subscribed()
        try shop.ask(Self.revocation(.full, reason: .simulateRefundDecline))
        #expect(shop.notifications == ["REFUND_DECLINED"])
        #expect(try shop.bundle.state.isEntitled)
    }

    @Test func oneItemIsRefundedAndTheOtherRenews() throws {
        var shop = try subscribed()
        shop.advance(to: "2026-02-14T10:00:00Z")
        try shop.refund("NEWS", .prorated)
        let record = shop.engine[try shop.bundle.latest]
        #expect(record.revocation == nil)
        let item = shop.info(of: record)?.items?.first
        #expect(item?.refunds?.first?.refundAmount == 1495)
        #expect(item?.refunds?.first?.refundType == .prorated)
        #expect(item?.revocationDate != nil)
        #expect(shop.notifications == ["REFUND"])
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 7990)
    }

    @Test func aPartOfAChargeIsGivenBackAndThenTheRest() throws {
        var shop = try Shop(configuration: Shop.commerce)
        let item = try AdvancedCommerceOneTimeChargeItem(
            description: "A story", displayName: "Story", sku: "STORY", price: 1990)
        let record = try shop.order(
            .createOneTimeCharge(
                AdvancedCommerceOneTimeChargeCreateRequest(
                    currency: "USD", item: item, requestInfo: Shop.reference(1), taxCode: "C003-00-1")), Shop.charge)
        try shop.refund("STORY", .custom, amount: 500, revoke: false, of: record.index)
        #expect(shop.engine[record.index].revocation == nil)
        #expect(
            refusal { try shop.refund("STORY", .custom, amount: 1491, of: record.index) } == .insufficientFunds)
        try shop.refund("STORY", of: record.index)
        #expect(shop.engine[record.index].revocation != nil)
        #expect(shop.engine.money.paidBack(for: record.index) == 1990)
        #expect(refusal { try shop.refund("STORY", of: record.index) } == .alreadyRefunded)
    }

    @Test func aRefundUndoneGivesTheItemsBack() throws {
        var shop = try subscribed()
        shop.advance(to: "2026-02-14T10:00:00Z")
        let record = try shop.ask(Self.revocation(.full))
        let lost = shop.info(of: record)?.items
        #expect(lost?.map(\.revocationDate) == [shop.engine.now.date, shop.engine.now.date])
        shop.advance(to: "2026-02-15T10:00:00Z")
        try shop.perform(.refundDesk(.reverse(transaction: record.index)))
        let items = shop.info(of: shop.engine[record.index])?.items
        #expect(items?.map(\.sku) == ["NEWS", "SPORTS"])
        #expect(items?.map(\.revocationDate) == [nil, nil])
        #expect(items?.map(\.refunds) == [nil, nil])
        #expect(shop.engine.money.paidBack(for: record.index) == 0)
        #expect(shop.notifications == ["REFUND", "REFUND_REVERSED"])
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.engine[try shop.bundle.latest].price == 10_980)
        #expect(try shop.bundle.latest != record.index)
    }

    @Test func anEarlierRefundOfAnItemOutlastsOneThatIsUndone() throws {
        var shop = try subscribed()
        shop.advance(to: "2026-02-13T10:00:00Z")
        try shop.refund("NEWS")
        let earlier = shop.engine.now.date
        shop.advance(to: "2026-02-14T10:00:00Z")
        let record = try shop.ask(Self.revocation(.full, 10))
        try shop.perform(.refundDesk(.reverse(transaction: record.index)))
        let items = shop.info(of: shop.engine[record.index])?.items
        #expect(items?.map(\.revocationDate) == [earlier, nil])
        #expect(items?.map { $0.refunds?.map(\.refundDate) } == [[earlier], nil])
        #expect(try shop.bundle.state.isEntitled)
    }

    @Test func refundsThatDoNotFitAreRefusedByNumber() throws {
        var shop = try subscribed()
        let first = try shop.bundle.latest
        #expect(refusal { try shop.refund("CHESS") } == .productNotOwned)
        #expect(refusal { try shop.refund("NEWS", .custom) } == .nullRefundAmount)
        #expect(refusal { try shop.refund("NEWS", .full, amount: 1) } == .refundAmountWithoutCustom)
        #expect(refusal { try shop.refund("NEWS", .custom, amount: -1) } == .negativeRefundAmount)
        try shop.refund("NEWS")
        #expect(refusal { try shop.refund("NEWS") } == .alreadyRefunded)
        #expect(refusal { try shop.refund("SPORTS") } == .removalAllNotAllowed)
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(refusal { try shop.refund("SPORTS", .prorated, of: first) } == .proratedOnlyLatestTransaction)
        let coins = try shop.buy("coins")
        #expect(refusal { try shop.refund("NEWS", of: coins.index) } == .transactionNotRefundable)
    }
}
