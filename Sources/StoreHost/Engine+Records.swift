// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import StoreLink

extension Engine {
    /// The storefront as a client is told of it; products are described in the store's locale if it has one.
    func storefrontRecord(_ storefront: Storefront) -> StorefrontRecord {
        StorefrontRecord(
            countryCode: storefront.countryCode, id: storefront.id, currency: storefront.currency,
            locale: settings.locale ?? storefront.locale)
    }

    /// A product as a client is shown it, or `nil` when the store does not sell it.
    func productRecord(_ productID: String, in storefront: Storefront, locale: String) -> ProductRecord? {
        guard let index = catalogue.index(of: productID), isOnSale(index) else { return nil }
        let item = catalogue[index]
        let product = item.product
        let words = product.localizations.best(for: locale)
        var record = ProductRecord(
            id: product.id, internalID: product.internalID, type: Self.type(of: product).rawValue,
            displayName: words?.displayName ?? "", description: words?.description ?? "",
            price: price(of: index, in: storefront), isFamilyShareable: product.isFamilyShareable)
        if case .subscription(let subscription) = item {
            let group = catalogue.group(subscription.groupID)
            record.subscription = SubscriptionRecord(
                groupID: subscription.groupID,
                groupDisplayName: group.flatMap { $0.localizations.best(for: locale)?.displayName ?? $0.name } ?? "",
                groupLevel: subscription.groupNumber, period: subscription.period.iso8601,
                introductoryOffer: subscription.introductoryOffers.first.map(OfferRecord.init),
                promotionalOffers: subscription.promotionalOffers.map(OfferRecord.init),
                winBackOffers: subscription.winBackOffers.map(OfferRecord.init),
                pricingTerms: pricingTerms(of: index, in: storefront).map { PricingTermsRecord($0, of: subscription) })
        }
        return record
    }
}

extension OfferRecord {
    init(_ offer: StoreKitConfiguration.Offer) {
        self.init(
            id: offer.id, paymentMode: Engine.discountType(of: offer.paymentMode).rawValue,
            price: offer.price.milliunits, period: offer.period.iso8601, periodCount: offer.periodCount,
            billingPlan: offer.billingPlanType?.rawValue)
    }
}

extension PricingTermsRecord {
    init(_ terms: PricingTerms, of subscription: StoreKitConfiguration.Subscription) {
        let plan = terms.plan.rawValue
        self.init(
            billingPlan: plan, price: terms.price, period: terms.period.iso8601, commitmentPrice: terms.totalPrice,
            introductoryOffer: subscription.introductoryOffers
                .first { $0.billingPlanType.map { $0.rawValue == plan } ?? true }.map(OfferRecord.init))
    }
}

extension [StoreKitConfiguration.Localization] {
    /// The localization of a locale, else one of its language, else the first there is.
    func best(for locale: String) -> StoreKitConfiguration.Localization? {
        func normalized(_ identifier: String) -> String { identifier.replacing("-", with: "_").lowercased() }
        func language(_ identifier: String) -> Substring { normalized(identifier).prefix { $0 != "_" } }
        return first { normalized($0.locale) == normalized(locale) }
            ?? first { language($0.locale) == language(locale) }
            ?? first
    }
}
