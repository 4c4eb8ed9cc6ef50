// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// Takes a job that only one server does at a time; returns whether it is to be done.
    ///
    /// - Parameters:
    ///   - end: From when on another may take it, if nobody says that it is done.
    ///   - recently: Whoever has done it since then has done it for all.
    func claim(
        job name: String, until end: StoreInstant, at date: StoreInstant, unlessDoneSince recently: StoreInstant
    ) throws(DatabaseError) -> Bool {
        // Who has the ledger alone is nobody else's turn; what was taken before its end was its own.
        guard isShared else { return true }
        return try database.run(
            """
            INSERT INTO jobs (name, until, done) VALUES ($1, $2, 0)
            ON CONFLICT (name) DO UPDATE SET until = $2 WHERE jobs.until <= $3 AND jobs.done <= $4
            """,
            [
                .text(name), .integer(end.milliseconds), .integer(date.milliseconds),
                .integer(recently.milliseconds),
            ]) == 1
    }

    /// Writes a little, which needs the disk as everything does that is written; by that a server knows whether it can.
    func tryWriting(at date: StoreInstant) throws(DatabaseError) {
        try database.run(
            "INSERT INTO jobs (name, until, done) VALUES ('ready', 0, $1) ON CONFLICT (name) DO UPDATE SET done = $1",
            [.integer(date.milliseconds)])
    }

    /// Writes down that a job is done, or given up.
    func finish(job name: String, at date: StoreInstant, isDone: Bool) throws(DatabaseError) {
        try database.run(
            "UPDATE jobs SET until = 0, done = CASE WHEN $3 = 1 THEN $2 ELSE done END WHERE name = $1",
            [.text(name), .integer(date.milliseconds), isDone ? 1 : 0])
    }
}
