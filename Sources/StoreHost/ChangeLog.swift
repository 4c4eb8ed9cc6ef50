// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreLink

/// What changed for one account, each fact in its newest form, numbered in the order of change.
struct ChangeLog: Codable, Sendable {
    struct TransactionEntry: Codable, Sendable {
        var revision: Int64
        var record: TransactionRecord
        /// The last change that `Transaction.updates` is to show, and the device that made it and so is not shown it.
        var announcement: Announcement?

        struct Announcement: Codable, Sendable {
            let revision: Int64
            let device: UUID?
        }
    }

    struct RenewalEntry: Codable, Sendable {
        var revision: Int64
        var record: RenewalRecord
    }

    /// Changes when the history starts anew.
    private(set) var epoch: String
    private(set) var revision: Int64 = 0
    private(set) var transactions: [TransactionIndex: TransactionEntry] = [:]
    private(set) var renewals: [SubscriptionIndex: RenewalEntry] = [:]
    private(set) var storefrontRevision: Int64 = 0
    /// What the customer chose in the App Store and no device has received yet, oldest first.
    private(set) var intents: [IntentEntry] = []
    /// What the customer is to be shown, oldest first.
    private(set) var messages: [MessageRecord] = []
    private(set) var messagesRevision: Int64 = 0
    /// The newest fact of each revision, so that a reader who is up to date costs nothing.
    private var order: [Reference] = []

    /// What a revision changed.
    private enum Reference: Codable, Sendable {
        case transaction(TransactionIndex)
        case renewal(SubscriptionIndex)
        case storefront
        case intent
        case messages
    }

    struct IntentEntry: Codable, Sendable {
        let revision: Int64
        let record: PurchaseIntentRecord
    }

    init(epoch: String) {
        self.epoch = epoch
    }

    /// Makes whoever has read it read it all again.
    mutating func begin(epoch: String) {
        self.epoch = epoch
    }

    mutating func append(_ record: TransactionRecord, _ cause: Effect.Cause) {
        revision += 1
        order.append(.transaction(record.index))
        var entry = TransactionEntry(
            revision: revision, record: record, announcement: transactions[record.index]?.announcement)
        switch cause {
        case .purchase(let device), .upgrade(let device): entry.announcement = .init(revision: revision, device: device)
        case .renewal, .revocation, .reinstatement, .periodExtension:
            entry.announcement = .init(revision: revision, device: nil)
        case .finish, .rewrite: entry.announcement = nil
        case .cutShort, .appAccountToken, .metadata: break
        }
        transactions[record.index] = entry
    }

    mutating func append(_ record: RenewalRecord) {
        revision += 1
        order.append(.renewal(record.subscription.index))
        renewals[record.subscription.index] = RenewalEntry(revision: revision, record: record)
    }

    mutating func appendStorefront() {
        revision += 1
        order.append(.storefront)
        storefrontRevision = revision
    }

    mutating func append(_ intent: PurchaseIntentRecord) {
        revision += 1
        order.append(.intent)
        intents.append(IntentEntry(revision: revision, record: intent))
    }

    /// Forgets the intents that a device has received.
    mutating func acknowledgeIntents(upTo revision: Int64) {
        intents.removeAll { $0.revision <= revision }
    }

    /// Lets the messages about a subscription be those that there is reason for, and keeps the ones that were there.
    mutating func setMessages(_ reasons: [MessageRecord.Reason], about original: String, since: StoreInstant) {
        let present = messages.filter { $0.originalTransactionID == original }.map(\.reason)
        guard Set(present) != Set(reasons) else { return }
        revision += 1
        order.append(.messages)
        messagesRevision = revision
        messages.removeAll { $0.originalTransactionID == original && !reasons.contains($0.reason) }
        messages += reasons.filter { !present.contains($0) }.map {
            MessageRecord(
                revision: revision, reason: $0, originalTransactionID: original, since: since.milliseconds)
        }
    }

    /// The transactions changed after a revision, oldest change first.
    func transactions(after revision: Int64) -> [TransactionEntry] {
        changes(after: revision) { number, reference in
            guard case .transaction(let index) = reference, let entry = transactions[index], entry.revision == number
            else { return nil }
            return entry
        }
    }

    /// The renewals changed after a revision, oldest change first.
    func renewals(after revision: Int64) -> [RenewalEntry] {
        changes(after: revision) { number, reference in
            guard case .renewal(let index) = reference, let entry = renewals[index], entry.revision == number
            else { return nil }
            return entry
        }
    }

    /// Walks over the revisions after one and keeps those that still are the newest of their fact.
    private func changes<Entry>(after revision: Int64, _ entry: (Int64, Reference) -> Entry?) -> [Entry] {
        let start = Int(min(max(revision, 0), self.revision))
        return order[start...].enumerated().compactMap { entry(Int64(start + $0.offset + 1), $0.element) }
    }
}
