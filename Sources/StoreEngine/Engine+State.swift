// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

extension Engine {
    /// Everything of a store but its catalogue, to be written down and read again.
    package struct State: Codable, Sendable {
        private let identity: AppIdentity
        private let identifiers: IdentifierScheme
        private let settings: StoreSettings
        private let now: StoreInstant
        private let accounts: [Account]
        private let transactions: TransactionLedger
        private let subscriptions: [Subscription]
        private let prices: PriceList
        private let money: MoneyLedger
        private let extensions: ExtensionLedger
        private let externalTokens: [ExternalToken]
        private let refundDesk: RefundDesk
        private let advancedCommerce: AdvancedCommerceLedger
        private let families: FamilyRegistry
        private let pendingPurchases: [PendingPurchase]
        private let nextPendingPurchase: Int32
        private let offerCodes: OfferCodes
        private let winBackRules: [WinBackRules.Key: WinBackRules]
        private let deadlines: DeadlineQueue
        private let random: SeededGenerator

        /// Takes a store's state, which costs nothing.
        package init(_ engine: Engine) {
            identity = engine.identity
            identifiers = engine.identifiers
            settings = engine.settings
            now = engine.now
            accounts = engine.accounts
            transactions = engine.transactions
            subscriptions = engine.subscriptions
            prices = engine.prices
            money = engine.money
            extensions = engine.extensions
            externalTokens = engine.externalTokens
            refundDesk = engine.refundDesk
            advancedCommerce = engine.advancedCommerce
            families = engine.families
            pendingPurchases = engine.pendingPurchases
            nextPendingPurchase = engine.nextPendingPurchase
            offerCodes = engine.offerCodes
            winBackRules = engine.winBackRules
            deadlines = engine.deadlines
            random = engine.random
        }

        /// Makes the store again.
        ///
        /// - Parameter catalogue: The one the store had.
        package func engine(with catalogue: Catalogue) -> Engine {
            var engine = Engine(
                catalogue: catalogue, identity: identity, settings: settings, identifiers: identifiers, seed: 0,
                startingAt: now)
            engine.accounts = accounts
            engine.transactions = transactions
            engine.subscriptions = subscriptions
            engine.prices = prices
            engine.money = money
            engine.extensions = extensions
            engine.externalTokens = externalTokens
            engine.refundDesk = refundDesk
            engine.advancedCommerce = advancedCommerce
            engine.families = families
            engine.pendingPurchases = pendingPurchases
            engine.nextPendingPurchase = nextPendingPurchase
            engine.offerCodes = offerCodes
            engine.winBackRules = winBackRules
            engine.deadlines = deadlines
            engine.random = random
            return engine
        }
    }
}
