// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

// Fields first, then the customer's state: what is wrong with a request alone is told whoever it is for.

extension Engine {
    /// Checks what all requests have, and notes the reference of those that serve once.
    func checkRequest(
        _ info: AdvancedCommerceRequestInfo, storefront: String?, of account: AccountID, servesOnce: Bool = true
    ) throws(Refusal) {
        guard !servesOnce || !advancedCommerce.references.contains(info.requestReferenceId) else {
            throw .advancedCommerce(.repeatedRequestReferenceId, "The requestReferenceId was used before")
        }
        guard let code = storefront else { return }
        guard (try? self.storefront(named: code)) != nil else {
            throw .advancedCommerce(.invalidStorefront, "There is no storefront \(code)")
        }
        guard code == self[account].storefront.countryCode else {
            throw .advancedCommerce(.mismatchedStorefront, "The customer is in another storefront than \(code)")
        }
    }

    func checkCurrency(_ currency: String?, of account: AccountID) throws(Refusal) {
        guard let currency else { throw .advancedCommerce(.nullCurrency, "currency is missing") }
        guard currency == self[account].storefront.currency else {
            throw .advancedCommerce(
                .invalidCurrency, "The customer pays in \(self[account].storefront.currency), not in \(currency)")
        }
    }

    func checkConsistency(_ info: AdvancedCommerceRequestInfo, of index: SubscriptionIndex) throws(Refusal) {
        guard let token = info.consistencyToken, token != consistencyToken(of: index) else { return }
        throw .advancedCommerce(.invalidConsistencyToken, "The consistencyToken is not that of the present state")
    }

    /// What a renewal info says so that a server notices changes it has not seen.
    func consistencyToken(of index: SubscriptionIndex) -> String? {
        advancedCommerce.plans[index].map { plan in
            let original = identifier(of: self[index].original)
            return "\(plan.changes).\(original).\(plan.requestReferenceID.uuidString.lowercased())"
        }
    }

    static func checkTax(_ code: String) throws(Refusal) {
        guard code.wholeMatch(of: /[A-Z][0-9]{3}-[0-9]{2}-[0-9]/) != nil else {
            throw .advancedCommerce(.invalidTaxProductCode, "\(code) is no tax code such as C003-00-1")
        }
    }

    static func checkSKU(_ sku: String) throws(Refusal) {
        guard !sku.isEmpty else { throw .advancedCommerce(.invalidSKU, "An SKU is empty") }
        guard sku.count <= 128 else { throw .advancedCommerce(.skuLengthExceeded, "An SKU has over 128 characters") }
    }

    static func checkTexts(displayName: String?, description: String?) throws(Refusal) {
        if let displayName {
            guard !displayName.isEmpty else { throw .advancedCommerce(.invalidDisplayName, "A displayName is empty") }
            guard displayName.count <= HelperValidationUtils.maximumDisplayNameLength else {
                throw .advancedCommerce(.displayNameLengthExceeded, "A displayName is too long")
            }
        }
        if let description {
            guard !description.isEmpty else { throw .advancedCommerce(.invalidDescription, "A description is empty") }
            guard description.count <= HelperValidationUtils.maximumDescriptionLength else {
                throw .advancedCommerce(.descriptionLengthExceeded, "A description is too long")
            }
        }
    }

    static func checkItem(
        _ sku: String, _ displayName: String, _ description: String, price: Int64 = 0
    ) throws(Refusal) {
        try checkSKU(sku)
        try checkTexts(displayName: displayName, description: description)
        guard price >= 0 else { throw .advancedCommerce(.negativePrice, "The price of \(sku) is below zero") }
    }

    static func checkOffer(_ offer: AdvancedCommerceOffer?, of price: Int64) throws(Refusal) {
        guard let offer else { return }
        guard offer.period != nil else { throw .advancedCommerce(.invalidOfferPeriod, "An offer's period is unknown") }
        guard offer.reason != nil else { throw .advancedCommerce(.invalidOfferReason, "An offer's reason is unknown") }
        guard offer.periodCount > 0 else {
            throw .advancedCommerce(.periodCountNotPositive, "An offer lasts no period")
        }
        guard offer.periodCount <= 12 else {
            throw .advancedCommerce(.invalidOfferPeriodCount, "An offer lasts more than 12 periods")
        }
        guard (0..<max(price, 1)).contains(offer.price) else {
            throw .advancedCommerce(.invalidOfferPrice, "An offer does not cost less than its item")
        }
        guard offer.price > 0 || offer.periodCount == 1 else {
            throw .advancedCommerce(.freeTrialOfferMustUsePeriodCountOfOne, "A free trial has one period")
        }
    }

    static func checkUnique(_ skus: [String], _ error: AdvancedCommerceAPIError) throws(Refusal) {
        guard Set(skus).count == skus.count else {
            throw .advancedCommerce(error, "An item is named more than once")
        }
    }

    /// The subscription that a transaction belongs to, if the customer owns it.
    func advancedSubscription(of transaction: TransactionIndex) throws(Refusal) -> Subscription {
        try check(transaction)
        let record = self[transaction]
        guard !record.isFamilyShared else {
            throw .advancedCommerce(.productNotOwned, "The customer has the subscription through a family member")
        }
        guard let index = record.subscription, isKnown(self[index]) else {
            throw .advancedCommerce(.subscriptionDoesNotExist, "The transaction is not one of a subscription")
        }
        return self[index]
    }

    /// The plan of a subscription that is one of the Advanced Commerce API.
    func advancedPlan(of subscription: Subscription) throws(Refusal) -> AdvancedCommercePlan {
        guard let plan = currentPlan(of: subscription) else {
            throw .advancedCommerce(
                .subscriptionNotEligible, "The subscription is not one of the Advanced Commerce API",
                fix: "Migrate it first.")
        }
        return plan
    }

    /// What a subscription renews with, unless it has changed to another product.
    func currentPlan(of subscription: Subscription) -> AdvancedCommercePlan? {
        guard !advancedCommerce.plans.isEmpty, let plan = advancedCommerce.plans[subscription.index],
            plan.product == subscription.product, plan.product == subscription.nextProduct
        else { return nil }
        return plan
    }
}

extension AdvancedCommercePeriod {
    static let all: [Self] = [.p1W, .p1M, .p2M, .p3M, .p6M, .p1Y]

    /// The period as a configuration has it.
    var length: StoreKitConfiguration.Period {
        switch self {
        case .p1W: StoreKitConfiguration.Period(unit: .week, value: 1)
        case .p1M: StoreKitConfiguration.Period(unit: .month, value: 1)
        case .p2M: StoreKitConfiguration.Period(unit: .month, value: 2)
        case .p3M: StoreKitConfiguration.Period(unit: .month, value: 3)
        case .p6M: StoreKitConfiguration.Period(unit: .month, value: 6)
        case .p1Y: StoreKitConfiguration.Period(unit: .year, value: 1)
        }
    }
}

extension AdvancedCommerceOfferPeriod {
    var length: StoreKitConfiguration.Period {
        switch self {
        case .p3D: StoreKitConfiguration.Period(unit: .day, value: 3)
        case .p1W: StoreKitConfiguration.Period(unit: .week, value: 1)
        case .p2W: StoreKitConfiguration.Period(unit: .week, value: 2)
        case .p1M: StoreKitConfiguration.Period(unit: .month, value: 1)
        case .p2M: StoreKitConfiguration.Period(unit: .month, value: 2)
        case .p3M: StoreKitConfiguration.Period(unit: .month, value: 3)
        case .p6M: StoreKitConfiguration.Period(unit: .month, value: 6)
        case .p9M: StoreKitConfiguration.Period(unit: .month, value: 9)
        case .p1Y: StoreKitConfiguration.Period(unit: .year, value: 1)
        }
    }
}
