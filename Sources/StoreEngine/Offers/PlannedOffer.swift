// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

/// An offer that is to set the price of coming payments.
package struct PlannedOffer: Codable, Sendable, Hashable {
    /// What it is for; a change to another product leaves it behind.
    package let product: Catalogue.ProductIndex
    package let applied: TransactionRecord.AppliedOffer
    /// One payment, in thousandths of the currency's unit.
    package let price: Int64
    let period: StoreKitConfiguration.Period
    let periodCount: Int
    /// Payments that still get the price.
    package internal(set) var payments: Int
    /// Whether the subscription goes on afterwards by itself.
    let renewsAfterwards: Bool

    init(
        type: OfferType, id: String?, product: Catalogue.ProductIndex, discountType: OfferDiscountType, price: Int64,
        period: StoreKitConfiguration.Period, periodCount: Int, renewsAfterwards: Bool = true
    ) {
        self.product = product
        applied = TransactionRecord.AppliedOffer(type: type, id: id, discountType: discountType, period: period)
        self.price = price
        self.period = period
        self.periodCount = periodCount
        payments = discountType == .payAsYouGo ? periodCount : 1
        self.renewsAfterwards = renewsAfterwards
    }

    init(_ offer: StoreKitConfiguration.Offer, for product: Catalogue.ProductIndex) {
        let type: OfferType =
            switch offer.kind {
            case .introductory: .introductoryOffer
            case .promotional: .promotionalOffer
            case .code: .offerCode
            case .winBack: .winBackOffer
            }
        self.init(
            type: type, id: offer.id, product: product, discountType: Engine.discountType(of: offer.paymentMode),
            price: offer.price.milliunits, period: offer.period, periodCount: offer.periodCount)
    }

    /// Whether one payment covers a length of the offer's own instead of a billing period.
    var hasOwnLength: Bool {
        applied.discountType != .payAsYouGo
    }
}

extension Subscription {
    /// The offer that the next payment gets.
    package var nextOffer: PlannedOffer? {
        offers.first { $0.product == renewalProduct }
    }

    /// Puts an offer behind those that run or wait; those of products it will not renew into are given up.
    mutating func addOffers(_ more: [PlannedOffer]) {
        offers.removeAll { $0.product != product && $0.product != nextProduct }
        offers += more
    }

    /// Takes note that a payment got the first offer for the present product.
    mutating func consumeOffer() {
        guard let place = offers.firstIndex(where: { $0.product == product }) else { return }
        let offer = offers[place]
        guard offer.payments == 1 else {
            offers[place].payments -= 1
            return
        }
        offers.remove(at: place)
        if offers.isEmpty, !offer.renewsAfterwards { autoRenews = false }
    }
}
