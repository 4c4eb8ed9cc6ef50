// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost

/// What is to be posted to one target, and when: announcements and answers go in, postings come out.
struct Outbox: Sendable {
    /// By due date; those before the head are gone.
    private var pending: [Entry] = []
    private var head = 0
    private var faults: FaultPlanner
    private let policy: DeliveryPolicy

    private struct Entry: Sendable {
        let posting: Posting
        let type: String
    }

    init(policy: DeliveryPolicy, faults: FaultPlanner) {
        self.policy = policy
        self.faults = faults
    }

    /// When the next posting is due.
    var nextDue: StoreInstant? { head < pending.count ? pending[head].posting.due : nil }

    /// How often each fault has hit an attempt, whatever the plan was.
    var faultCounts: [Fault: Int] { faults.counts }

    /// Lets faults begin or end; what is planned already stays as it is.
    mutating func apply(_ faults: FaultPlanner) {
        let counts = self.faults.counts
        self.faults = faults
        self.faults.counts = counts
    }

    /// Takes a notification in.
    mutating func announce(_ number: Int, type: String, at date: StoreInstant) {
        plan(Posting(number: number, due: date, attempt: 0), type)
    }

    /// Goes on with a notification of an earlier process where its delivery stood.
    mutating func resume(_ entry: NotificationLog.Entry, at target: URL) {
        let record = entry.draft.record
        let attempts = entry.attempts.filter { $0.target == target }
        guard let last = attempts.last else {
            announce(entry.number, type: record.type.rawValue, at: record.date)
            return
        }
        let posting = Posting(number: entry.number, due: last.date, attempt: attempts.count - 1)
        finish(posting, type: record.type.rawValue, DeliveryAnswer(result: last.result))
    }

    /// Drops what belongs to notifications after so many.
    mutating func forget(after count: Int) {
        pending.removeSubrange(..<head)
        head = 0
        pending.removeAll { $0.posting.number > count }
    }

    /// Takes the next posting out that is due.
    mutating func next(at now: StoreInstant) -> (posting: Posting, type: String)? {
        guard let due = nextDue, due <= now else { return nil }
        let entry = pending[head]
        head += 1
        if head > 1000, head > pending.count / 2 {
            pending.removeFirst(head)
            head = 0
        }
        return (entry.posting, entry.type)
    }

    /// Takes note of what came of a posting, and plans the next attempt if there is to be one.
    mutating func finish(_ posting: Posting, type: String, _ answer: DeliveryAnswer) {
        guard let attempt = posting.attempt, let due = policy.next(after: attempt, at: posting.due, answer) else {
            return
        }
        plan(Posting(number: posting.number, due: due, attempt: attempt + 1), type)
    }

    private mutating func plan(_ attempt: Posting, _ type: String) {
        for posting in faults.postings(for: attempt, of: type) {
            // Behind those due at the same time, and nearly always the last one.
            let place = pending[head...].lastIndex { $0.posting.due <= posting.due }.map { $0 + 1 } ?? head
            pending.insert(Entry(posting: posting, type: type), at: place)
        }
    }
}
