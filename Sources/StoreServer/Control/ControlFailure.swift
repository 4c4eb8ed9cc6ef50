// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine

/// Why the store does not do what it is told, as the control API answers it.
struct ControlFailure: Error, Encodable, Hashable, Sendable {
    /// What is wrong, for programs: a code of ``Refusal`` or one of those below.
    let code: String
    /// What was found and what was expected.
    let message: String
    /// What the reader can do now.
    let fix: String
    /// The HTTP status: 400 when the request is wrong, 404 when what it names is not there, 409 when it is refused.
    let status: Int

    private enum CodingKeys: CodingKey {
        case code, message, fix
    }

    /// The request is not one that could ever be answered.
    static func badRequest(_ message: String, fix: String) -> Self {
        Self(code: "badRequest", message: message, fix: fix, status: 400)
    }

    static func purchasePending(_ productID: String, id: PendingPurchaseID) -> Self {
        Self(
            code: "purchasePending", message: "The purchase of \(productID) waits for approval, as number \(id.value)",
            fix: "POST /control/v1/pendingPurchases/\(id.value)/approve, or let the account buy without asking.",
            status: 409)
    }

    static func unknownAccount(_ name: String) -> Self {
        Self(
            code: Refusal.Code.unknownAccount.rawValue, message: "There is no account \(name)",
            fix: "Take one from GET /control/v1/accounts.", status: 404)
    }

    static func unknownProduct(_ id: String) -> Self {
        Self(
            code: Refusal.Code.productUnavailable.rawValue, message: "There is no product \(id)",
            fix: "Take one from GET /control/v1/products.", status: 404)
    }

    static func unknownSnapshot(_ name: String) -> Self {
        Self(
            code: "unknownSnapshot", message: "There is no snapshot \(name)",
            fix: "Take one from GET /control/v1/snapshots, or make it by POST.", status: 404)
    }

    static func unknownTransaction(_ id: String) -> Self {
        Self(
            code: Refusal.Code.unknownTransaction.rawValue, message: "There is no transaction \(id)",
            fix: "Take an identifier from GET /control/v1/transactions.", status: 404)
    }
}

extension ControlFailure {
    init(_ refusal: Refusal) {
        let status =
            switch refusal.code {
            case .invalidQuantity, .unknownStorefront, .invalidExtendByDays, .invalidRequestIdentifier: 400
            case .missingOfferParameters: 400
            case .productUnavailable, .unknownAccount, .unknownTransaction, .unknownSubscription, .unknownFamily,
                .unknownPendingPurchase, .invalidOfferIdentifier, .unknownOfferCode:
                404
            case .advancedCommerce:
                refusal.advancedCommerceError.map { Int($0.rawValue / 10_000) } ?? 400
            case .invalidAction, .extensionIneligible, .extensionLimitReached, .familyShared, .invalidOfferSignature,
                .ineligibleForOffer, .offerCodeUsedUp, .offerCodeExpired, .notAvailableInStorefront:
                409
            }
        self.init(code: refusal.code.rawValue, message: refusal.message, fix: refusal.fix, status: status)
    }
}
