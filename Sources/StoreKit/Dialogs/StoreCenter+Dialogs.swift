// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

extension StoreCenter {
    func answerDialogs(with dialogs: (any StoreDialogs)?) {
        state.withLock { $0.dialogs = dialogs }
    }

    /// Who answers the dialogs of a connection.
    private func dialogs(of client: StoreClient) -> any StoreDialogs {
        guard !client.disablesDialogs else { return StoreAnswers() }
        return client.dialogs ?? state.withLock { $0.dialogs } ?? StoreAnswers()
    }

    func isConfirmed(_ order: Order, _ client: StoreClient) async -> Bool {
        await dialogs(of: client).confirmPurchase(.init(product: order.product, quantity: order.quantity))
    }

    /// Lets the customer ask for money back.
    ///
    /// - Throws: ``Transaction/RefundRequestError`` or ``StoreKitError``.
    func requestRefund(of transactionID: UInt64) async throws -> Transaction.RefundRequestStatus {
        let client = try requiredClient()
        do {
            _ = try await open(.refundRequest, client)
            let transaction = await known { $0.facts[transactionID]?.signed.unsafePayloadValue } ?? nil
            guard let transaction else { throw Transaction.RefundRequestError.failed }
            guard let reason = await dialogs(of: client).requestRefund(of: transaction) else { return .userCancelled }
            try await act(.requestRefund(transaction: String(transactionID), reason: reason.rawValue), client)
            return .success
        } catch let failure as StoreFailure {
            guard failure.code.rawValue != "userCancelled" else { return .userCancelled }
            throw failure.refundRequestError
        }
    }

    /// Lets the customer redeem a code; `nil` when they have none, or somebody has to approve first.
    ///
    /// - Throws: ``StoreKitError`` or ``Product/PurchaseError``.
    func redeemCode() async throws -> VerificationResult<Transaction>? {
        let client = try requiredClient()
        do {
            _ = try await open(.offerCodeRedeem, client)
            guard let code = await dialogs(of: client).enterOfferCode() else { return nil }
            guard case .purchased(let change) = try await act(.redeemCode(code), client).purchase else { return nil }
            return try signed(change, client)
        } catch let failure as StoreFailure {
            throw failure.purchaseError
        }
    }

    /// Lets the customer look after subscriptions, of one group if it is named.
    ///
    /// - Throws: ``StoreKitError`` or ``Product/PurchaseError``.
    func manageSubscriptions(groupID: String?) async throws {
        let client = try requiredClient()
        do {
            let answer = try await open(.manageSubscriptions, client)
            let storefront = try await requiredStorefront()
            let held = answer.subscriptions.filter { groupID == nil || $0.groupID == groupID }
            let decisions = await dialogs(of: client).manage(held.map { .init($0, storefront) })
            for decision in decisions {
                try await act(CustomerAction(decision), client)
            }
        } catch let failure as StoreFailure {
            throw failure.purchaseError
        }
    }

    /// Asks the customer about higher prices.
    ///
    /// - Parameter originalID: The only subscription to ask about, by its original transaction.
    /// - Throws: ``StoreKitError``.
    func askAboutPrices(originalID: UInt64?) async throws {
        let client = try requiredClient()
        do {
            let answer = try await open(.priceConsent, client)
            let storefront = try await requiredStorefront()
            for record in answer.subscriptions {
                guard let price = record.askedPrice else { continue }
                let subscription = StoreDialog.HeldSubscription(record, storefront)
                guard originalID == nil || subscription.id == originalID else { continue }
                let increase = StoreDialog.PriceIncrease(subscription: subscription, price: Decimal(milliunits: price))
                guard let agrees = await dialogs(of: client).agree(to: increase) else { continue }
                try await act(
                    .answerPriceIncrease(subscription: record.originalTransactionID, agrees: agrees), client)
            }
        } catch let failure as StoreFailure {
            throw failure.storeKitError
        }
    }

    func askForReview() {
        guard let client else { return }
        let dialogs = dialogs(of: client)
        Task { await dialogs.requestReview() }
    }

    private func requiredStorefront() async throws -> StorefrontRecord {
        guard let storefront = try await read({ $0.storefront }) else { throw StoreKitError.unknown }
        return storefront
    }

    private func open(_ sheet: StoreSheet, _ client: StoreClient) async throws(StoreFailure) -> SheetAnswer {
        try await client.ask { service, device throws(StoreFailure) in
            try await service.sheet(SheetRequest(device: device, sheet: sheet))
        }
    }

    /// Does what the customer decided; whoever waits may be cancelled, the decision stands.
    @discardableResult
    private func act(_ action: CustomerAction, _ client: StoreClient) async throws -> ActionAnswer {
        try await Task {
            try await client.ask { service, device throws(StoreFailure) in
                try await service.act(ActionRequest(device: device, action: action))
            }
        }.value
    }
}

extension StoreDialog.HeldSubscription {
    init(_ record: HeldSubscription, _ storefront: StorefrontRecord) {
        self.init(
            id: UInt64(record.originalTransactionID) ?? 0, groupID: record.groupID, productID: record.productID,
            renewalProductID: record.renewalProductID, state: .init(rawValue: Int(record.status)),
            willAutoRenew: record.autoRenews,
            expirationDate: Date(timeIntervalSince1970: Double(record.expires) / 1000),
            choices: record.choices.map { Product($0, storefront: storefront) })
    }
}

extension CustomerAction {
    fileprivate init(_ decision: StoreDialog.SubscriptionDecision) {
        self =
            switch decision {
            case .cancel(let held): .cancel(subscription: String(held.id))
            case .resubscribe(let held): .resubscribe(subscription: String(held.id))
            case .change(let held, let productID): .change(subscription: String(held.id), productID: productID)
            }
    }
}
