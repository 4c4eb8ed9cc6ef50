// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine

// What happens to a purchase later, in few words.

extension Shop {
    static let day: Int64 = 86_400_000

    mutating func setPrice(
        of productID: String, to price: Int64, in storefronts: [String]? = nil,
        _ subscribers: SaleCommand.Subscribers = .follow(.byRule)
    ) throws(Refusal) {
        try perform(
            .sale(
                .setPrice(.init(productID: productID, price: price, storefronts: storefronts, subscribers: subscribers))
            ))
    }

    mutating func openAccount(in storefront: String) throws -> AccountID {
        guard case .account(let account) = try perform(.openAccount(storefront: storefront)) else {
            throw Refusal.unexpected
        }
        return account
    }

    @discardableResult
    mutating func buy(_ productID: String, for account: AccountID) throws -> TransactionRecord {
        guard case .purchased(let index) = try perform(.purchase(.init(account: account, productID: productID))) else {
            throw Refusal.unexpected
        }
        return engine[index]
    }

    @discardableResult
    mutating func extend(_ days: Int, request: String = "r1") throws -> StoreInstant {
        let terms = ExtensionCommand.Terms(days: days, reason: .serviceIssueOrOutage, requestIdentifier: request)
        guard
            case .extended(let end) = try perform(
                .extend(.one(subscription: try subscription.index, terms)))
        else { throw Refusal.unexpected }
        return end
    }

    mutating func extendAll(
        _ productID: String, in storefronts: [String]? = nil, request: String = "all"
    ) throws(Refusal) {
        try perform(
            .extend(
                .all(productID: productID, storefronts: storefronts, .init(days: 7, requestIdentifier: request))))
    }

    mutating func makeToken(_ type: ExternalPurchaseTokenType?) throws -> String {
        guard case .externalPurchaseToken(let id) = try perform(.announce(.makeExternalPurchaseToken(type: type)))
        else { throw Refusal.unexpected }
        return id
    }

    /// The notifications' records since the effects were last taken.
    var notificationRecords: [NotificationRecord] {
        effects.compactMap { effect in
            guard case .notification(let record) = effect else { return nil }
            return record
        }
    }

    /// The customer's present renewal info.
    var renewalInfo: JWSRenewalInfoDecodedPayload {
        get throws { engine.payload(of: engine.renewal(of: try subscription), signedAt: engine.now) }
    }
}
