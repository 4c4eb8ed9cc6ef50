// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreLink

/// What a ``StoreHost`` guards with its lock.
///
/// What is not made by effects must stand in ``HostEvent``, and everything in ``HostImage``: from them it is made again.
struct HostState: Sendable {
    var engine: Engine
    /// How far the store's time is ahead of the clock's, in milliseconds.
    var offset: Int64 = 0
    var devices: [UUID: AccountID] = [:]
    /// Makes up what the engine knows nothing of: epochs and nonces.
    var random: SeededGenerator
    /// The newest purchases that were made without the introductory offer their app claimed.
    var offerNotices: [OfferNotice] = []
    private static let noticeLimit = 100
    /// Judges the signatures that apps hand in with offers.
    var offers: OfferVerifier
    /// Those of its keys that were handed in while the store was open, as SubjectPublicKeyInfo.
    var offersKeys: [String: Data] = [:]
    /// What was signed for devices, so that a fact that is asked for again is not signed again.
    var signedFacts = SignedFacts()
    /// How each device's App Store promotes the app's products.
    var promotions: [UUID: DevicePromotions] = [:]
    /// The very errors that a test wants parts to answer with, besides their names in the settings.
    var exactErrors: [FailablePart: any Error] = [:]
    /// What happened so far, if somebody wants to look back.
    var history: StoreHistory?
    /// Wakes the loop that follows the clock, when the next deadline may be another.
    var alarm: AsyncStream<Void>.Continuation?
    /// The deadline that the loop waits for.
    var awaited: StoreInstant?
    var accounts: [String: AccountID] = [:]
    var changeBook: ChangeBook
    /// How many notifications there have been.
    var notificationCount = 0
    /// Takes down what happens.
    var journal: (any HostJournal)?
    /// What the journal has not got yet.
    var unkept: [HostJournalEntry] = []
    /// How many events there have been.
    var position: Int64 = 0
    var snapshots: [String: HostImage.Moment] = [:]
    private var subscribers: [UInt64: AsyncStream<NotificationDraft>.Continuation] = [:]
    private var nextSubscriber: UInt64 = 0

    init(opening: Journal.Opening, catalogue: Catalogue, offers: OfferVerifier) {
        engine = Engine(catalogue: catalogue, opening: opening)
        self.offers = offers
        // Two stores of one seed still are two stores.
        random = SeededGenerator(seed: opening.seed ^ UInt64(bitPattern: opening.date.milliseconds))
        changeBook = ChangeBook(store: random.nextUUID().uuidString.lowercased())
    }

    mutating func account(named name: String?, emit: Engine.Emit) -> AccountID {
        let name = name ?? "customer"
        if let account = accounts[name] { return account }
        // Opening an account in the store's own storefront is never refused: settings hold none that does not exist.
        guard case .account(let account) = try? apply(.openAccount(storefront: nil), emit: emit)
        else { preconditionFailure("the store's own storefront \(engine.settings.storefront) is not known") }
        accounts[name] = account
        note(.named(account, name))
        return account
    }

    func log(of account: AccountID) -> ChangeLog {
        changeBook[account]
    }

    /// Takes note that a device has received everything up to a cursor.
    mutating func acknowledge(_ cursor: ChangeCursor, of account: AccountID) {
        let log = changeBook[account]
        guard log.epoch == cursor.epoch, log.intents.contains(where: { $0.revision <= cursor.revision }) else { return }
        changeBook.change(account) { $0.acknowledgeIntents(upTo: cursor.revision) }
        note(.intentsReceived(account, upTo: cursor.revision))
    }

    mutating func subscribe(_ subscriber: AsyncStream<NotificationDraft>.Continuation) -> UInt64 {
        nextSubscriber += 1
        subscribers[nextSubscriber] = subscriber
        return nextSubscriber
    }

    mutating func unsubscribe(_ number: UInt64) {
        subscribers[number] = nil
    }

    /// Takes note of what happened, and returns the accounts it happened to.
    mutating func record(_ effects: [Effect]) -> Set<AccountID> {
        guard !effects.isEmpty else { return [] }
        history?.append(effects, now: engine.now)
        var concerned: Set<AccountID> = []
        for effect in effects {
            switch effect {
            case .transaction(let record, let cause):
                change(record.account, &concerned) { $0.append(record, cause) }
            case .renewal(let record):
                let messages = engine.messageReasons(of: record)
                let original = engine.identifier(of: record.subscription.original)
                change(record.subscription.account, &concerned) { log in
                    log.append(record)
                    log.setMessages(messages, about: original, since: record.date)
                }
            case .storefront(let account, _):
                change(account, &concerned) { $0.appendStorefront() }
            case .offerNotApplied(let notice):
                offerNotices = offerNotices.suffix(Self.noticeLimit - 1) + [notice]
            case .purchaseIntent(let record):
                change(record.account, &concerned) { $0.append(record) }
            case .historyCleared(let account):
                changeBook.clear(account)
                concerned.insert(account)
            case .notification(let record):
                notificationCount += 1
                send(record)
            }
        }
        if engine.nextDeadline() != awaited { alarm?.yield() }
        return concerned
    }

    private mutating func change(
        _ account: AccountID, _ concerned: inout Set<AccountID>, _ append: (inout ChangeLog) -> Void
    ) {
        concerned.insert(account)
        changeBook.change(account, append)
    }

    /// Takes a notification down and hands it to everybody who reads along.
    ///
    /// Streams are fed inside the lock, which keeps their order; that resumes a reader but runs nothing of it.
    private mutating func send(_ record: NotificationRecord) {
        guard journal != nil || !subscribers.isEmpty else { return }
        let draft = draft(of: record, number: notificationCount)
        if journal != nil { unkept.append(.notification(draft)) }
        for subscriber in subscribers.values { subscriber.yield(draft) }
    }

    /// The notifications that the history holds.
    func pastNotifications() -> [NotificationDraft] {
        let records = history?.notifications ?? []
        let before = notificationCount - records.count
        return records.enumerated().map { draft(of: $0.element, number: before + $0.offset + 1) }
    }

    private func draft(of record: NotificationRecord, number: Int) -> NotificationDraft {
        NotificationDraft(
            number: number, record: record,
            transaction: record.transaction.map { engine.payload(of: $0, signedAt: record.date) },
            renewalInfo: record.renewal.map { engine.payload(of: $0, signedAt: record.date) },
            appTransaction: engine.appTransaction(of: record, signedAt: record.date),
            body: engine.payload(
                of: record, signedTransaction: nil, signedRenewalInfo: nil, signedAt: record.date))
    }
}
