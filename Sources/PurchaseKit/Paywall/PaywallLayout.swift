// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit

/// Decides what a paywall shows: no I/O, no clock.
struct PaywallLayout {
    let snapshot: ShopSnapshot
    let offers: [String: OfferChoice]
    let language: Language

    func rows() -> [Paywall.Row] {
        let ordered = snapshot.products.sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
        return ordered.map(row)
    }

    private func rank(_ product: Product) -> [Double] {
        let price = NSDecimalNumber(decimal: product.price).doubleValue
        switch product.type {
        case .autoRenewable: return [0, Double(product.subscription?.groupLevel ?? 0), price]
        case .nonRenewable: return [1, 0, price]
        case .nonConsumable: return [2, 0, price]
        default: return [3, 0, price]
        }
    }

    private func row(_ product: Product) -> Paywall.Row {
        let action = action(product)
        let offer = action == .none ? nil : offers[product.id]
        let badge = badge(product)
        return Paywall.Row(
            product: product, price: price(product), monthlyPrice: monthlyPrice(product), saving: saving(product),
            offer: offer, offerText: offer?.terms.description(in: language), action: action, badge: badge,
            buttonTitle: buttonTitle(action, offer), badgeText: badge.map(text))
    }

    // MARK: - What can be done

    private func status(_ product: Product) -> ShopSnapshot.SubscriptionStatus? {
        product.subscription.flatMap { snapshot.subscriptionStatuses[$0.subscriptionGroupID] }
    }

    private func action(_ product: Product) -> Paywall.Row.Action {
        if snapshot.pendingPurchases.contains(where: { $0.productID == product.id }) { return .none }
        guard let subscription = product.subscription else {
            let isKept = product.type == .nonConsumable && snapshot.purchasedProductIDs.contains(product.id)
            return isKept ? .none : .buy
        }
        guard let status = status(product), status.isActive, !status.isFamilyShared,
            let held = snapshot.products.first(where: { $0.id == status.productID })?.subscription
        else { return snapshot.purchasedProductIDs.contains(product.id) ? .none : .subscribe }
        if product.id == status.productID { return status.changesPlan ? .changeLater : .none }
        if product.id == status.renewal?.productID { return .none }
        if subscription.groupLevel < held.groupLevel { return .upgrade }
        let isCrossgrade = subscription.groupLevel == held.groupLevel
        // At an equal level the store changes at once only between plans of one length.
        return isCrossgrade && subscription.subscriptionPeriod == held.subscriptionPeriod ? .upgrade : .changeLater
    }

    private func badge(_ product: Product) -> Paywall.Row.Badge? {
        if snapshot.pendingPurchases.contains(where: { $0.productID == product.id }) { return .waiting }
        if product.type != .consumable, snapshot.purchasedProductIDs.contains(product.id) { return .owned }
        if let renewal = status(product)?.renewal, renewal.productID == product.id { return .next(renewal.date) }
        return isBestValue(product) ? .bestValue : nil
    }

    // MARK: - What it costs

    private func price(_ product: Product) -> String {
        guard let period = product.subscription?.subscriptionPeriod else { return product.displayPrice }
        return OfferTerms.price(product.displayPrice, per: OfferTerms.Span(period), in: language)
    }

    /// The price of a twelfth of a year.
    private func monthly(_ product: Product) -> Decimal? {
        guard let period = product.subscription?.subscriptionPeriod, period.value > 0 else { return nil }
        let value = Decimal(period.value)
        switch period.unit {
        case .day: return product.price * 365 / (12 * value)
        case .week: return product.price * 365 / (84 * value)
        case .month: return product.price / value
        case .year: return product.price / (12 * value)
        @unknown default: return nil
        }
    }

    private func monthlyPrice(_ product: Product) -> String? {
        guard let period = product.subscription?.subscriptionPeriod, let monthly = monthly(product),
            period.unit != .month || period.value != 1
        else { return nil }
        return OfferTerms.price(
            monthly.formatted(product.priceFormatStyle), per: OfferTerms.Span(1, .month), in: language)
    }

    private func peers(_ product: Product) -> [Product] {
        snapshot.products.filter {
            $0.subscription?.subscriptionGroupID == product.subscription?.subscriptionGroupID
                && $0.subscription?.groupLevel == product.subscription?.groupLevel
        }
    }

    private func saving(_ product: Product) -> Int? {
        guard product.subscription != nil, let own = monthly(product),
            let dearest = peers(product).compactMap(monthly).max(), dearest > own, dearest > 0
        else { return nil }
        let percent = NSDecimalNumber(decimal: (dearest - own) * 100 / dearest).doubleValue
        // Rounded down, so that no more is promised than is true.
        return percent >= 1 ? Int(percent) : nil
    }

    private func isBestValue(_ product: Product) -> Bool {
        guard let saving = saving(product) else { return false }
        return !peers(product).contains { (self.saving($0) ?? 0) > saving }
    }

    // MARK: - What it says

    private func buttonTitle(_ action: Paywall.Row.Action, _ offer: OfferChoice?) -> String? {
        switch action {
        case .none: nil
        case .buy: PaywallPhrases.buy(language)
        case .subscribe where offer?.terms.type == .freeTrial: PaywallPhrases.tryForFree(language)
        case .subscribe: PaywallPhrases.subscribe(language)
        case .upgrade, .changeLater: PaywallPhrases.change(language)
        }
    }

    private func text(_ badge: Paywall.Row.Badge) -> String {
        switch badge {
        case .owned: PaywallPhrases.owned(language)
        case .waiting: PaywallPhrases.waiting(language)
        case .bestValue: PaywallPhrases.bestValue(language)
        case .next(nil): PaywallPhrases.next(language)
        case .next(let date?):
            PaywallPhrases.nextFrom(
                language, date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: language.locale)))
        }
    }
}
