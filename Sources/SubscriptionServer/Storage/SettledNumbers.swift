// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

/// Finds out up to which number everything is there to be seen that will ever be.
///
/// Where several servers write, a row has its number before others see it, so one with a greater number may be seen first.
/// Who asks for what comes after a number would never hear of the other: so nothing is shown to them that something may
/// still come before.
struct SettledNumbers: Sendable {
    /// What is numbered by whoever writes it, at any time.
    enum Table: String, Sendable {
        case events
        case notifications
        case refundRequests = "refund_requests"
    }

    let reader: LedgerReader
    let sleep: @Sendable (Duration) async throws -> Void

    /// The greatest number there is, when all below it are there; nobody who writes is held up by this.
    ///
    /// - Parameter number: What is wanted is only what comes after this one.
    func end(of table: Table, after number: Int64) async throws -> Int64 {
        // In this order: who gave a lower number than this one before it was seen is among those who write, or done.
        var (end, writers) = try await reader.read { store throws(DatabaseError) in
            (try store.greatestNumber(in: table), try store.writers())
        }
        guard end > number else { return end }
        while !writers.isEmpty {
            try await sleep(.milliseconds(5))
            writers.formIntersection(try await reader.read { store throws(DatabaseError) in try store.writers() })
        }
        return end
    }
}

extension LedgerStore {
    /// The greatest number in a table, or 0.
    fileprivate func greatestNumber(in table: SettledNumbers.Table) throws(DatabaseError) -> Int64 {
        try database.rows("SELECT max(number) FROM \(table.rawValue)").first?[0].integer ?? 0
    }

    /// The transactions that write at this moment; none where one server has the ledger for itself.
    fileprivate func writers() throws(DatabaseError) -> Set<String> {
        try database.holders(of: Self.ledgerLock())
    }
}
