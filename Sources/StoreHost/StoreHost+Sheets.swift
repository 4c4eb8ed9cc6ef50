// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
package import StoreLink

extension StoreHost {
    package func sheet(_ request: SheetRequest) async throws(StoreFailure) -> SheetAnswer {
        let account = try account(of: request.device)
        if let part = FailablePart(request.sheet) { try failIfTold(part) }
        return read { engine in
            SheetAnswer(
                subscriptions: engine[account].subscriptions.map { engine[$0] }.filter { !$0.isFamilyShared }
                    .map(engine.heldSubscription))
        }
    }

    package func act(_ request: ActionRequest) async throws(StoreFailure) -> ActionAnswer {
        let account = try account(of: request.device)
        switch request.action {
        case .cancel(let original):
            try carryOut(.setAutoRenew(subscription: subscription(original, of: account).index, false))
        case .answerPriceIncrease(let original, let agrees):
            let index = try subscription(original, of: account).index
            try carryOut(.priceIncrease(agrees ? .agree(subscription: index) : .decline(subscription: index)))
        case .resolveBillingIssue(let original):
            try carryOut(.resolveBillingIssue(subscription: subscription(original, of: account).index))
        case .resubscribe(let original):
            return try await resubscribe(original, request.device, account)
        case .change(_, let productID):
            return try await buyInAppStore(productID, request.device, account)
        case .redeemCode(let code):
            try failIfTold(.offerCodeRedeem)
            guard let productID = read({ $0.productID(ofCode: code, for: account) }) else {
                throw StoreFailure(
                    .invalidOfferIdentifier, "No offer has that code",
                    fix: "Register the code, or use the reference name of a code offer of the configuration.")
            }
            return try await buyInAppStore(productID, request.device, account, offer: .code(code))
        case .requestRefund(let transaction, let reason):
            try requestRefund(of: transaction, reason, by: account)
        }
        return ActionAnswer()
    }

    private func resubscribe(
        _ original: String, _ device: UUID, _ account: AccountID
    ) async throws(StoreFailure) -> ActionAnswer {
        let held = try subscription(original, of: account)
        guard held.state.deadline == nil else {
            try carryOut(.setAutoRenew(subscription: held.index, true))
            return ActionAnswer()
        }
        let productID = read { $0.catalogue[held.product].product.id }
        return try await buyInAppStore(productID, device, account)
    }

    private func buyInAppStore(
        _ productID: String, _ device: UUID, _ account: AccountID, offer: RequestedOffer? = nil
    ) async throws(StoreFailure) -> ActionAnswer {
        var request = PurchaseRequest(device: device, productID: productID)
        request.offer = offer
        return ActionAnswer(purchase: try await purchase(request, by: account, isInApp: false))
    }

    /// Takes a request for money back: test sessions grant it at once, other stores leave it to their staff.
    private func requestRefund(
        of identifier: String, _ reason: String, by account: AccountID
    ) throws(StoreFailure) {
        try failIfTold(.refundRequest)
        let record = read { $0.transaction(identifier: identifier) }
        guard let record, record.account == account else {
            throw StoreFailure(
                .refundRequestFailed, "The customer has no transaction \(identifier)",
                fix: "Ask for a refund of one of theirs.")
        }
        guard record.revocation == nil, !read({ $0.isRefundRequested(record.index) }) else {
            throw StoreFailure(
                .duplicateRequest, "A refund of transaction \(identifier) was asked for before",
                fix: "Wait for the decision.")
        }
        let reason = ConsumptionRequestReason(rawValue: reason) ?? .other
        let isTestSession = read { $0.identity.environment == .xcode }
        do throws(StoreFailure) {
            try carryOut(
                isTestSession
                    ? .refund(transaction: record.index, reason: RevocationReason(reason))
                    : .refundDesk(.request(transaction: record.index, reason: reason, inApp: true)))
        } catch {
            throw StoreFailure(.refundRequestFailed, error.message, fix: error.fix)
        }
    }

    /// Does what a person asks for; refusals are told as clients know them.
    private func carryOut(_ command: Command) throws(StoreFailure) {
        do throws(Refusal) {
            try perform(command)
        } catch {
            throw StoreFailure(error)
        }
    }

    /// Finds a customer's own subscription by its original transaction.
    private func subscription(_ original: String, of account: AccountID) throws(StoreFailure) -> Subscription {
        let found = read { engine in
            engine[account].subscriptions.map { engine[$0] }.first {
                !$0.isFamilyShared && engine.identifier(of: $0.original) == original
            }
        }
        guard let found else {
            throw StoreFailure(
                .unknown, "The customer has no subscription that began with transaction \(original)",
                fix: "Use one that the sheet shows.")
        }
        return found
    }
}

extension FailablePart {
    /// The part that a sheet belongs to; asking for consent to a price cannot be told to fail.
    init?(_ sheet: StoreSheet) {
        switch sheet {
        case .manageSubscriptions: self = .manageSubscriptions
        case .refundRequest: self = .refundRequest
        case .offerCodeRedeem: self = .offerCodeRedeem
        case .priceConsent: return nil
        }
    }
}

extension RevocationReason {
    /// What a refund is said to be for that a customer asked for: the app's fault, or something else.
    init(_ reason: ConsumptionRequestReason) {
        switch reason {
        case .fulfillmentIssue, .unsatisfiedWithPurchase: self = .refundedDueToIssue
        case .unintendedPurchase, .legal, .other: self = .refundedForOtherReason
        }
    }
}

extension Engine {
    /// The product that a code is for: a registered one, or the reference name of a code offer of the configuration.
    ///
    /// Products may share a reference name; then the customer means the one they have.
    fileprivate func productID(ofCode code: String, for account: AccountID) -> String? {
        if let product = product(ofOfferCode: code) { return catalogue[product].product.id }
        var candidates: [StoreKitConfiguration.Subscription] = []
        for case .subscription(let subscription) in catalogue.items
        where subscription.codeOffers.contains(where: { $0.id == code }) {
            candidates.append(subscription)
        }
        let held = Set(self[account].subscriptions.map { catalogue[self[$0].product].product.id })
        return (candidates.first { held.contains($0.product.id) } ?? candidates.first)?.product.id
    }

    fileprivate func heldSubscription(_ subscription: Subscription) -> HeldSubscription {
        let place = self[subscription.account].storefront
        let locale = storefrontRecord(place).locale
        let choices = catalogue.group(subscription.groupID)?.subscriptions ?? []
        return HeldSubscription(
            originalTransactionID: identifier(of: subscription.original), groupID: subscription.groupID,
            productID: catalogue[subscription.product].product.id,
            renewalProductID: catalogue[subscription.nextProduct].product.id,
            status: subscription.state.status.rawValue, autoRenews: subscription.autoRenews,
            expires: self[subscription.latest].expiresDate?.milliseconds ?? now.milliseconds,
            askedPrice: askedPrice(of: subscription.index),
            choices: choices.compactMap { productRecord($0.product.id, in: place, locale: locale) })
    }
}
