// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// A connection to a server of PostgreSQL, which is made again when it was lost.
final class PostgreSQLConnection: DatabaseConnection {
    let engine = Database.Engine.postgreSQL
    let name: String
    private let url: String
    /// `nil` from the moment it was lost until it is needed again.
    private var link: OpaquePointer?
    private var statements: [Statement: String] = [:]
    private var lastStatement = 0
    private var isInTransaction = false
    /// Tells locks of these tables from those of others in the same database.
    private var schema = ""

    /// A statement is prepared for the types of its values.
    private struct Statement: Hashable {
        let sql: String
        let types: [Oid]
    }

    /// Connects to a server.
    init(url: String) throws(DatabaseError) {
        guard let address = PostgreSQLAddress(url) else {
            throw DatabaseError(.cannotOpen, DatabaseLocation.unclear.message, fix: DatabaseLocation.unclear.fix)
        }
        name = address.description
        self.url = url
        try connect()
    }

    deinit {
        PQfinish(link)
    }

    // MARK: - Statements

    func run(
        _ sql: String, _ values: [DatabaseValue], _ body: (DatabaseRow) -> Void
    ) throws(DatabaseError) -> Int {
        let link = try connected()
        let statement = Statement(sql: sql, types: values.map(PostgreSQLValue.type))
        let prepared = try prepare(statement, on: link)
        var bytes: [UInt8] = []
        var bounds: [Range<Int>?] = []
        for value in values {
            let start = bytes.count
            PostgreSQLValue.append(value, to: &bytes)
            bounds.append(value == .null ? nil : start..<bytes.count)
        }
        // There must be an address even where nothing stands.
        bytes.append(0)
        let answer = bytes.withUnsafeBytes { bytes in
            let places = bounds.map { bounds in
                bounds.flatMap { bytes.baseAddress?.advanced(by: $0.lowerBound).assumingMemoryBound(to: CChar.self) }
            }
            return PQexecPrepared(
                link, prepared, Int32(clamping: values.count), places, bounds.map { Int32(clamping: $0?.count ?? 0) },
                [Int32](repeating: 1, count: values.count), 1)
        }
        defer { PQclear(answer) }
        try check(answer)
        let columns = 0..<PQnfields(answer)
        for row in 0..<PQntuples(answer) {
            body(DatabaseRow(values: columns.map { Self.value(answer, row, $0) }))
        }
        return Int(String(cString: PQcmdTuples(answer))) ?? 0
    }

    func runScript(_ sql: String) throws(DatabaseError) {
        try execute(PostgreSQLScript.translated(sql))
    }

    private func prepare(_ statement: Statement, on link: OpaquePointer) throws(DatabaseError) -> String {
        if let name = statements[statement] { return name }
        lastStatement += 1
        let name = "s\(lastStatement)"
        let answer = PQprepare(link, name, statement.sql, Int32(clamping: statement.types.count), statement.types)
        defer { PQclear(answer) }
        try check(answer)
        guard try parameterCount(name, on: link) == statement.types.count else {
            throw DatabaseError(
                .misuse, "A statement takes other values than the \(statement.types.count) it was given",
                fix: "This is a fault of the program.")
        }
        statements[statement] = name
        return name
    }

    private func parameterCount(_ name: String, on link: OpaquePointer) throws(DatabaseError) -> Int {
        let answer = PQdescribePrepared(link, name)
        defer { PQclear(answer) }
        try check(answer)
        return Int(PQnparams(answer))
    }

    private func execute(_ sql: String) throws(DatabaseError) {
        let answer = PQexec(try connected(), sql)
        defer { PQclear(answer) }
        try check(answer)
    }

    private static func value(_ answer: OpaquePointer?, _ row: Int32, _ column: Int32) -> DatabaseValue {
        guard PQgetisnull(answer, row, column) == 0, let start = PQgetvalue(answer, row, column) else { return .null }
        let count = Int(PQgetlength(answer, row, column))
        return PostgreSQLValue.value(
            UnsafeRawBufferPointer(start: start, count: count), type: PQftype(answer, column))
    }

    /// Throws what an answer says went wrong, or that there was none.
    private func check(_ answer: OpaquePointer?) throws(DatabaseError) {
        let status = PQresultStatus(answer)
        guard status != PGRES_COMMAND_OK, status != PGRES_TUPLES_OK else { return }
        func field(_ code: UnicodeScalar) -> String? {
            PQresultErrorField(answer, Int32(code.value)).map { String(cString: $0) }
        }
        let state = field("C")
        let isLost = link == nil || PQstatus(link) == CONNECTION_BAD
        let words = field("M") ?? "the connection is lost"
        // A server that ends, or may not be written to any more, is not the one to stay with.
        if isLost || state == "25006" || state?.hasPrefix("57P0") == true { disconnect() }
        throw DatabaseError(postgreSQL: isLost ? nil : state, words, database: name)
    }

    // MARK: - Transactions

    func begin(_ purpose: TransactionPurpose) throws(DatabaseError) {
        let sql = purpose == .writing ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        isInTransaction = false
        if let link, PQtransactionStatus(link) != PQTRANS_IDLE { disconnect() }
        let isFresh = link == nil
        do throws(DatabaseError) {
            try execute(sql)
        } catch {
            // That a server has restarted shows when it is asked; nothing was done yet that could be done twice.
            guard !isFresh, link == nil else { throw error }
            try execute(sql)
        }
        isInTransaction = true
    }

    func commit() throws(DatabaseError) {
        let answer = PQexec(try connected(), "COMMIT")
        defer { PQclear(answer) }
        try check(answer)
        // After an error that nobody heeded the server does the opposite, and that is no error to it.
        guard String(cString: PQcmdStatus(answer)) == "COMMIT" else {
            throw DatabaseError(
                .misuse, "A transaction was ended as if a statement in it had not failed",
                fix: "This is a fault of the program.")
        }
        isInTransaction = false
    }

    func rollBack() {
        defer { isInTransaction = false }
        guard let link, PQtransactionStatus(link) != PQTRANS_IDLE else { return }
        do throws(DatabaseError) { try execute("ROLLBACK") } catch { disconnect() }
    }

    func hold(_ locks: [DatabaseLock]) throws(DatabaseError) {
        let exclusive = Set(locks.filter { !$0.isShared }.map { key($0.name) })
        let shared = Set(locks.filter(\.isShared).map { key($0.name) }).subtracting(exclusive)
        for (keys, function) in [(shared, "pg_advisory_xact_lock_shared"), (exclusive, "pg_advisory_xact_lock")]
        where !keys.isEmpty {
            // In one order everywhere, so that nobody waits in a circle.
            let list = keys.sorted().map(String.init).joined(separator: ",")
            _ = try run(
                "SELECT count(\(function)(key)) FROM unnest(string_to_array($1, ',')::bigint[]) AS key",
                [.text(list)]
            ) { _ in }
        }
    }

    func holders(of lock: DatabaseLock) throws(DatabaseError) -> Set<String> {
        var holders: Set<String> = []
        _ = try run(
            """
            SELECT virtualtransaction FROM pg_locks
            WHERE locktype = 'advisory' AND granted AND objsubid = 1
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND classid::bigint << 32 | objid::bigint = $1
            """, [.integer(key(lock.name))]
        ) { row in
            if let name = row[0].text { holders.insert(name) }
        }
        return holders
    }

    /// A number for the name of a lock: FNV-1a, the same in every process.
    private func key(_ name: String) -> Int64 {
        let number = "\(schema)/\(name)".utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return Int64(bitPattern: number)
    }

    // MARK: - Versions

    func stepsTaken() throws(DatabaseError) -> Int {
        var isThere = false
        _ = try run("SELECT to_regclass('openstorekit_schema') IS NOT NULL", []) { isThere = $0[0].integer == 1 }
        guard isThere else { return 0 }
        var taken: Int64 = 0
        _ = try run("SELECT version FROM openstorekit_schema", []) { taken = $0[0].integer ?? 0 }
        return Int(taken)
    }

    func noteSteps(_ count: Int) throws(DatabaseError) {
        try execute("CREATE TABLE IF NOT EXISTS openstorekit_schema (version BIGINT NOT NULL)")
        try execute("DELETE FROM openstorekit_schema")
        try execute("INSERT INTO openstorekit_schema (version) VALUES (\(count))")
    }

    // MARK: - The link

    /// The connection; one that was lost is made again, but never in the middle of a transaction.
    private func connected() throws(DatabaseError) -> OpaquePointer {
        if let link { return link }
        guard !isInTransaction else {
            throw DatabaseError(postgreSQL: nil, "the connection is lost", database: name)
        }
        return try connect()
    }

    @discardableResult
    private func connect() throws(DatabaseError) -> OpaquePointer {
        disconnect()
        let made = PostgreSQLLink.connect(to: url)
        guard let made, PQstatus(made) == CONNECTION_OK else {
            let words = made.map { String(cString: PQerrorMessage($0)) } ?? "there is no memory"
            PQfinish(made)
            let line = words.split(whereSeparator: \.isNewline).joined(separator: "; ")
            throw DatabaseError(postgreSQL: nil, line, database: name)
        }
        link = made
        do throws(DatabaseError) {
            try execute(PostgreSQLLink.settings)
            try checkSurroundings()
        } catch {
            disconnect()
            throw error
        }
        return made
    }

    private func checkSurroundings() throws(DatabaseError) {
        let encoding = PQparameterStatus(link, "server_encoding").map { String(cString: $0) }
        guard encoding == "UTF8" else {
            throw DatabaseError(
                .cannotOpen, "The database \(name) keeps text as \(encoding ?? "nobody knows what"), not as UTF8",
                fix: "Make one with createdb --encoding=UTF8 --template=template0.")
        }
        var schema: String?
        _ = try run("SELECT current_schema()", []) { schema = $0[0].text }
        guard let schema else {
            throw DatabaseError(
                .cannotOpen, "The database \(name) has no schema to make tables in",
                fix: "Make the schema that search_path names, or leave search_path out of the address.")
        }
        self.schema = schema
    }

    private func disconnect() {
        PQfinish(link)
        link = nil
        statements = [:]
    }
}
