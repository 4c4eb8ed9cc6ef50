// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Declarations used as an app uses them, with nothing but StoreKit imported: that this compiles is half of the test.
import StoreKit
import Testing

@Suite struct ProductSurfaceTests {
    /// What a shop's row shows.
    private func words(_ product: Product) -> String {
        switch product.type {
        case .consumable, .nonConsumable, .nonRenewable: return product.type.localizedDescription
        case .autoRenewable: break
        default: return product.type.rawValue
        }
        guard let subscription = product.subscription else { return "" }
        let unit: Product.SubscriptionPeriod.Unit = subscription.subscriptionPeriod.unit
        switch unit {
        case .day, .week: return "soon"
        case .month, .year: return "\(subscription.subscriptionPeriod.value) \(unit.localizedDescription)"
        @unknown default: return "?"
        }
    }

    @Test func aProductIsShown() {
        #expect(words(Sample.monthly) == "1 Month")
        #expect(words(Sample.gems) == "Consumable")
        #expect(Product.ProductType.subscriptionBundle != .subscriptionSuite)
    }

    @Test func productsAreCountedSortedAndKept() {
        let products: Set<Product> = [Sample.gems, Sample.monthly, Sample.gems]
        let ids: [Product.ID] = products.sorted { $0.price < $1.price }.map(\.id)
        #expect(ids == ["gems", "monthly"])
        #expect(Sample.gems.debugDescription.contains("gems"))
        #expect(Product.SubscriptionPeriod.Unit.day < .week && .week < .month && .month < .year)
    }

    @Test func offersSayWhatTheyAre() throws {
        let subscription: Product.SubscriptionInfo = try #require(Sample.monthly.subscription)
        let offers =
            (subscription.introductoryOffer.map { [$0] } ?? []) + subscription.promotionalOffers
            + subscription.winBackOffers
        let words = offers.map { (offer: Product.SubscriptionOffer) -> String in
            switch offer.paymentMode {
            case .freeTrial: "free"
            case .payAsYouGo: "\(offer.displayPrice) x \(offer.periodCount)"
            case .payUpFront: "\(offer.displayPrice) once"
            default: offer.paymentMode.localizedDescription
            }
        }
        #expect(words == ["free", "$4.99 x 3", "$1.99 once"])
        #expect(offers.map(\.type.localizedDescription) == ["Introductory", "Promotional", "Win-Back"])
        #expect(subscription.bundledSubscriptions.isEmpty)
    }

    @Test func whatIsPaidAtOnceHasOneTerm() throws {
        let terms: [Product.SubscriptionInfo.PricingTerms] = try #require(Sample.monthly.subscription?.pricingTerms)
        let only = try #require(terms.first)
        let period: Product.SubscriptionInfo.BillingPeriod = only.billingPeriod
        #expect(terms.count == 1)
        #expect(only.billingPlanType == .upFront)
        #expect(period == .monthly)
        #expect(only.billingPrice == Sample.monthly.price)
        #expect(only.billingDisplayPrice == "$9.99")
        #expect(only.commitmentInfo.price == only.billingPrice)
        #expect(only.commitmentInfo.displayPrice == "$9.99")
        #expect(only.commitmentInfo.period == .monthly)
        #expect(only.subscriptionOffers.count == 3)
        #expect(only[offers: .promotional].map(\.id) == ["half"])
    }

    @Test func loadingIsAStateOfAModel() throws {
        var state = Product.TaskState.loading
        #expect(state.product == nil)
        state = .success(Sample.gems)
        #expect(state.product == Sample.gems)
        for empty in [Product.TaskState.unavailable, .failure(StoreKitError.unknown)] {
            #expect(empty.product == nil)
        }
        var all = Product.CollectionTaskState.loading
        #expect(all.products == nil)
        all = .success([Sample.gems], unavailable: ["crown"])
        #expect(all.products == [Sample.gems])
        guard case .success(_, unavailable: let missing) = all else { return #expect(Bool(false)) }
        #expect(missing == ["crown"])
        all = .failure(StoreKitError.unknown)
        #expect(all.products == nil)
    }

    @Test func relationshipsAreASet() {
        let offered: Product.SubscriptionRelationship = [.upgrade, .crossgrade]
        #expect(offered.contains(.upgrade) && !offered.contains(.downgrade))
        #expect(offered.union([.current, .downgrade]) == .all)
        #expect(Set([offered, offered]).count == 1)
    }

    @Test func periodsBecomeComponents() {
        #expect(DateComponents(subscriptionPeriod: .everyThreeMonths) == DateComponents(month: 3))
        #expect(DateComponents(subscriptionPeriod: .everyTwoWeeks) == DateComponents(day: 14))
        #expect(DateComponents(subscriptionPeriod: .everyThreeDays) == DateComponents(day: 3))
        #expect(DateComponents(subscriptionPeriod: .yearly) == DateComponents(year: 1))
    }
}
