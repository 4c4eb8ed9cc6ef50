// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
package import StoreLink

extension StoreHost: StoreService {
    package func connect(_ request: ConnectRequest) async throws(StoreFailure) -> ConnectAnswer {
        access { state, emit in
            if state.devices[request.device] == nil {
                let account = state.account(named: request.account, emit: emit)
                state.devices[request.device] = account
                state.note(.device(request.device, account))
            }
            let account = state.devices[request.device].map { state.engine[$0] }
            return ConnectAnswer(
                bundleID: state.engine.identity.bundleID, environment: state.engine.identity.environment.rawValue,
                storefront: state.engine.storefrontRecord(account?.storefront ?? .unitedStates))
        }
    }

    package func products(_ request: ProductsRequest) async throws(StoreFailure) -> ProductsAnswer {
        let account = try account(of: request.device)
        try failIfTold(.loadProducts)
        return access { state, _ in
            let engine = state.engine
            let place = engine[account].storefront
            let storefront = engine.storefrontRecord(place)
            return ProductsAnswer(
                products: request.identifiers.compactMap {
                    engine.productRecord($0, in: place, locale: storefront.locale)
                },
                storefront: storefront)
        }
    }

    package func eligibility(_ request: EligibilityRequest) async throws(StoreFailure) -> EligibilityAnswer {
        let account = try account(of: request.device)
        return read { engine in
            EligibilityAnswer(
                eligibleGroupIDs: Set(
                    request.groupIDs.filter { engine.isEligibleForIntroductoryOffer(account, group: $0) }))
        }
    }

    package func sync(_ request: SyncRequest) async throws(StoreFailure) {
        _ = try account(of: request.device)
        try failIfTold(.appStoreSync)
    }

    package func promotions(_ request: PromotionsRequest) async throws(StoreFailure) -> PromotionsAnswer {
        _ = try account(of: request.device)
        return access { state, _ in
            var promotions = state.promotions[request.device] ?? DevicePromotions()
            promotions.apply(request)
            if request.order != nil || request.visibilities != nil {
                state.promotions[request.device] = promotions
                state.note(.promotions(request))
            }
            return PromotionsAnswer(promotions: promotions.records(in: state.engine))
        }
    }

    package func finish(_ request: FinishRequest) async throws(StoreFailure) {
        let account = try account(of: request.device)
        access { state, emit in
            // A transaction that is not there any more needs no finishing, so this is not the caller's problem.
            guard let record = state.engine.transaction(identifier: request.transactionID), record.account == account
            else { return }
            _ = try? state.apply(.finish(account: account, transaction: record.index), emit: emit)
        }
    }

    package func changes(_ request: ChangesRequest) async throws(StoreFailure) -> ChangesAnswer {
        let account = try account(of: request.device)
        let drafts = access { state, _ in
            state.changes(of: account, for: request.device, after: request.after)
        }
        var answer = drafts.answer
        for draft in drafts.transactions {
            answer.transactions.append(try sign(draft, for: request.device))
        }
        for draft in drafts.renewalInfos {
            answer.renewalInfos.append(try sign(draft, for: request.device))
        }
        return answer
    }

    package func waitForChange(_ request: ChangesRequest) async throws(StoreFailure) {
        let account = try account(of: request.device)
        do {
            try await waiters.wait(account) { [weak self] in
                self?.access { state, _ in state.log(of: account).isAhead(of: request.after) } ?? true
            }
        } catch {
            throw StoreFailure(.cancelled, "The wait for changes was cancelled", fix: "Wait again.")
        }
    }

    package func appTransaction(_ request: AppTransactionRequest) async throws(StoreFailure) -> AppTransactionAnswer {
        let account = try account(of: request.device)
        try failIfTold(.appTransaction)
        let payload = access { state, _ in
            let verification = state.verification(for: request.device)
            var payload = state.engine.appTransaction(of: account, signedAt: state.engine.now)
            payload.deviceVerification = verification.hash
            payload.deviceVerificationNonce = verification.nonce
            return payload
        }
        return AppTransactionAnswer(
            jws: try signed(payload), verificationError: access { state, _ in state.simulatedError(of: .verification) })
    }

    // MARK: - Helpers

    func failIfTold(_ part: FailablePart) throws(StoreFailure) {
        guard let failure = access({ state, _ in state.simulatedFailure(of: part) }) else { return }
        throw failure
    }

    func account(of device: UUID) throws(StoreFailure) -> AccountID {
        guard let account = access({ state, _ in state.devices[device] }) else {
            throw StoreFailure(
                .unknownDevice, "The store does not know the device \(device.uuidString.lowercased())",
                fix: "Connect first; a store that was restarted has forgotten its devices.")
        }
        return account
    }

    private func signed(_ payload: some Encodable) throws(StoreFailure) -> String {
        do {
            return try signer.sign(payload)
        } catch {
            throw StoreFailure(
                .unknown, "The store could not sign: \(error)", fix: "Remove its certificates and let it make new ones."
            )
        }
    }

    func sign(_ draft: TransactionDraft, for device: UUID) throws(StoreFailure) -> TransactionChange {
        let jws: String
        if let known = draft.fact.jws {
            jws = known
        } else {
            jws = try signed(draft.fact.payload)
            access { state, _ in
                state.signedFacts.remember(.init(payload: draft.fact.payload, jws: jws), draft.fact.index, for: device)
            }
        }
        return TransactionChange(
            revision: draft.revision, jws: jws, isFinished: draft.isFinished, isAnnounced: draft.isAnnounced,
            verificationError: draft.verificationError)
    }

    private func sign(_ draft: RenewalInfoDraft, for device: UUID) throws(StoreFailure) -> RenewalInfoChange {
        if let known = draft.fact.jws { return RenewalInfoChange(revision: draft.revision, jws: known) }
        let jws = try signed(draft.fact.payload)
        access { state, _ in
            state.signedFacts.remember(.init(payload: draft.fact.payload, jws: jws), draft.fact.index, for: device)
        }
        return RenewalInfoChange(revision: draft.revision, jws: jws)
    }
}

extension StoreFailure {
    /// What a StoreKit client is told of a refusal.
    init(_ refusal: Refusal) {
        let code: Code =
            switch refusal.code {
            case .invalidQuantity: .invalidQuantity
            case .productUnavailable: .productUnavailable
            case .unknownStorefront, .notAvailableInStorefront: .notAvailableInStorefront
            case .invalidOfferIdentifier, .unknownOfferCode: .invalidOfferIdentifier
            case .invalidOfferSignature: .invalidOfferSignature
            case .missingOfferParameters: .missingOfferParameters
            case .ineligibleForOffer, .offerCodeUsedUp, .offerCodeExpired: .ineligibleForOffer
            case .advancedCommerce: .invalidRequest
            case .unknownAccount, .unknownTransaction, .unknownSubscription, .invalidAction, .invalidExtendByDays,
                .invalidRequestIdentifier, .extensionIneligible, .extensionLimitReached, .unknownFamily,
                .unknownPendingPurchase, .familyShared:
                .unknown
            }
        self.init(code, refusal.message, fix: refusal.fix)
        requestError = refusal.advancedCommerceError?.rawValue
    }

    /// What a StoreKit client is told when a part of the store is told to fail.
    init(_ error: SimulatedError, of part: FailablePart) {
        self.init(
            error == .networkError ? .network : Code(rawValue: error.rawValue),
            "The store is told to answer \(part.rawValue) with the error \(error.rawValue)",
            fix: "Take the simulated error back in the test or in the configuration.")
    }
}
