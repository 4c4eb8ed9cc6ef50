// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

extension StoreCenter {
    /// Buys a product; whoever waits may be cancelled, the purchase goes on.
    func purchase(_ product: Product, options: Set<Product.PurchaseOption>) async throws -> Product.PurchaseResult {
        let order = Order(product, options)
        return try await Task { try await self.buy(order) }.value
    }

    private func buy(_ order: Order) async throws -> Product.PurchaseResult {
        let client = try await settledClient()
        try await checkStorefront(order)
        let answer: PurchaseAnswer
        do {
            answer = try await client.ask { service, device throws(StoreFailure) in
                try await service.purchase(order.request(device: device))
            }
        } catch {
            throw error.purchaseError
        }
        switch answer {
        case .purchased(let change): return .success(try signed(change.jws, client))
        case .pending: return .pending
        case .userCancelled: return .userCancelled
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

    private func checkStorefront(_ order: Order) async throws {
        guard let decision = order.decision, let present = try await read({ $0.storefront }),
            present.id != order.storefrontID
        else { return }
        guard decision.shouldContinue(Storefront(present)) else { throw StoreKitError.notAvailableInStorefront }
    }

    /// Verifies what was bought, and keeps it so that the pull that brings it need not.
    private func signed(_ text: String, _ client: StoreClient) throws -> VerificationResult<Transaction> {
        let signed: VerificationResult<Transaction>
        do {
            signed = try client.verifier.verify(text)
        } catch {
            client.report(error)
            throw StoreKitError.systemError(error)
        }
        state.withLock { state in
            guard state.isCurrent(client), let kept = state.session?.purchases.count else { return }
            // An app that never reads its purchases must not pile them up here.
            if kept >= 256 { state.session?.purchases = [:] }
            state.session?.purchases[text] = signed
        }
        return signed
    }
}

/// What to buy, read from a product and options.
private struct Order: Sendable {
    let productID: String
    let storefrontID: String
    var quantity = 1
    var appAccountToken: UUID?
    var decision: Product.PurchaseOption.StorefrontDecision?

    init(_ product: Product, _ options: Set<Product.PurchaseOption>) {
        productID = product.id
        storefrontID = product.storefront.id
        for option in options {
            switch option.kind {
            case .quantity(let quantity): self.quantity = quantity
            case .appAccountToken(let token): appAccountToken = token
            case .onStorefrontChange(let decision): self.decision = decision
            case .simulatesAskToBuyInSandbox, .custom, .testing: break
            }
        }
    }

    func request(device: UUID) -> PurchaseRequest {
        PurchaseRequest(device: device, productID: productID, quantity: quantity, appAccountToken: appAccountToken)
    }
}
