// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink

/// What this device knows of the customer's purchases: a fold over signed facts.
///
/// A pure value. The newest signature of a fact wins, so the order in which facts arrive does not matter.
struct ClientLedger: Sendable {
    typealias SignedTransaction = VerificationResult<Transaction>
    typealias SignedRenewalInfo = VerificationResult<Product.SubscriptionInfo.RenewalInfo>

    struct TransactionFact: Sendable {
        var signed: SignedTransaction
        var isFinished: Bool
    }

    /// Orders transactions by purchase.
    struct Place: Hashable, Comparable, Sendable {
        let date: Date
        let id: UInt64

        init(_ transaction: Transaction) {
            date = transaction.purchaseDate
            id = transaction.id
        }

        static func < (one: Self, other: Self) -> Bool {
            (one.date, one.id) < (other.date, other.id)
        }
    }

    /// Where the history known so far ends; `nil` before the first answer.
    private(set) var cursor: ChangeCursor?
    private(set) var storefront: StorefrontRecord?
    private(set) var facts: [UInt64: TransactionFact] = [:]
    /// Oldest purchase first, so that new ones are appended.
    private(set) var order: [Place] = []
    /// The newest purchase of each subscription, by original transaction.
    private(set) var newest: [UInt64: Place] = [:]
    private(set) var renewalInfos: [UInt64: SignedRenewalInfo] = [:]
    private(set) var statuses: [UInt64: Product.SubscriptionInfo.Status] = [:]
    /// Which transaction a signed text is about, so that nothing is verified twice.
    private var transactionTexts: [String: UInt64] = [:]
    /// Which subscription a signed text is about.
    private var renewalTexts: [String: UInt64] = [:]
    /// What waits to be shown to the customer.
    private(set) var messages: [MessageRecord] = []
    /// What the store is told to let fail of that which happens here.
    private(set) var simulatedErrors: SimulatedErrors?
    /// What a read does not list yet although it has arrived: a habit of some systems.
    var unlisted: Set<UInt64> = []
    /// Subscriptions that a read takes for expired although they have renewed, with the transaction before: a habit too.
    var gaps: [UInt64: UInt64] = [:]
    /// What the app has finished although the store may not know yet.
    var finishedHere: Set<UInt64> = []
    /// Whether the first answer is news, because the store was made after this connection.
    private let startsEmpty: Bool
    /// Whether the app wants its whole history, consumables that are used up included.
    let listsFinishedConsumables: Bool

    init(startsEmpty: Bool = false, listsFinishedConsumables: Bool = false) {
        self.startsEmpty = startsEmpty
        self.listsFinishedConsumables = listsFinishedConsumables
    }
}

/// Facts that a ledger did not know, verified, by their signed texts.
struct NewFacts: Sendable {
    var transactions: [String: ClientLedger.SignedTransaction] = [:]
    var renewalInfos: [String: ClientLedger.SignedRenewalInfo] = [:]
}

/// What listeners are told after an answer.
struct LedgerNews: Sendable {
    var transactions: [ClientLedger.SignedTransaction] = []
    var statuses: [Product.SubscriptionInfo.Status] = []
    var storefront: Storefront?
    /// All messages that wait, also those that were told before.
    var messages: [MessageRecord] = []
    var intents: [PurchaseIntent] = []
}

extension ClientLedger {
    /// The signed texts of an answer that have to be verified before it is applied.
    func unknownTexts(in answer: ChangesAnswer) -> (transactions: [String], renewalInfos: [String]) {
        (
            answer.transactions.map(\.jws).filter { transactionTexts[$0] == nil },
            answer.renewalInfos.map(\.jws).filter { renewalTexts[$0] == nil }
        )
    }

    /// Takes up an answer and tells what is new for listeners.
    ///
    /// An answer that is complete, or begins another epoch, replaces everything. The first answer is news to nobody:
    /// it says how things stood when the app was launched.
    ///
    /// - Parameter storefrontBefore: The storefront when the connection was made.
    mutating func apply(_ answer: ChangesAnswer, new: NewFacts, storefrontBefore: StorefrontRecord?) -> LedgerNews {
        let isFirst = cursor == nil
        let isReplacement = answer.isComplete || !isFirst && cursor?.epoch != answer.cursor.epoch
        let before = isReplacement && !isFirst ? self : nil
        let revisionBefore = before == nil ? cursor?.revision : nil
        if isReplacement { forget() }
        var news = LedgerNews()
        var touched: Set<UInt64> = []
        for change in answer.transactions {
            guard let signed = new.transactions[change.jws] ?? known(transaction: change.jws, before) else { continue }
            guard take(signed, change) else { continue }
            let transaction = signed.unsafePayloadValue
            touched.insert(transaction.originalID)
            guard change.isAnnounced, change.revision > revisionBefore ?? .min else { continue }
            if let before, !before.isNews(signed, isFinished: change.isFinished) { continue }
            news.transactions.append(signed)
        }
        for change in answer.renewalInfos {
            guard let signed = new.renewalInfos[change.jws] ?? known(renewalInfo: change.jws, before) else { continue }
            guard take(signed, change.jws) else { continue }
            touched.insert(signed.unsafePayloadValue.originalTransactionID)
        }
        news.statuses = deriveStatuses(of: touched, before: before?.statuses)
        let previousStorefront = storefront ?? storefrontBefore
        storefront = answer.storefront ?? previousStorefront
        news.storefront = storefront == previousStorefront ? nil : storefront.map(Storefront.init)
        messages = answer.messages ?? messages
        news.messages = messages
        news.intents = (answer.intents ?? []).filter { $0.revision > revisionBefore ?? .min }.map(PurchaseIntent.init)
        simulatedErrors = answer.simulatedErrors
        news.transactions = news.transactions.map(shown)
        news.statuses = news.statuses.map(shown)
        cursor = answer.cursor
        if isFirst, !startsEmpty {
            news.transactions = []
            news.statuses = []
        }
        return news
    }

    private mutating func forget() {
        facts = [:]
        order = []
        newest = [:]
        renewalInfos = [:]
        statuses = [:]
        transactionTexts = [:]
        renewalTexts = [:]
    }

    private func known(transaction text: String, _ before: ClientLedger?) -> SignedTransaction? {
        let ledger = before ?? self
        return ledger.transactionTexts[text].flatMap { ledger.facts[$0]?.signed }
    }

    private func known(renewalInfo text: String, _ before: ClientLedger?) -> SignedRenewalInfo? {
        let ledger = before ?? self
        return ledger.renewalTexts[text].flatMap { ledger.renewalInfos[$0] }
    }

    /// Whether a transaction of a history that replaces this one says more than a store that was started again.
    private func isNews(_ signed: SignedTransaction, isFinished: Bool) -> Bool {
        guard let known = facts[signed.unsafePayloadValue.id] else { return !isFinished }
        return !signed.unsafePayloadValue.hasSameSubstance(as: known.signed.unsafePayloadValue)
    }

    /// False when something signed later is known already.
    private mutating func take(_ signed: SignedTransaction, _ change: TransactionChange) -> Bool {
        let transaction = signed.unsafePayloadValue
        let place = Place(transaction)
        if let known = facts[transaction.id] {
            let old = known.signed.unsafePayloadValue
            guard old.signedDate <= transaction.signedDate else {
                // That it is finished is not in the signed text, and the store says it in the order of its changes.
                facts[transaction.id]?.isFinished = change.isFinished
                return false
            }
            transactionTexts[old.source.text.compact] = nil
            removePlace(of: old, unless: place)
        }
        facts[transaction.id] = TransactionFact(signed: signed, isFinished: change.isFinished)
        transactionTexts[change.jws] = transaction.id
        insert(place)
        if newest[transaction.originalID].map({ $0 < place }) ?? true { newest[transaction.originalID] = place }
        return true
    }

    private mutating func take(_ signed: SignedRenewalInfo, _ text: String) -> Bool {
        let renewalInfo = signed.unsafePayloadValue
        if let known = renewalInfos[renewalInfo.originalTransactionID]?.unsafePayloadValue {
            guard known.signedDate <= renewalInfo.signedDate else { return false }
            renewalTexts[known.source.text.compact] = nil
        }
        renewalInfos[renewalInfo.originalTransactionID] = signed
        renewalTexts[text] = renewalInfo.originalTransactionID
        return true
    }

    private mutating func insert(_ place: Place) {
        let index = order.partitionPoint { place <= $0 }
        guard index == order.endIndex || order[index] != place else { return }
        order.insert(place, at: index)
    }

    /// Purchase dates do not change in signed data; where one does all the same, the old place has to go.
    private mutating func removePlace(of old: Transaction, unless place: Place) {
        let oldPlace = Place(old)
        guard oldPlace != place || old.originalID != facts[old.id]?.signed.unsafePayloadValue.originalID else { return }
        order.removeAll { $0 == oldPlace }
        if newest[old.originalID] == oldPlace {
            newest[old.originalID] = order.last { place in
                facts[place.id]?.signed.unsafePayloadValue.originalID == old.originalID
            }
        }
    }
}

extension ClientLedger {
    /// Derives the statuses of subscriptions again and returns those that changed, newest purchase last.
    private mutating func deriveStatuses(
        of originalIDs: Set<UInt64>, before: [UInt64: Product.SubscriptionInfo.Status]?
    ) -> [Product.SubscriptionInfo.Status] {
        let before = before ?? statuses
        var changed: [Product.SubscriptionInfo.Status] = []
        for originalID in originalIDs.sorted() {
            guard let status = derivedStatus(originalID) else { continue }
            if !(before[originalID].map { status.hasSameSubstance(as: $0) } ?? false) { changed.append(status) }
            statuses[originalID] = status
        }
        return changed
    }

    private func derivedStatus(_ originalID: UInt64) -> Product.SubscriptionInfo.Status? {
        guard let signed = newestTransaction(originalID), let renewalInfo = renewalInfos[originalID] else { return nil }
        return Product.SubscriptionInfo.Status(
            state: state(originalID) ?? .expired, transaction: signed, renewalInfo: renewalInfo)
    }

    func newestTransaction(_ originalID: UInt64) -> SignedTransaction? {
        newest[originalID].flatMap { facts[$0.id]?.signed }
    }

    /// Whether a subscription runs, from its newest transaction and renewal info; `nil` for other products.
    func state(_ originalID: UInt64) -> Product.SubscriptionInfo.RenewalState? {
        guard let transaction = newestTransaction(originalID)?.unsafePayloadValue,
            transaction.productType == .autoRenewable
        else { return nil }
        let state = SubscriptionState(
            transaction: transaction.source.payload,
            renewalInfo: renewalInfos[originalID]?.unsafePayloadValue.source.payload)
        return Product.SubscriptionInfo.RenewalState(rawValue: Int(state.status.rawValue))
    }
}

extension Array {
    /// The first index whose element fulfils a condition that all later elements fulfil too.
    fileprivate func partitionPoint(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
