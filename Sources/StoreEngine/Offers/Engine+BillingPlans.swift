// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreConfiguration

extension Subscription {
    /// A year that is paid by the month, and that cannot be left before it is over.
    package struct Commitment: Codable, Sendable, Hashable {
        /// The billing period that runs, counted from 1; 0 while an offer runs that comes before the first.
        package internal(set) var number = 0
        package let total: Int
        /// One payment, in thousandths of the currency's unit.
        package let price: Int64
        /// All payments together.
        package let totalPrice: Int64
        /// Whether another commitment follows.
        package internal(set) var renews = true
    }

    /// How the present time is billed.
    package var plan: BillingPlanType {
        commitment == nil ? .billedUpfront : .monthly
    }

    /// Whether the next payment belongs to a commitment that goes on whatever the customer wants.
    package var isBound: Bool {
        state.deadline != nil && commitment.map { $0.number < $0.total } ?? false
    }

    /// What the customer wants to happen at the end.
    package var wantsRenewal: Bool {
        commitment?.renews ?? autoRenews
    }

    /// Whether there is a next payment.
    var willRenew: Bool {
        isBound || (autoRenews && wantsRenewal)
    }

    /// What the next payment is for; a change waits for the end of a commitment.
    package var renewalProduct: Catalogue.ProductIndex {
        isBound ? product : nextProduct
    }

    var renewalPlan: BillingPlanType {
        isBound ? .monthly : nextPlan
    }

    /// Lets it renew at the end, or not; in a commitment that is another switch than the one for each payment.
    mutating func setRenewal(_ renews: Bool) {
        if commitment == nil || renews { autoRenews = renews }
        commitment?.renews = renews
    }
}

extension TransactionRecord {
    /// Where a payment stands in a commitment.
    package struct Commitment: Codable, Sendable, Hashable {
        /// Counted from 1; 0 for an offer that comes before the first.
        package let number: Int
        package let total: Int
        package let expires: StoreInstant
        /// All payments together, in thousandths of the currency's unit.
        package let price: Int64
    }
}

/// One way to pay for a subscription.
package struct PricingTerms: Sendable, Hashable {
    /// How it is billed.
    package let plan: BillingPlanType
    /// One payment, in thousandths of the currency's unit.
    package let price: Int64
    /// The time between payments.
    package let period: StoreKitConfiguration.Period
    /// All payments of the commitment together, in thousandths of the currency's unit.
    package let totalPrice: Int64
}

extension Engine {
    private static let month = StoreKitConfiguration.Period(unit: .month, value: 1)
    private static let year = [
        StoreKitConfiguration.Period(unit: .year, value: 1), StoreKitConfiguration.Period(unit: .month, value: 12),
    ]
    /// Where Apple does not offer monthly billing of a year.
    private static let storefrontsWithoutCommitment: Set<String> = ["USA", "SGP"]

    /// The billing plan that a purchase asks for, or keeps.
    func billingPlan(
        for purchase: Command.Purchase, of product: Catalogue.ProductIndex, held: Subscription?
    ) throws(Refusal) -> BillingPlanType {
        guard let plan = purchase.billingPlan else {
            guard let held, held.state.isEntitled, held.product == product else { return .billedUpfront }
            return held.plan
        }
        let details = catalogue.subscription(at: product)
        let plans = details.billingPlans.filter(\.isEnabled).map(\.type)
        let isOnSale =
            plan == .monthly ? monthlyPlan(of: details) != nil : plans.isEmpty || plans.contains(.billedUpfront)
        guard isOnSale else {
            throw Refusal(
                .productUnavailable, "\(details.id) is not sold with the billing plan \(plan.rawValue)",
                fix: "Choose another plan, or enable this one for a subscription of a year.")
        }
        let storefront = self[purchase.account].storefront.countryCode
        guard plan != .monthly || !Self.storefrontsWithoutCommitment.contains(storefront) else {
            throw Refusal(
                .notAvailableInStorefront, "Monthly billing of a year is not offered in the storefront \(storefront)",
                fix: "Move the account to another storefront, or pay up front.")
        }
        return plan
    }

    /// The ways to pay for a subscription that are on sale in a storefront, the whole period at once first.
    package func pricingTerms(of product: Catalogue.ProductIndex, in storefront: Storefront) -> [PricingTerms] {
        let details = catalogue.subscription(at: product)
        let plans = details.billingPlans.filter(\.isEnabled).map(\.type)
        var terms: [PricingTerms] = []
        if plans.isEmpty || plans.contains(.billedUpfront) {
            let price = price(of: product, in: storefront)
            terms.append(PricingTerms(plan: .billedUpfront, price: price, period: details.period, totalPrice: price))
        }
        if let plan = monthlyPlan(of: details), !Self.storefrontsWithoutCommitment.contains(storefront.countryCode) {
            terms.append(
                PricingTerms(
                    plan: .monthly, price: plan.price.milliunits, period: Self.month,
                    totalPrice: plan.commitmentPrice.milliunits))
        }
        return terms
    }

    private func monthlyPlan(
        of details: StoreKitConfiguration.Subscription
    ) -> StoreKitConfiguration.BillingPlan? {
        guard !details.billingPlans.isEmpty, Self.year.contains(details.period) else { return nil }
        return details.billingPlans.first { $0.type == .monthly && $0.isEnabled }
    }

    /// A commitment to a product at the present price, before its first payment.
    func commitment(
        to details: StoreKitConfiguration.Subscription, plan: BillingPlanType
    ) -> Subscription.Commitment? {
        guard plan == .monthly, let plan = monthlyPlan(of: details) else { return nil }
        return Subscription.Commitment(
            total: 12, price: plan.price.milliunits, totalPrice: plan.commitmentPrice.milliunits)
    }

    /// What a payment costs without an offer.
    func standardPrice(
        of product: Catalogue.ProductIndex, for subscription: Subscription, plan: BillingPlanType
    ) -> Int64 {
        guard plan == .monthly,
            let commitment = commitment(to: catalogue.subscription(at: product), plan: plan)
        else { return price(of: product, for: subscription) }
        return commitment.price
    }

    /// How long one payment lasts without an offer.
    func billingPeriod(
        of details: StoreKitConfiguration.Subscription, plan: BillingPlanType
    ) -> StoreKitConfiguration.Period {
        plan == .monthly ? Self.month : details.period
    }

    /// When a commitment is over.
    func end(of commitment: Subscription.Commitment, anchor: Subscription.Anchor) -> StoreInstant {
        timetable.end(
            of: Self.month, count: anchor.periods + commitment.total - commitment.number, from: anchor.start)
    }

    /// Changes how a subscription is billed from its renewal on.
    mutating func changePlan(of held: Subscription, to plan: BillingPlanType, emit: Emit) {
        update(held.index) { subscription, _ in
            subscription.nextProduct = subscription.product
            subscription.nextPlan = plan
            subscription.setRenewal(true)
        }
        emit(.renewal(renewal(of: self[held.index])))
        notify(
            .didChangeRenewalPref, .downgrade, transaction: self[held.latest], subscription: self[held.index],
            emit: emit)
    }
}
