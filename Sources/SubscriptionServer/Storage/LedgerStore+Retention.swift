// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

/// For how long what was received is kept; `nil` is for ever.
package struct Retention: Sendable, Hashable {
    /// The signed texts of notifications, and what was refused, in days.
    package var payloadDays: Int64?
    /// Events and what came of telling webhooks of them, in days.
    package var eventDays: Int64?

    /// Says for how long.
    package init(payloadDays: Int64? = nil, eventDays: Int64? = nil) {
        self.payloadDays = payloadDays
        self.eventDays = eventDays
    }

    /// Webhooks are told of an event for three days, and a late fact may tell of one again that is some weeks old.
    package static let leastEventDays: Int64 = 90

    /// The first moment whose events are kept.
    func firstEvent(at now: StoreInstant) -> StoreInstant? {
        eventDays.map { now + -$0 * 86_400_000 }
    }
}

extension LedgerStore {
    /// Lets go of what is older than it is to be kept, a part at a time.
    ///
    /// That a notification was there, and its facts, stay; so it is still known when it comes again.
    ///
    /// - Returns: Whether there may be more.
    func sweep(_ retention: Retention, at now: StoreInstant) throws(DatabaseError) -> Bool {
        var hasMore = false
        if let days = retention.payloadDays {
            let end = now + -days * 86_400_000
            let (numbers, isWhole) = try sweep("notifications", receivedBefore: end)
            for number in numbers {
                try database.run("UPDATE notifications SET archive = $2 WHERE number = $1", [number, .blob([])])
            }
            try database.run("DELETE FROM refusals WHERE received < $1", [.integer(end.milliseconds)])
            hasMore = isWhole
        }
        if let end = retention.firstEvent(at: now) {
            let (numbers, isWhole) = try sweep("events", receivedBefore: end)
            for number in numbers {
                try database.run("DELETE FROM deliveries WHERE event = $1", [number])
                // One that seems to lie in the future stays, or a repeated fact would bring it back.
                try database.run(
                    "DELETE FROM events WHERE number = $1 AND date < $2", [number, .integer(end.milliseconds)])
            }
            hasMore = hasMore || isWhole
        }
        return hasMore
    }

    private static let sweepWidth = 500

    /// The next rows of a table that came before a date, which from now on count as seen to.
    private func sweep(
        _ table: String, receivedBefore end: StoreInstant
    ) throws(DatabaseError) -> (numbers: [DatabaseValue], isWhole: Bool) {
        let done = try database.rows("SELECT number FROM sweeps WHERE subject = $1", [.text(table)])
        let rows = try database.rows(
            "SELECT number, received FROM \(table) WHERE number > $1 ORDER BY number LIMIT $2",
            [done.first?[0] ?? .integer(0), .integer(Int64(Self.sweepWidth))])
        // What was received later has a greater number, but for some that crossed.
        let old = rows.prefix { ($0[1].instant ?? end) < end }
        guard let last = old.last else { return ([], false) }
        try database.run(
            """
            INSERT INTO sweeps (subject, number) VALUES ($1, $2)
            ON CONFLICT (subject) DO UPDATE SET number = excluded.number
            """, [.text(table), last[0]])
        return (old.map { $0[0] }, old.count == Self.sweepWidth)
    }
}
