// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine

/// One thing that happened in the store.
struct Happening: Encodable, Hashable {
    /// `transaction`, `subscription`, `notification`, `storefront`, `history` or `offer`, an introductory offer that
    /// an app claimed and that was not applied.
    var kind: String
    /// When, in milliseconds since 1970 UTC.
    var date: Int64 = 0
    /// Whom it happened to.
    var account: String?
    /// What made or changed a transaction: `purchase`, `renewal`, `upgrade`, `revocation`,
    /// `reinstatement`, `periodExtension`, `finish`, `cutShort`, `appAccountToken`, `metadata` or `rewrite`.
    var cause: String?
    /// What a subscription came to, or why an offer was not applied.
    var state: String?
    var productId: String?
    var transactionId: String?
    var notificationType: String?
    var subtype: String?

    /// Describes effects in their order.
    ///
    /// Not all effects state their time, but everything that happens by itself ends with a notification or a change of a
    /// subscription, which do.
    ///
    /// - Parameters:
    ///   - now: When the last of them was over.
    ///   - limit: How many to describe; what comes after them is left out.
    static func list(
        _ effects: [Effect], until now: StoreInstant, limit: Int, accounts: AccountLabels, engine: Engine
    ) -> [Happening] {
        var date = now
        let reversed = effects.prefix(limit).reversed().map { effect in
            if case .notification(let record) = effect { date = record.date }
            if case .renewal(let record) = effect { date = record.date }
            var happening = Happening(effect, accounts: accounts, engine: engine)
            happening.date = date.milliseconds
            return happening
        }
        return reversed.reversed()
    }

    private init(_ effect: Effect, accounts: AccountLabels, engine: Engine) {
        switch effect {
        case .transaction(let record, let cause):
            self.init(kind: "transaction")
            self.cause = Self.word(for: cause)
            account = accounts[record.account]
            productId = engine.catalogue[record.product].product.id
            transactionId = engine.identifier(of: record.index)
        case .renewal(let record):
            self.init(kind: "subscription")
            state = record.subscription.state.word
            account = accounts[record.subscription.account]
            productId = engine.catalogue[record.subscription.product].product.id
            transactionId = engine.identifier(of: record.subscription.latest)
        case .notification(let record):
            self.init(kind: "notification")
            notificationType = record.type.rawValue
            subtype = record.subtype?.rawValue
            account = record.transaction.map { accounts[$0.account] }
            productId = record.transaction.map { engine.catalogue[$0.product].product.id }
            transactionId = record.transaction.map { engine.identifier(of: $0.index) }
        case .storefront(let account, _):
            self.init(kind: "storefront")
            self.account = accounts[account]
        case .offerNotApplied(let notice):
            self.init(kind: "offer")
            state = notice.reason.word
            account = accounts[notice.account]
            productId = engine.catalogue[notice.product].product.id
        case .purchaseIntent(let record):
            self.init(kind: "intent")
            account = accounts[record.account]
            productId = engine.catalogue[record.product].product.id
        case .historyCleared(let account):
            self.init(kind: "history")
            self.account = accounts[account]
        }
    }

    init(kind: String) {
        self.kind = kind
    }

    private static func word(for cause: Effect.Cause) -> String {
        switch cause {
        case .purchase: "purchase"
        case .renewal: "renewal"
        case .upgrade: "upgrade"
        case .revocation: "revocation"
        case .finish: "finish"
        case .reinstatement: "reinstatement"
        case .periodExtension: "periodExtension"
        case .cutShort: "cutShort"
        case .appAccountToken: "appAccountToken"
        case .metadata: "metadata"
        case .rewrite: "rewrite"
        }
    }
}

extension Subscription.State {
    /// The state in one word.
    var word: String {
        switch self {
        case .active: "active"
        case .gracePeriod: "gracePeriod"
        case .billingRetry: "billingRetry"
        case .expired: "expired"
        case .revoked: "revoked"
        }
    }
}

extension OfferNotice.Reason {
    /// The reason in one word.
    fileprivate var word: String {
        switch self {
        case .invalidProof(let fault): fault.rawValue
        case .noIntroductoryOffer: "noIntroductoryOffer"
        case .nothingBegins: "nothingBegins"
        }
    }
}
