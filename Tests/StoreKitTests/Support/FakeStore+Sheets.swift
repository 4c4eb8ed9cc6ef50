// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization

@testable import StoreKit

extension FakeStore {
    func eligibility(_ request: EligibilityRequest) async throws(StoreFailure) -> EligibilityAnswer {
        try begin(.eligibility)
        guard let eligible = state.withLock({ $0.eligibleGroupIDs }) else { throw .lost }
        return EligibilityAnswer(eligibleGroupIDs: eligible.intersection(request.groupIDs))
    }

    func sync(_ request: SyncRequest) async throws(StoreFailure) {
        try begin(.sync)
    }

    func sheet(_ request: SheetRequest) async throws(StoreFailure) -> SheetAnswer {
        try begin(.sheet)
        return state.withLock { state in
            state.sheets.append(request.sheet)
            return SheetAnswer(subscriptions: state.heldSubscriptions)
        }
    }

    func act(_ request: ActionRequest) async throws(StoreFailure) -> ActionAnswer {
        try begin(.act)
        let onAction = state.withLock { state in
            state.actions.append(request.action)
            return state.onAction
        }
        do {
            return try onAction(request.action)
        } catch {
            throw error as? StoreFailure ?? StoreFailure(.unknown, "\(error)", fix: "")
        }
    }

    func promotions(_ request: PromotionsRequest) async throws(StoreFailure) -> PromotionsAnswer {
        try begin(.promotions)
        return state.withLock { state in
            let order = request.order ?? []
            state.promotions.sort { one, other in
                (order.firstIndex(of: one.productID) ?? .max) < (order.firstIndex(of: other.productID) ?? .max)
            }
            for index in state.promotions.indices {
                let productID = state.promotions[index].productID
                if let visibility = request.visibilities?[productID] { state.promotions[index].visibility = visibility }
            }
            return PromotionsAnswer(promotions: state.promotions)
        }
    }

    /// Lets the customer choose something in the App Store.
    func choose(_ product: ProductRecord, offerID: String? = nil) {
        state.withLock { state in
            state.revision += 1
            state.intents.append(
                IntentRecord(
                    revision: state.revision, product: product, storefront: state.storefront, offerID: offerID))
        }
        wakeSleepers()
    }

    /// Lets these messages wait to be shown.
    func show(_ reasons: [MessageRecord.Reason]) {
        state.withLock { state in
            state.revision += 1
            state.messagesRevision = state.revision
            state.messages = reasons.map { reason in
                state.messages.first { $0.reason == reason }
                    ?? MessageRecord(
                        revision: state.revision, reason: reason, originalTransactionID: "100", since: 0)
            }
        }
        wakeSleepers()
    }
}
