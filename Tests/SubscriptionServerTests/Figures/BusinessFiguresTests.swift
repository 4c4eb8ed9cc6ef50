// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SubscriptionServer

/// Small histories whose figures anybody can count.
@Suite struct BusinessFiguresTests {
    @Test(
        "A period brings its price by as many whole months as come nearest",
        arguments: [
            ("2026-01-01", "2026-02-01", 10_000, 10_000),
            ("2026-02-01", "2026-03-01", 10_000, 10_000),
            ("2026-01-01", "2026-04-01", 10_000, 3333),
            ("2026-01-01", "2026-07-01", 10_001, 1667),
            ("2026-01-01", "2027-01-01", 99_990, 8333),
            ("2028-01-01", "2029-01-01", 99_990, 8333),
            ("2026-01-01", "2026-01-08", 3000, 13_000),
            ("2026-01-01", "2026-01-15", 3000, 6500),
            ("2026-01-01", "2026-01-04", 0, 0),
        ] as [(String, String, Int64, Int64)])
    func monthly(from: String, to: String, price: Int64, expected: Int64) throws {
        let payload = JWSTransactionDecodedPayload(
            purchaseDate: Shop.date(from).date, expiresDate: Shop.date(to).date, type: .autoRenewableSubscription,
            currency: "USD", price: price)
        #expect(try #require(Charge(payload)).monthly == Money(expected, "USD"))
    }

    @Test func subscriptionsComeStayGoAndComeBack() throws {
        var shop = Shop()
        // Stays; leaves after a month and comes back in April; a year; begins in March.
        for month in 1...4 { shop.sell("1", 10_000, "2026-0\(month)-10", to: "2026-0\(month + 1)-10") }
        shop.sell("2", 10_000, "2026-01-31", to: "2026-02-28")
        shop.sell("2", 10_000, "2026-04-02", to: "2026-05-02")
        shop.sell("3", 119_999, "2026-01-20", to: "2027-01-20", of: "yearly")
        shop.sell("4", 10_000, "2026-03-31", to: "2026-04-30")
        let months = shop.figures("2026-01", "2026-05").months
        func counts(_ figures: BusinessFigures.SubscriptionCounts) -> [Int] {
            [figures.opening, figures.new, figures.reactivated, figures.churned, figures.closing]
        }
        #expect(
            months.map { counts($0.subscriptions) } == [
                [0, 3, 0, 0, 3], [3, 0, 0, 1, 2], [2, 1, 0, 0, 3], [3, 0, 1, 1, 3], [3, 0, 0, 2, 1],
            ])
        #expect(months.map { $0.currencies.first?.mrr.closing } == [30_000, 20_000, 30_000, 30_000, 10_000])
        let april = try #require(months[3].currencies.first)
        #expect(april.mrr.reactivation == 10_000 && april.mrr.churn == -10_000 && april.arr == 360_000)
        #expect(months.map(\.churnRate) == [nil, 0.3333, 0, 0.3333, 0.6667])
        #expect(april.revenueChurnRate == 0.3333)
    }

    @Test func changesOfPlanExpandAndContract() throws {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-05", to: "2026-02-05") { $0.isUpgraded = true }
        shop.sell("1", 20_000, "2026-01-25", to: "2026-02-25", of: "pro")
        shop.sell("1", 10_000, "2026-02-25", to: "2026-03-25")
        let january = shop.figures("2026-01", "2026-01").months[0]
        // One subscription, at what it is worth at the end of the month; both payments are revenue.
        #expect(january.subscriptions.new == 1 && january.currencies[0].mrr.new == 20_000)
        #expect(january.currencies[0].revenue.gross == 30_000)
        let february = shop.figures("2026-02", "2026-02").months[0].currencies[0]
        #expect(february.mrr.contraction == -10_000 && february.mrr.closing == 10_000)
        var up = Shop()
        up.sell("1", 10_000, "2026-01-05", to: "2026-02-05")
        up.sell("1", 12_000, "2026-02-05", to: "2026-03-05")
        #expect(up.figures("2026-02", "2026-02").months[0].currencies[0].mrr.expansion == 2000)
    }

    @Test func trialsCountWhenTheyArePaid() {
        var shop = Shop()
        shop.sell("1", 0, "2026-01-10", to: "2026-01-24") { $0.makeFree() }
        shop.sell("1", 10_000, "2026-01-24", to: "2026-02-24")
        shop.sell("2", 0, "2026-01-20", to: "2026-02-03") { $0.makeFree() }
        shop.sell("3", 0, "2026-01-25", to: "2026-02-08") { $0.makeFree() }
        shop.sell("3", 10_000, "2026-02-08", to: "2026-03-08")
        let months = shop.figures("2026-01", "2026-02").months
        let trials = months.map { [$0.trials.begun, $0.trials.ended, $0.trials.converted, $0.trials.running] }
        #expect(trials == [[3, 1, 1, 2], [0, 2, 1, 0]])
        #expect(months.map(\.trialConversion) == [1, 0.5])
        #expect(months.map { $0.currencies[0].mrr.closing } == [10_000, 10_000])
        #expect(months.map(\.subscriptions.new) == [1, 1] && months.map(\.sales) == [1, 1])
    }

    @Test func anOfferBringsWhatIsPaidForIt() {
        var shop = Shop()
        shop.sell("1", 6000, "2026-01-10", to: "2026-04-10") { $0.offerDiscountType = .payUpFront }
        shop.sell("1", 10_000, "2026-04-10", to: "2026-05-10")
        let months = shop.figures("2026-01", "2026-04").months
        #expect(months.map { $0.currencies[0].mrr.closing } == [2000, 2000, 2000, 10_000])
        #expect(months[3].currencies[0].mrr.expansion == 8000)
    }

    @Test func aRefundCountsWhenItIsGiven() {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-20", to: "2026-02-20") { $0.refund(on: "2026-02-03") }
        shop.sell("2", 10_001, "2026-01-20", to: "2026-02-20") { $0.refund(on: "2026-02-04", percentage: 50_000) }
        shop.sell("3", 3000, "2026-02-01", to: nil, of: "coins") { $0.quantity = 3 }
        let months = shop.figures("2026-01", "2026-02").months
        // What a month was reported to have brought stays so.
        #expect(months[0].currencies[0].revenue == .init(gross: 20_001, refunded: 0))
        #expect(months[0].currencies[0].mrr.closing == 20_001 && months[0].refundRate == 0)
        #expect(months[1].currencies[0].revenue == .init(gross: 3000, refunded: 15_001))
        #expect(months[1].currencies[0].revenue.net == -12_001)
        #expect(months[1].refunds == 2 && months[1].refundRate == 2 && months[1].subscriptions.churned == 2)
    }

    @Test func itemsOfAdvancedCommerceArePaidBackOneByOne() {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-20", to: "2026-02-20") { transaction in
            let refund = AdvancedCommerceRefund(refundAmount: 2500, refundDate: Shop.date("2026-01-25").date)
            var info = AdvancedCommerceTransactionInfo()
            var item = AdvancedCommerceTransactionItem()
            item.refunds = [refund]
            info.items = [item]
            transaction.advancedCommerceInfo = info
        }
        let month = shop.figures("2026-01", "2026-01").months[0]
        #expect(month.currencies[0].revenue.refunded == 2500 && month.subscriptions.closing == 1)
    }

    @Test func whatComesThroughTheFamilyIsNotSold() {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-20", to: "2026-02-20") { $0.inAppOwnershipType = .familyShared }
        let figures = shop.figures("2026-01", "2026-01")
        #expect(figures.months[0].subscriptions.closing == 0 && figures.months[0].currencies.isEmpty)
        #expect(figures.revenue.products.isEmpty && figures.cohorts[0].size == 0)
    }

    @Test func aGracePeriodCountsWhileItRuns() {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-10", to: "2026-02-10")
        var info = JWSRenewalInfoDecodedPayload(originalTransactionId: "1")
        info.isInBillingRetryPeriod = true
        info.gracePeriodExpiresDate = Shop.date("2026-02-26").date
        shop.tell("1", info)
        #expect(shop.figures("2026-02", "2026-02", at: "2026-02-25").months[0].subscriptions.closing == 1)
        #expect(shop.figures("2026-02", "2026-02", at: "2026-02-26").months[0].subscriptions.churned == 1)
        // Without the grace period access is over, and so is the subscription.
        info.gracePeriodExpiresDate = nil
        info.signedDate = Shop.date("2026-02-11").date
        shop.tell("1", info)
        #expect(shop.figures("2026-02", "2026-02", at: "2026-02-25").months[0].subscriptions.churned == 1)
    }

    @Test func aPriceThatIsNotKnownIsSaidAndNotGuessed() {
        var shop = Shop()
        shop.sell("1", nil, "2026-01-10", to: "2026-02-10")
        shop.sell("2", -5, "2026-01-10", to: "2026-02-10")
        shop.sell("3", .max, "2026-01-10", to: "2026-02-10")
        let month = shop.figures("2026-01", "2026-01").months[0]
        #expect(month.subscriptions.closing == 3 && month.subscriptions.withoutPrice == 3)
        #expect(month.currencies.isEmpty && month.sales == 0)
    }

    @Test func cohortsAreCountedAtTheEndOfEachMonth() {
        var shop = Shop()
        for month in 1...3 { shop.sell("1", 10_000, "2026-0\(month)-10", to: "2026-0\(month + 1)-10") }
        shop.sell("2", 10_000, "2026-01-11", to: "2026-02-11")
        shop.sell("3", 10_000, "2026-01-12", to: "2026-02-12") { $0.refund(on: "2026-01-13") }
        shop.sell("4", 10_000, "2026-02-12", to: "2026-03-12")
        let cohorts = shop.figures("2026-01", "2026-04").cohorts
        #expect(cohorts.map(\.size) == [3, 1, 0, 0])
        #expect(cohorts.map(\.retained) == [[2, 1, 1, 0], [1, 0, 0], [0, 0], [0]])
    }

    @Test func theMonthThatIsNotOverEndsNow() {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-10", to: "2026-02-10")
        shop.sell("2", 10_000, "2026-01-20", to: "2026-02-20")
        let figures = shop.figures("2026-01", "2026-03", at: "2026-01-15")
        #expect(figures.months.map(\.month) == ["2026-01"] && figures.cohorts.map(\.size) == [1])
        #expect(figures.months[0].sales == 1 && figures.months[0].until == Shop.date("2026-01-15"))
    }

    @Test func theFirstMillisecondBelongsToItsMonth() {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-01", to: "2026-02-01")
        shop.sell("1", 10_000, "2026-02-01", to: "2026-03-01")
        let months = shop.figures("2025-12", "2026-03").months
        #expect(months.map(\.subscriptions.closing) == [0, 1, 1, 0] && months.map(\.sales) == [0, 1, 1, 0])
        #expect(months.map(\.subscriptions.churned) == [0, 0, 0, 1])
    }
}
