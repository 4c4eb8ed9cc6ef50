// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import DatabaseTestSupport
import Testing

/// What only a server can do.
@Suite(
    .enabled(if: TestDatabase.server != nil, "OPENSTOREKIT_TEST_POSTGRES names no server; script/test starts one"))
struct PostgreSQLTests {
    private static let steps = [DatabaseMigration("things", "CREATE TABLE things (name TEXT UNIQUE)")]
    private static let insertion = "INSERT INTO things (name) VALUES ($1)"

    /// Ends a connection from another one.
    private func cut(_ database: Database, from other: Database) throws {
        let process = try database.rows("SELECT pg_backend_pid()")[0][0]
        // Returns when it is gone, or after a minute.
        #expect(try other.rows("SELECT pg_terminate_backend($1::bigint::int, 60000)", [process])[0][0] == 1)
    }

    @Test func `A connection that was cut is made again before the next transaction`() throws {
        let home = try TestDatabase()
        let (database, other) = (try home.open(), try home.open())
        try database.migrate(Self.steps)
        try cut(database, from: other)
        try database.transaction { () throws(DatabaseError) in _ = try database.run(Self.insertion, ["a"]) }
        try cut(database, from: other)
        let names = try database.snapshot { () throws(DatabaseError) in
            try database.rows("SELECT name FROM things").map { $0[0].text }
        }
        #expect(names == ["a"])
    }

    @Test func `What was begun over a connection that was cut is not done, nor gone on with`() throws {
        let home = try TestDatabase()
        let (database, other) = (try home.open(), try home.open())
        try database.migrate(Self.steps)
        let error = try #require(throws: DatabaseError.self) {
            try database.transaction { () throws(DatabaseError) in
                try database.run(Self.insertion, ["a"])
                #expect(throws: Never.self) { try cut(database, from: other) }
                _ = try? database.run(Self.insertion, ["b"])
                try database.run(Self.insertion, ["c"])
            }
        }
        #expect(error.code == .unavailable)
        #expect(try other.rows("SELECT name FROM things").isEmpty)
        try database.transaction { () throws(DatabaseError) in _ = try database.run(Self.insertion, ["d"]) }
        #expect(try other.rows("SELECT name FROM things").map { $0[0].text } == ["d"])
    }

    @Test func `An error that is not heeded does not end a transaction as if it were none`() throws {
        let home = try TestDatabase()
        let database = try home.open()
        try database.migrate(Self.steps)
        let error = try #require(throws: DatabaseError.self) {
            try database.transaction { () throws(DatabaseError) in
                try database.run(Self.insertion, ["a"])
                _ = try? database.run(Self.insertion, ["a"])
            }
        }
        #expect(error.code == .misuse)
        #expect(try database.rows("SELECT name FROM things").isEmpty)
    }

    @Test func `A lock keeps others out until the transaction ends, a shared one only those who do not share`() throws {
        let home = try TestDatabase()
        let (database, other) = (try home.open(), try home.open())
        try other.run("SET lock_timeout = '1ms'")
        func isFree(_ lock: DatabaseLock) -> Bool {
            (try? other.transaction { () throws(DatabaseError) in try other.hold([lock]) }) != nil
        }
        try database.transaction { () throws(DatabaseError) in
            try database.hold([DatabaseLock("b"), DatabaseLock("a"), DatabaseLock("c", shared: true)])
            #expect(!isFree(DatabaseLock("a")) && !isFree(DatabaseLock("a", shared: true)))
            #expect(!isFree(DatabaseLock("c")) && isFree(DatabaseLock("c", shared: true)) && isFree(DatabaseLock("d")))
        }
        #expect(isFree(DatabaseLock("a")) && isFree(DatabaseLock("c")))
    }

    @Test func `Who holds a lock is known as long as the transaction lasts, also in the middle of a snapshot`() throws {
        let home = try TestDatabase()
        let (database, second, reader) = (try home.open(), try home.open(), try home.open())
        let shared = DatabaseLock("a", shared: true)
        let (first, both) = try reader.snapshot { () throws(DatabaseError) in
            #expect(try reader.holders(of: shared).isEmpty)
            return try database.transaction { () throws(DatabaseError) in
                try database.hold([shared, DatabaseLock("b")])
                let first = try reader.holders(of: DatabaseLock("a"))
                return try second.transaction { () throws(DatabaseError) in
                    try second.hold([shared])
                    return (first, try reader.holders(of: shared))
                }
            }
        }
        #expect(first.count == 1 && both.count == 2 && first.isSubset(of: both))
        try database.transaction { () throws(DatabaseError) in
            try database.hold([shared])
            // Another transaction is another holder, over the same connection too.
            let next = try reader.holders(of: shared)
            #expect(next.count == 1 && next.isDisjoint(with: both))
        }
        #expect(try reader.holders(of: shared).isEmpty)
        // Other tables in the same database have locks of their own.
        let elsewhere = try TestDatabase()
        try database.transaction { () throws(DatabaseError) in
            try database.hold([shared])
            #expect(throws: Never.self) {
                let others = try elsewhere.open().holders(of: shared)
                #expect(others.isEmpty)
            }
        }
    }

    @Test func `Nothing is written while everything is read at one moment`() throws {
        let home = try TestDatabase()
        let (database, other) = (try home.open(), try home.open())
        try database.migrate(Self.steps)
        try database.snapshot { () throws(DatabaseError) in
            #expect(try database.rows("SELECT name FROM things").isEmpty)
            try other.run(Self.insertion, ["a"])
            #expect(try database.rows("SELECT name FROM things").isEmpty)
        }
        #expect(throws: DatabaseError.self) {
            try database.snapshot { () throws(DatabaseError) in _ = try database.run(Self.insertion, ["b"]) }
        }
    }

    @Test func `Words for types are put into the server's where they stand alone`() throws {
        let home = try TestDatabase()
        let database = try home.open()
        let script = "CREATE TABLE t (number INTEGER PRIMARY KEY, INTEGERS INTEGER, text TEXT, real REAL, b BLOB)"
        try database.migrate([DatabaseMigration("types", script)])
        let types = try database.rows(
            """
            SELECT column_name::text, data_type::text FROM information_schema.columns
            WHERE table_name = 't' AND table_schema = current_schema() ORDER BY ordinal_position
            """
        ).map { "\($0[0].text ?? "") \($0[1].text ?? "")" }
        #expect(
            types == ["number bigint", "integers bigint", "text text", "real double precision", "b bytea"])
        let first = try database.rows("INSERT INTO t (text) VALUES ($1) RETURNING number", ["a"])
        #expect(first.map(\.values) == [[1]])
    }
}

@Suite struct DatabaseLocationTests {
    @Test(
        arguments: zip(
            ["ledger.db", "postgres://ann:secret@host:5433/shop?password=secret", "postgresql:///shop?host=/run/pg"],
            ["ledger.db", "postgres://ann@host:5433/shop", "postgres:///shop?host=/run/pg"]))
    func `A location is told without its password`(text: String, told: String) {
        #expect(DatabaseLocation(text).description == told)
    }

    @Test func `What is wrong with an address is told without quoting it`() throws {
        for text in ["postgres://ann:se%cret@host/shop", "postgres://ann:secret@127.0.0.1:1/shop?secret=1"] {
            let error = try #require(throws: DatabaseError.self) { try Database(at: DatabaseLocation(text)) }
            #expect(error.code == .cannotOpen)
            #expect(!error.description.contains("cret") && !DatabaseLocation(text).description.contains("cret"))
        }
    }

    @Test(arguments: [
        "postgres://ann:TOP/SEC@127.0.0.1:9/shop", "postgres://ann:TOP@SEC@127.0.0.1:9/shop", "postgres://ann:TOPSEC",
        "postgres://ann:12?SEC=TOP/@127.0.0.1:9/shop", "postgresql://ann:TOP?SEC/@127.0.0.1/shop",
        "postgres://ann:TOP:/SEC@127.0.0.1/shop", "postgres://ann@127.0.0.1:TOPSEC/shop",
        "postgres://127.0.0.1/shop?passwort=TOPSEC", "postgres:ann:TOPSEC@host", "postgresql:TOPSEC",
        "postgres:/TOPSEC",
        "POSTGRES://ann:TOPSEC@host/shop", " postgres://ann:TOPSEC@host/shop", "ann:TOPSEC@host/shop",
        "host=127.0.0.1 port=9 password=TOPSEC", "user = ann password = TOPSEC", "x=1 password=TOPSEC",
        "jdbc:postgresql://ann:TOPSEC@host/shop", "mysql://ann:TOPSEC@host/shop",
    ])
    func `What may show a password is refused without a word of it`(text: String) throws {
        let problem = try #require(DatabaseLocation(text).problem)
        #expect(!"\(problem)".contains("TOP") && !"\(problem)".contains("SEC"))
        guard case .server = DatabaseLocation(text) else { return }
        let error = try #require(throws: DatabaseError.self) { try Database(at: DatabaseLocation(text)) }
        #expect(error.code == .cannotOpen)
        let told = "\(error) \(DatabaseLocation(text))"
        #expect(!told.contains("TOP") && !told.contains("SEC"))
    }

    @Test(arguments: [
        "ledger.db", "/var/lib/shop/ledger.db", "./a:b@c/ledger.db", "/srv/a=b/host=1.db", "postgres.db", ":memory:",
        "postgres://ann:a%2Fb%40c@127.0.0.1:9/shop", "postgres://host", "postgres://ann@[::1]:5433/shop",
        "postgres://one:5432,two:5433/shop?target_session_attrs=read-write",
        "postgresql:///shop?host=/run/pg&port=5433",
        "postgres://ann:a?b#c:d@host/shop",
    ])
    func `What is written as it should be is taken`(text: String) {
        #expect(DatabaseLocation(text).problem == nil)
    }
}
