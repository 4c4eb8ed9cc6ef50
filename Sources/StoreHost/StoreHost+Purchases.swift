// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
import StoreConfiguration
package import StoreEngine
package import StoreLink

extension StoreHost {
    package func purchase(_ request: PurchaseRequest) async throws(StoreFailure) -> PurchaseAnswer {
        try await purchase(request, by: account(of: request.device), isInApp: true)
    }

    /// Buys for a device's account in the app, or in the App Store on that device, which is then told of it as of
    /// something done elsewhere.
    func purchase(
        _ request: PurchaseRequest, by account: AccountID, isInApp: Bool
    ) async throws(StoreFailure) -> PurchaseAnswer {
        let realNow = realNow
        let result: Result<OrderDraft, StoreFailure> = access { state, emit in
            do throws(StoreFailure) {
                return .success(
                    try state.order(request, by: account, isInApp: isInApp, at: realNow, emit: emit))
            } catch {
                return .failure(error)
            }
        }
        switch try result.get() {
        case .purchased(let draft): return .purchased(try sign(draft, for: request.device))
        case .pending: return .pending
        case .failed(.userCancelled): return .userCancelled
        case .failed(let error): throw access { state, _ in state.simulatedFailure(error, of: .purchase) }
        }
    }

    /// Buys as a test session does, outside the app and without signatures.
    ///
    /// - Parameter request: Its device counts for nothing.
    /// - Throws: ``Refusal``.
    package func buyOutsideApp(
        _ request: PurchaseRequest, by account: AccountID, past: PastPurchase? = nil
    ) throws(Refusal) -> Outcome {
        let realNow = realNow
        let purchase = access { state, _ in
            var purchase = state.command(request, by: account, at: realNow)
            purchase.device = nil
            purchase.past = past
            return purchase
        }
        return try perform(.purchase(purchase))
    }

    /// A transaction as a device is told of it.
    package func signedTransaction(_ index: TransactionIndex, for device: UUID) throws(StoreFailure) -> String {
        let draft = access { state, _ in state.draft(of: state.engine[index], for: device) }
        return try sign(draft, for: device).jws
    }
}

/// What came of an order, not signed yet.
enum OrderDraft: Sendable {
    case purchased(TransactionDraft)
    case pending
    case failed(SimulatedError)
}

extension HostState {
    mutating func order(
        _ request: PurchaseRequest, by account: AccountID, isInApp: Bool, at realNow: StoreInstant, emit: Engine.Emit
    ) throws(StoreFailure) -> OrderDraft {
        let storefront = engine[account].storefront
        if let agreed = request.storefrontID, agreed != storefront.id {
            throw StoreFailure(
                .storefrontChanged,
                "The price was that of storefront \(agreed), and the customer is in \(storefront.id)",
                fix: "Load the product again, or agree to the storefront.")
        }
        if let plan = request.billingPlan, BillingPlanType(rawValue: plan) == nil {
            throw StoreFailure(
                .productUnavailable, "The store knows no billing plan \(plan)",
                fix: "Use \(BillingPlanType.monthly.rawValue) or \(BillingPlanType.billedUpfront.rawValue).")
        }
        var purchase = command(request, by: account, at: realNow)
        if !isInApp { purchase.device = nil }
        let outcome: Outcome
        do throws(Refusal) {
            if let compact = request.signedAdvancedCommerceRequest {
                purchase.advancedCommerce = try offers.advancedCommerceOperation(compact, at: realNow)
            }
            outcome = try apply(.purchase(purchase), emit: emit)
        } catch {
            throw StoreFailure(error)
        }
        switch outcome {
        case .purchased(let index):
            var draft = draft(of: engine[index], for: request.device)
            draft.verificationError = simulatedError(of: .verification)
            return .purchased(draft)
        case .pending: return .pending
        case .failed(let error): return .failed(error)
        default: preconditionFailure("a purchase came to \(outcome)")
        }
    }

    /// What a request asks of the engine, its signatures judged.
    func command(_ request: PurchaseRequest, by account: AccountID, at realNow: StoreInstant) -> Command.Purchase {
        var purchase = Command.Purchase(
            account: account, device: request.device, productID: request.productID, quantity: request.quantity,
            appAccountToken: request.appAccountToken, billingPlan: request.billingPlan.flatMap(BillingPlanType.init))
        purchase.offer = request.offer.map { offerRequest($0, for: request, by: account, at: realNow) }
        if let compact = request.introductoryEligibility {
            purchase.introductoryOverride = offers.introductoryOverride(
                compact, for: claim(of: request, by: account), at: realNow)
        }
        // Test sessions have a switch of their own and do not read the option, as Apple's do not.
        if request.simulatesAskToBuy == true, !isTestSession { purchase.simulatesAskToBuy = true }
        return purchase
    }

    private var isTestSession: Bool { engine.identity.environment == .xcode }

    private func offerRequest(
        _ offer: RequestedOffer, for request: PurchaseRequest, by account: AccountID, at realNow: StoreInstant
    ) -> OfferRequest {
        switch offer {
        case .promotional(let id, let keyID, let nonce, let signature, let timestamp):
            let others = promotionalOffers(of: request.productID)
            return .promotional(
                id: id,
                proof: offers.verify(
                    OfferSignature(keyID: keyID, nonce: nonce, timestamp: timestamp, signature: signature),
                    for: claim(of: request, by: account, offerID: id), at: realNow,
                    otherProductIDs: others.products, otherOfferIDs: others.offers))
        case .promotionalJWS(let id, let jws):
            return .promotional(
                id: id,
                proof: offers.verifyPromotional(jws, for: claim(of: request, by: account, offerID: id), at: realNow))
        case .unsignedPromotional(let id):
            return .promotional(id: id, proof: isTestSession ? .valid : .invalid(.missingParameters))
        case .winBack(let id): return .winBack(id: id)
        case .code(let code): return .code(code)
        }
    }

    private func claim(of request: PurchaseRequest, by account: AccountID, offerID: String? = nil) -> OfferClaim {
        OfferClaim(
            productID: request.productID, offerID: offerID, appAccountToken: request.appAccountToken,
            customerIDs: engine.offerIdentifiers(of: account))
    }

    /// What a signature may have been made for by mistake: the other subscriptions and their offers.
    private func promotionalOffers(of productID: String) -> (products: [String], offers: [String]) {
        var products: [String] = []
        var offers: Set<String> = []
        for case .subscription(let subscription) in engine.catalogue.items {
            if subscription.product.id != productID { products.append(subscription.product.id) }
            offers.formUnion(subscription.promotionalOffers.compactMap(\.id))
        }
        return (products, offers.sorted())
    }
}
