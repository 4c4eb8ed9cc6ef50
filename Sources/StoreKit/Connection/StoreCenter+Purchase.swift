// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

extension StoreCenter {
    /// Buys a product; whoever waits may be cancelled, the purchase goes on.
    ///
    /// It runs where its caller does, for going elsewhere only to wait would cost two changes of threads.
    nonisolated(nonsending) func purchase(_ product: Product, options: Set<Product.PurchaseOption>) async throws
        -> Product.PurchaseResult
    {
        let order = Order(product, options)
        return try await Task { try await self.buy(order) }.value
    }

    private func buy(_ order: Order) async throws -> Product.PurchaseResult {
        let client = try await settledClient()
        let habits = client.habits
        if habits.lapsedPurchaseReturnsOld, let old = try await lapsedTransaction(of: order.product.id) {
            return .success(old)
        }
        guard await isConfirmed(order, client) else { return .userCancelled }
        switch try await send(order, client) {
        case .purchased(let change):
            let signed: VerificationResult<Transaction> = try signed(change, client)
            let isAnnounced = habits.announcesOwnPurchases && signed.unsafePayloadValue.productType == .autoRenewable
            if isAnnounced || habits.reportsPurchasesCancelled { announce(signed, client) }
            return habits.reportsPurchasesCancelled ? .userCancelled : .success(signed)
        case .pending: return .pending
        case .userCancelled: return .userCancelled
        }
    }

    /// Sends an order, and asks the app when the storefront is another than that of the product's price.
    private func send(_ order: Order, _ client: StoreClient) async throws -> PurchaseAnswer {
        var agreed = order.decision.map { _ in order.product.storefront.id }
        while true {
            do throws(StoreFailure) {
                let storefrontID = agreed
                return try await client.ask { service, device throws(StoreFailure) in
                    try await service.purchase(order.request(device: device, storefrontID: storefrontID))
                }
            } catch {
                guard error.code == .storefrontChanged, let decision = order.decision,
                    let present = try await read({ $0.storefront })
                else { throw error.purchaseError }
                guard decision.shouldContinue(Storefront(present)) else {
                    throw StoreKitError.notAvailableInStorefront
                }
                agreed = present.id
            }
        }
    }

    /// The connected store, once every listener knows how things stood before.
    ///
    /// Without it a listener that has just arrived would be told of the purchase as of something left unfinished, and
    /// nobody could tell which statuses the purchase changes.
    private func settledClient() async throws -> StoreClient {
        while true {
            let client = try requiredClient()
            let isSettled = state.withLock { state in
                state.session?.ledger.cursor != nil && !state.audience.isExpectingUnfinished
            }
            if isSettled { return client }
            switch await pull(client) {
            case .done: return client
            case .failed(let failure): throw failure.purchaseError
            case .replaced: continue
            }
        }
    }

    /// The last transaction of a subscription that is over, for a store with the habit of handing it back.
    private func lapsedTransaction(of productID: String) async throws -> VerificationResult<Transaction>? {
        try await read { ledger in
            guard let latest = ledger.latest(productID: productID) else { return nil }
            return ledger.state(latest.unsafePayloadValue.originalID) == .expired ? latest : nil
        }
    }

    /// Tells listeners of a purchase that they would not hear of otherwise.
    private func announce(_ signed: VerificationResult<Transaction>, _ client: StoreClient) {
        let wakes = state.withLock { $0.isCurrent(client) ? $0.audience.announce([signed]) : [] }
        for wake in wakes { wake() }
    }

    /// Verifies what was bought, and keeps it so that the pull that brings it need not.
    func signed(_ change: TransactionChange, _ client: StoreClient) throws -> VerificationResult<Transaction> {
        let signed: VerificationResult<Transaction>
        do {
            signed = try client.verifier.verify(change.jws)
        } catch {
            client.report(error)
            throw StoreKitError.systemError(error)
        }
        state.withLock { state in
            guard state.isCurrent(client), let kept = state.session?.purchases.count else { return }
            // An app that never reads its purchases must not pile them up here.
            if kept >= 256 { state.session?.purchases = [:] }
            state.session?.purchases[change.jws] = signed
        }
        guard let name = change.verificationError else { return signed }
        return .unverified(signed.unsafePayloadValue, .init(named: name))
    }
}
