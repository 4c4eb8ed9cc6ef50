// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

// A payment for a subscription of the Advanced Commerce API: what it costs, how long it lasts, what it was for.

/// One payment, before its transaction is written.
struct AdvancedPayment {
    let price: Int64
    let period: StoreKitConfiguration.Period
    /// How long this period lasts when an offer has a length of its own.
    let ownLength: (period: StoreKitConfiguration.Period, count: Int)?
    let content: AdvancedCommerceContent
}

extension Engine {
    /// Takes the next payment of a subscription's plan; `nil` for those without one.
    mutating func takeAdvancedPayment(of index: SubscriptionIndex) -> AdvancedPayment? {
        guard var plan = currentPlan(of: self[index]) else {
            if !advancedCommerce.plans.isEmpty { advancedCommerce.plans[index] = nil }
            return nil
        }
        let ownLength = plan.ownLength.map { (period: $0.period.length, count: $0.count) }
        let price = plan.nextCharge
        let items = plan.items.map { item in
            var settled = AdvancedCommerceContent.Item(
                sku: item.sku, displayName: item.displayName, description: item.description, price: item.price,
                offer: item.offerPayments > 0 ? item.offer : nil, charged: item.nextCharge)
            if item.increase?.status == .accepted, let price = item.increase?.price { settled.price = price }
            return settled
        }
        plan.ownLength = nil
        for position in plan.items.indices { plan.items[position].settlePayment() }
        advancedCommerce.plans[index] = plan
        return AdvancedPayment(
            price: price, period: plan.period.length, ownLength: ownLength,
            content: AdvancedCommerceContent(
                descriptors: plan.descriptors, items: items, period: plan.period,
                requestReferenceID: plan.requestReferenceID, taxCode: plan.taxCode))
    }

    /// The items of a plan as they are bought, with the offers they begin with.
    static func planned(
        _ items: [AdvancedCommercePlan.Item], period: AdvancedCommercePeriod
    ) throws(Refusal) -> (items: [AdvancedCommercePlan.Item], ownLength: AdvancedCommercePlan.OfferLength?) {
        var items = items
        var lengths: Set<AdvancedCommercePlan.OfferLength> = []
        for position in items.indices {
            guard let offer = items[position].offer, let offered = offer.period else { continue }
            if offered.rawValue == period.rawValue {
                items[position].offerPayments = Int(offer.periodCount)
            } else {
                items[position].offerPayments = 1
                lengths.insert(AdvancedCommercePlan.OfferLength(period: offered, count: Int(offer.periodCount)))
            }
        }
        let others = items.contains { $0.offer?.rawPeriod == period.rawValue && $0.offerPayments > 1 }
        guard lengths.count < 2, lengths.isEmpty || !others else {
            throw .advancedCommerce(
                .misalignedBillingCycle, "Offers of different lengths cannot begin the same subscription")
        }
        return (items, lengths.first)
    }
}

extension AdvancedCommercePlan.Item {
    /// Takes note that it was paid for.
    fileprivate mutating func settlePayment() {
        if offerPayments > 0 {
            offerPayments -= 1
            if offerPayments == 0 { offer = nil }
        } else if let increase, increase.status == .accepted {
            price = increase.price
            self.increase = nil
        }
    }
}
