// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

extension TransactionRecord.AppliedOffer {
    /// What a code did to the price of a product that is bought once.
    init(_ redemption: OfferCodes.Redemption) {
        self.init(type: .offerCode, id: redemption.batch.referenceName, discountType: .oneTime, period: nil)
    }
}

extension Engine {
    /// Sets up an offer behind codes.
    mutating func createOfferCodes(_ batch: OfferCodeBatch) throws(Refusal) {
        guard let item = catalogue.item(batch.productID) else {
            throw Refusal(
                .productUnavailable, "The store does not sell \(batch.productID)",
                fix: "Make codes for one of the products of its configuration.")
        }
        if let problem = problem(of: batch, for: item) {
            throw Refusal(.invalidAction, problem, fix: "Change the offer and register it again.")
        }
        offerCodes.register(batch)
    }

    private func problem(of batch: OfferCodeBatch, for item: Catalogue.Item) -> String? {
        let codes = batch.allCodes
        if batch.referenceName.isEmpty { return "The offer has no reference name" }
        if codes.isEmpty || codes.contains("") { return "The offer has no codes, or an empty one" }
        // App Store Connect makes at most so many at once.
        if codes.count > 25_000 { return "\(codes.count) codes are more than the 25000 of a batch" }
        if Set(codes).count < codes.count || codes.contains(where: offerCodes.contains) {
            return "A code exists already"
        }
        if case .custom(_, let limit) = batch.codes, limit < 1 { return "A code that works \(limit) times never works" }
        switch (item, batch.terms) {
        case (.oneTime, .once(let price)):
            return price < 0 ? "The price is below zero" : nil
        case (.subscription, .subscription(let type, let price, _, let count)):
            if type == .oneTime { return "\(type.rawValue) is no way to pay for a subscription" }
            if price < 0 || (type == .freeTrial && price != 0) { return "\(price) is not the price of such an offer" }
            if count < 1 { return "The offer lasts \(count) periods" }
            return batch.renewsAfterwards || type == .freeTrial ? nil : "Only after a free offer renewal can be off"
        case (.oneTime, .subscription), (.subscription, .once):
            return "The terms are for another type of product than \(batch.productID)"
        }
    }

    /// Finds the product that a registered code is for.
    package func product(ofOfferCode code: String) -> Catalogue.ProductIndex? {
        offerCodes.batch(of: code).flatMap { catalogue.index(of: $0.productID) }
    }

    /// Finds a registered code that a customer may redeem for a product.
    func redemption(
        of code: String, for productID: String, by account: AccountID
    ) throws(Refusal) -> OfferCodes.Redemption? {
        guard let redemption = try offerCodes.redemption(of: code, by: account, at: now) else { return nil }
        guard redemption.batch.productID == productID else {
            throw Refusal(
                .invalidOfferIdentifier, "The code is for \(redemption.batch.productID), not for \(productID)",
                fix: "Redeem it for that product.")
        }
        return redemption
    }

    static func unknownCode(for productID: String) -> Refusal {
        Refusal(
            .unknownOfferCode, "\(productID) has no offer behind that code or reference name",
            fix: "Register the code, or use the reference name of a code offer of the configuration.")
    }

    func checkCustomer(
        _ held: Subscription?, isOneOf eligible: Set<OfferCodeBatch.Customer>, for name: String
    ) throws(Refusal) {
        let customer: OfferCodeBatch.Customer =
            if let held { held.state.isEntitled ? .existing : .expired } else { .new }
        guard eligible.contains(customer) else {
            throw Refusal(
                .ineligibleForOffer, "The offer \(name) is not for \(customer.rawValue) customers",
                fix: "Redeem it with another account: it is for "
                    + eligible.map(\.rawValue).sorted().joined(separator: ", ") + ".")
        }
    }

    /// The price of a product bought once, with the code it is bought with.
    func oneTimeOffer(
        of details: StoreKitConfiguration.Product, _ purchase: Command.Purchase
    ) throws(Refusal) -> OfferCodes.Redemption? {
        if let plan = purchase.billingPlan {
            throw Refusal(
                .productUnavailable, "\(details.id) is bought once, not with the billing plan \(plan.rawValue)",
                fix: "Buy it without one.")
        }
        switch purchase.offer {
        case nil:
            return nil
        case .promotional(let id, _), .winBack(let id):
            throw Refusal(
                .invalidOfferIdentifier, "\(details.id) is no subscription, so it has no offer \(id)",
                fix: "Only codes lower the price of what is bought once.")
        case .code(let code):
            guard let redemption = try redemption(of: code, for: details.id, by: purchase.account) else {
                throw Self.unknownCode(for: details.id)
            }
            guard purchase.quantity == 1 else {
                throw Refusal(
                    .invalidQuantity, "A code buys one, not \(purchase.quantity)", fix: "Ask for one.")
            }
            return redemption
        }
    }
}
