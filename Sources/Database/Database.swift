// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A connection to a database, for one user at a time: a file of SQLite, or a server of PostgreSQL.
///
/// Values stand in statements as `$1`, `$2` and so on. Statements keep to what both engines take: see
/// ``DatabaseMigration`` for types. What a transaction wrote is on the disk when it returns, and a process that dies leaves
/// all of a transaction or nothing.
package final class Database {
    /// The kinds of database there are.
    package enum Engine: Sendable, Hashable {
        /// A file.
        case sqlite
        /// A server, which other programs may use at the same time.
        case postgreSQL
    }

    /// How sure a commit is.
    package enum Durability: Sendable {
        /// It survives a failure of the power.
        case power
        /// It survives the end of the process; the latest may be lost with the power.
        case process
    }

    private let connection: any DatabaseConnection

    /// The kind of database.
    package var engine: Engine { connection.engine }

    /// The file, `:memory:`, or the address of the server without its password.
    package var path: String { connection.name }

    /// Opens a file of SQLite, making it when it is not there.
    ///
    /// - Parameter patience: How many milliseconds to wait for somebody else who writes.
    package init(
        path: String, durability: Durability = .power, patience: Int32 = 5000
    ) throws(DatabaseError) {
        connection = try SQLiteConnection(path: path, durability: durability, patience: patience)
    }

    /// Opens what a location names.
    package init(at location: DatabaseLocation) throws(DatabaseError) {
        switch location {
        case .file(let path):
            connection = try SQLiteConnection(path: path, durability: .power, patience: 5000)
        case .server(let url):
            connection = try PostgreSQLConnection(url: url)
        }
    }

    /// Runs a statement, and returns how many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> Int {
        try connection.run(sql, values) { _ in }
    }

    /// Runs a statement, and returns what it answers.
    package func rows(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> [DatabaseRow] {
        var rows: [DatabaseRow] = []
        try forEachRow(sql, values) { rows.append($0) }
        return rows
    }

    /// Runs a statement, and hands out its answer row by row.
    package func forEachRow(
        _ sql: String, _ values: [DatabaseValue] = [], _ body: (DatabaseRow) -> Void
    ) throws(DatabaseError) {
        _ = try connection.run(sql, values, body)
    }

    /// Does everything in the body or, when it throws, nothing.
    ///
    /// Transactions do not nest. One that fails for a lost connection may have been done all the same, when the answer to its
    /// end was what got lost.
    package func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try transaction(for: .writing, body)
    }

    /// Reads everything in the body at one moment; nothing may be written in it.
    package func snapshot<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try transaction(for: .reading, body)
    }

    /// Waits until nobody else holds one of these locks, and holds them until the end of the transaction.
    ///
    /// Nobody waits in a circle who asks for everything at once. With SQLite, where one writes at a time, this is nothing.
    package func hold(_ locks: [DatabaseLock]) throws(DatabaseError) {
        try connection.hold(locks)
    }

    /// The transactions that hold a lock at this moment, shared or not, by names that no other transaction will have.
    ///
    /// Unlike everything else that is read in a transaction, this is how it is now. With SQLite there are none.
    package func holders(of lock: DatabaseLock) throws(DatabaseError) -> Set<String> {
        try connection.holders(of: lock)
    }

    private func transaction<Result>(
        for purpose: TransactionPurpose, _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try connection.begin(purpose)
        do {
            let result = try body()
            try connection.commit()
            return result
        } catch {
            connection.rollBack()
            throw error
        }
    }
}

extension Database {
    /// Brings the schema up to date, each step in one transaction or not at all.
    ///
    /// - Throws: ``DatabaseError``, with the code `tooNew` when more steps were taken than these.
    package func migrate(_ steps: [DatabaseMigration]) throws(DatabaseError) {
        while try takeStep(of: steps) {}
    }

    /// How many of these steps are to be taken to bring the schema up to date; takes none.
    ///
    /// - Throws: ``DatabaseError``, with the code `tooNew` when more steps were taken than these.
    package func missing(of steps: [DatabaseMigration]) throws(DatabaseError) -> Int {
        let taken = try connection.stepsTaken()
        guard taken <= steps.count else {
            throw DatabaseError(
                .tooNew,
                "The database \(path) has version \(taken) of its schema, and this program knows \(steps.count)",
                fix: "Use the newer program that wrote it, or another database.")
        }
        return steps.count - taken
    }

    /// Takes the next step; returns whether there is another one.
    private func takeStep(of steps: [DatabaseMigration]) throws(DatabaseError) -> Bool {
        guard try missing(of: steps) > 0 else { return false }
        return try transaction { () throws(DatabaseError) in
            // Of several servers that start at once one takes the step.
            try hold([DatabaseLock("schema")])
            let taken = try steps.count - missing(of: steps)
            guard taken < steps.count else { return false }
            try connection.runScript(steps[taken].script)
            try connection.noteSteps(taken + 1)
            return taken + 1 < steps.count
        }
    }
}
