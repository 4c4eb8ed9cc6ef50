// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a connection to any kind of database can do, for one user at a time.
protocol DatabaseConnection: AnyObject {
    var engine: Database.Engine { get }
    /// What it is connected to, in words for people.
    var name: String { get }

    /// Runs one statement, hands out what it answers, and returns how many rows it changed.
    func run(
        _ sql: String, _ values: [DatabaseValue], _ body: (DatabaseRow) -> Void
    ) throws(DatabaseError) -> Int

    /// Runs statements without values, divided by semicolons, in the types of ``DatabaseMigration``.
    func runScript(_ sql: String) throws(DatabaseError)

    /// Begins a transaction. A connection that was lost before is made again.
    func begin(_ purpose: TransactionPurpose) throws(DatabaseError)
    func commit() throws(DatabaseError)
    /// Undoes what the transaction did; there may be none any more.
    func rollBack()

    /// Waits for locks, which are then held until the transaction ends.
    func hold(_ locks: [DatabaseLock]) throws(DatabaseError)
    /// The transactions that hold a lock at this moment, shared or not, by names that no other transaction will have.
    func holders(of lock: DatabaseLock) throws(DatabaseError) -> Set<String>

    /// How many steps of a schema were taken.
    func stepsTaken() throws(DatabaseError) -> Int
    /// Writes down how many there were, in the transaction of the step.
    func noteSteps(_ count: Int) throws(DatabaseError)
}

/// What a transaction is for.
enum TransactionPurpose {
    /// To read everything at one moment.
    case reading
    case writing
}
