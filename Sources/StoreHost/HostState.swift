// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreLink

/// What a ``StoreHost`` guards with its lock.
struct HostState: Sendable {
    var engine: Engine
    /// How far the store's time is ahead of the clock's, in milliseconds.
    var offset: Int64 = 0
    var devices: [UUID: AccountID] = [:]
    /// Makes up what the engine knows nothing of: epochs and nonces.
    var random: SeededGenerator
    /// The newest purchases that were made without the introductory offer their app claimed.
    private(set) var offerNotices: [OfferNotice] = []
    private static let noticeLimit = 100
    /// Judges the signatures that apps hand in with offers.
    var offers: OfferVerifier
    /// What was signed for devices, so that a fact that is asked for again is not signed again.
    var signedFacts = SignedFacts()
    /// How each device's App Store promotes the app's products.
    var promotions: [UUID: DevicePromotions] = [:]
    /// Wakes the loop that follows the clock, when the next deadline may be another.
    var alarm: AsyncStream<Void>.Continuation?
    private(set) var accounts: [String: AccountID] = [:]
    private var logs: [AccountID: ChangeLog] = [:]
    private var subscribers: [UInt64: AsyncStream<NotificationDraft>.Continuation] = [:]
    private var nextSubscriber: UInt64 = 0

    init(engine: Engine, offers: OfferVerifier, random: SeededGenerator) {
        self.engine = engine
        self.offers = offers
        self.random = random
    }

    mutating func account(named name: String?, emit: Engine.Emit) -> AccountID {
        let name = name ?? "customer"
        if let account = accounts[name] { return account }
        // Opening an account in the store's own storefront is never refused: settings hold none that does not exist.
        guard case .account(let account) = try? engine.apply(.openAccount(storefront: nil), at: engine.now, emit: emit)
        else { preconditionFailure("the store's own storefront \(engine.settings.storefront) is not known") }
        accounts[name] = account
        return account
    }

    mutating func log(of account: AccountID) -> ChangeLog {
        if let log = logs[account] { return log }
        let log = ChangeLog(epoch: random.nextUUID().uuidString.lowercased())
        logs[account] = log
        return log
    }

    /// Takes note that a device has received everything up to a cursor.
    mutating func acknowledge(_ cursor: ChangeCursor, of account: AccountID) {
        guard let log = logs[account], log.epoch == cursor.epoch, !log.intents.isEmpty else { return }
        logs[account]?.acknowledgeIntents(upTo: cursor.revision)
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
                logs[account] = nil
                concerned.insert(account)
            case .notification(let record):
                send(record)
            }
        }
        alarm?.yield()
        return concerned
    }

    private mutating func change(
        _ account: AccountID, _ concerned: inout Set<AccountID>, _ append: (inout ChangeLog) -> Void
    ) {
        concerned.insert(account)
        if logs[account] == nil { _ = log(of: account) }
        if var log = logs.removeValue(forKey: account) {
            append(&log)
            logs[account] = log
        }
    }

    /// Streams are fed inside the lock, which keeps their order; that resumes a reader but runs nothing of it.
    private func send(_ record: NotificationRecord) {
        guard !subscribers.isEmpty else { return }
        let draft = NotificationDraft(
            record: record, transaction: record.transaction.map { engine.payload(of: $0, signedAt: record.date) },
            renewalInfo: record.renewal.map { engine.payload(of: $0, signedAt: record.date) },
            appTransaction: engine.appTransaction(of: record, signedAt: record.date),
            body: engine.payload(
                of: record, signedTransaction: nil, signedRenewalInfo: nil, signedAt: record.date))
        for subscriber in subscribers.values { subscriber.yield(draft) }
    }
}
