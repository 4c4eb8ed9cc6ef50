// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation

/// The App Store of one app as a state machine: commands and time go in, effects come out.
///
/// It does no I/O and reads no clock. The same seed and the same commands at the same times give the same facts, to the
/// byte; moving the clock in one step or in several makes no difference.
package struct Engine: Sendable {
    package let catalogue: Catalogue
    package let identity: AppIdentity
    package let identifiers: IdentifierScheme
    package internal(set) var settings: StoreSettings
    /// The store's time; it never goes back.
    package internal(set) var now: StoreInstant
    package internal(set) var accounts: [Account] = []
    package internal(set) var transactions = TransactionLedger()
    package internal(set) var subscriptions: [Subscription] = []
    package internal(set) var prices = PriceList()
    package internal(set) var money = MoneyLedger()
    package internal(set) var extensions = ExtensionLedger()
    package internal(set) var externalTokens: [ExternalToken] = []
    var refundDesk = RefundDesk()
    package internal(set) var families = FamilyRegistry()
    /// The purchases that wait for somebody, oldest first.
    package internal(set) var pendingPurchases: [PendingPurchase] = []
    /// The number that the next pending purchase gets.
    var nextPendingPurchase: Int32 = 0
    package internal(set) var advancedCommerce = AdvancedCommerceLedger()
    var offerCodes = OfferCodes()
    var winBackRules: [WinBackRules.Key: WinBackRules] = [:]
    var deadlines = DeadlineQueue()
    var random: SeededGenerator

    /// Takes effects one by one, so that a year of a million subscribers never stands in memory.
    package typealias Emit = (Effect) -> Void

    /// Creates a store in which nobody has bought anything.
    package init(
        catalogue: Catalogue, identity: AppIdentity, settings: StoreSettings = StoreSettings(),
        identifiers: IdentifierScheme = .sandbox, seed: UInt64, startingAt now: StoreInstant
    ) {
        self.catalogue = catalogue
        self.identity = identity
        self.settings = settings
        self.identifiers = identifiers
        self.now = now
        random = SeededGenerator(seed: seed)
    }

    var timetable: Timetable {
        Timetable(rate: settings.timeRate)
    }

    /// Moves the clock to a moment, doing everything that falls due on the way, in order; the past is ignored.
    package mutating func advance(to time: StoreInstant, emit: Emit) {
        while let due = nextDue(), due.time <= time {
            deadlines.removeFirst()
            now = max(now, due.time)
            guard families.family(of: subscriptions[Int(due.subscription.value)].account) != nil else {
                reachDeadline(of: due.subscription, emit: emit)
                continue
            }
            let firstNew = transactions.nextIndex
            var happened: [Effect] = []
            reachDeadline(of: due.subscription) { effect in
                happened.append(effect)
                emit(effect)
            }
            carry(happened, firstNew: firstNew, emit: emit)
        }
        now = max(now, time)
    }

    /// Does what a person asks for, after everything that fell due before.
    ///
    /// - Throws: ``Refusal``; then the clock has moved, but nothing else has changed.
    package mutating func apply(
        _ command: Command, at time: StoreInstant, emit: Emit
    ) throws(Refusal) -> Outcome {
        advance(to: time, emit: emit)
        let present = now
        let outcome = try carryOutForAll(command, emit: emit)
        // A period paid late, or bought in the past, may be over already.
        advance(to: present, emit: emit)
        return outcome
    }

    /// Carries a command out, and repeats what it did to a purchase for those it is shared with.
    private mutating func carryOutForAll(_ command: Command, emit: Emit) throws(Refusal) -> Outcome {
        guard !families.isEmpty else { return try carryOut(command, emit: emit) }
        let firstNew = transactions.nextIndex
        var happened: [Effect] = []
        let outcome = try carryOut(command) { effect in
            happened.append(effect)
            emit(effect)
        }
        carry(happened, firstNew: firstNew, emit: emit)
        return outcome
    }

    private mutating func carryOut(_ command: Command, emit: Emit) throws(Refusal) -> Outcome {
        switch command {
        case .openAccount(let storefront):
            return .account(try openAccount(storefront: storefront))
        case .purchase(let purchase):
            return try order(purchase, emit: emit)
        case .chooseInAppStore(let purchase, let isStreamlined):
            return try choose(purchase, isStreamlined: isStreamlined, emit: emit)
        case .finish(let account, let transaction):
            try finish(transaction, of: account, emit: emit)
        case .setAutoRenew(let subscription, let renews):
            try setAutoRenew(renews, of: subscription, emit: emit)
        case .resolveBillingIssue(let subscription):
            try resolveBillingIssue(of: subscription, emit: emit)
        case .expire(let subscription):
            try expire(subscription, emit: emit)
        case .renew(let subscription):
            try renewNow(subscription, emit: emit)
        case .failRenewal(let subscription, let graceDays):
            try failRenewalNow(subscription, graceDays: graceDays, emit: emit)
        case .refund(let transaction, let reason):
            try refund(transaction, reason: reason, emit: emit)
        case .moveAccount(let account, let storefront):
            try move(account, to: storefront, emit: emit)
        case .clearHistory(let account):
            try clearHistory(of: account, emit: emit)
        case .resetIntroductoryOffers(let account):
            try check(account)
            accounts[Int(account.value)].usedIntroductoryOffers = []
        case .configure(let settings):
            _ = try storefront(named: settings.storefront)
            self.settings = settings
        case .sale(let command):
            try apply(command, emit: emit)
        case .priceIncrease(let command):
            try apply(command, emit: emit)
        case .extend(let command):
            return try apply(command, emit: emit)
        case .refundDesk(let command):
            try apply(command, emit: emit)
        case .advancedCommerce(let command):
            return try apply(command, emit: emit)
        case .announce(let command):
            return try apply(command, emit: emit)
        case .deleteTransaction(let transaction):
            try delete(transaction, emit: emit)
        case .openFamily(let organiser):
            return .family(try openFamily(organiser: organiser))
        case .joinFamily(let family, let account):
            try join(family, account, emit: emit)
        case .leaveFamily(let account):
            try leaveFamily(account, emit: emit)
        case .setFamilySharing(let transaction, let isOn):
            try setSharing(of: transaction, isOn, emit: emit)
        case .setAskToBuy(let account, let asks):
            try setAskToBuy(of: account, asks)
        case .approvePurchase(let id):
            return .purchased(try approve(id, emit: emit))
        case .declinePurchase(let id):
            try decline(id)
        case .deletePendingPurchase(let id):
            try delete(id)
        case .resolvePurchase(let id):
            return .purchased(try resolve(id, emit: emit))
        case .failNextPurchase(let account, let error):
            try failNextPurchase(of: account, with: error)
        case .createOfferCodes(let batch):
            try createOfferCodes(batch)
        case .setWinBackRules(let productID, let offerID, let rules):
            try setWinBackRules(rules, productID: productID, offerID: offerID, emit: emit)
        case .setAppAccountToken(let transaction, let token):
            try setAppAccountToken(token, of: transaction, emit: emit)
        case .requestTestNotification:
            return .notification(notify(.test, nil, emit: emit))
        }
        return .done
    }

    /// The next moment at which something happens by itself.
    package mutating func nextDeadline() -> StoreInstant? {
        nextDue()?.time
    }

    /// The next deadline that still counts; stale ones are dropped on the way.
    private mutating func nextDue() -> DeadlineQueue.Entry? {
        while let entry = deadlines.first {
            if subscriptions[Int(entry.subscription.value)].deadline == entry.sequence { return entry }
            deadlines.removeFirst()
        }
        return nil
    }
}

// MARK: - Looking things up

extension Engine {
    package subscript(transaction: TransactionIndex) -> TransactionRecord {
        transactions[transaction]
    }

    package subscript(subscription: SubscriptionIndex) -> Subscription {
        subscriptions[Int(subscription.value)]
    }

    package subscript(account: AccountID) -> Account {
        accounts[Int(account.value)]
    }

    /// Finds a transaction that still belongs to its account by its identifier on the wire.
    package func transaction(identifier: String) -> TransactionRecord? {
        guard let number = UInt64(identifier), number >= identifiers.firstTransaction,
            let offset = Int32(exactly: number - identifiers.firstTransaction), Int(offset) < transactions.count
        else { return nil }
        let index = TransactionIndex(value: offset)
        return transactions[row: index].flags.contains(.isForgotten) ? nil : transactions[index]
    }

    /// A customer's purchases and renewals, and what family members share with them, oldest first.
    package func transactions(of account: AccountID) -> [TransactionIndex] {
        var found: [TransactionIndex] = []
        var next = self[account].lastTransaction
        while let index = next {
            if !transactions[row: index].flags.contains(.isForgotten) { found.append(index) }
            let previous = transactions[row: index].previous
            next = previous < 0 ? nil : TransactionIndex(value: previous)
        }
        return found.reversed()
    }

    /// The identifier of a transaction on the wire, decimal.
    package func identifier(of transaction: TransactionIndex) -> String {
        String(identifiers.firstTransaction + UInt64(transaction.value))
    }

    /// A customer's own subscription in a group.
    package func subscription(of account: AccountID, group: String) -> Subscription? {
        self[account].subscriptions.lazy.map { self[$0] }.first { !$0.isFamilyShared && $0.groupID == group }
    }
}
