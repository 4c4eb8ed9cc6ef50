// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import DatabaseTestSupport
import Foundation
import Testing

@Suite struct DatabaseTests {
    private static let steps = [
        DatabaseMigration("things", "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    ]

    private func withFile(_ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
        try body(file.path)
    }

    @Test("Every kind of value comes back as it went in")
    func values() throws {
        let home = try TestDatabase()
        let database = try home.open()
        let values: [DatabaseValue] = [
            nil, .integer(.min), .integer(.max), .real(0.1), "", "éü\u{10FFFF}", .blob([]), .blob([0, 255]),
        ]
        for value in values {
            #expect(try database.rows("SELECT $1", [value]).map(\.values) == [[value]])
        }
        #expect(try database.rows("SELECT $2, $1, $2", [1, 2]).first?.values == [2, 1, 2])
    }

    @Test func `NUL in a text comes back, or is refused as what cannot be kept`() throws {
        let home = try TestDatabase()
        let database = try home.open()
        switch database.engine {
        case .sqlite: #expect(try database.rows("SELECT $1", ["a\0b"]).map(\.values) == [["a\0b"]])
        case .postgreSQL:
            let error = #expect(throws: DatabaseError.self) { try database.rows("SELECT $1", ["a\0b"]) }
            #expect(error?.code == .unstorable)
        }
    }

    @Test(
        "Sums are whole numbers where what is summed is",
        arguments: [[], [0], [7], [9_999, 1], [-10_000], [123_456_789_012_345, 5], [.max], [.min], [.max, -1]])
    func sums(numbers: [Int64]) throws {
        let home = try TestDatabase()
        let database = try home.open()
        try database.migrate([DatabaseMigration("numbers", "CREATE TABLE numbers (number INTEGER)")])
        for number in numbers { try database.run("INSERT INTO numbers (number) VALUES ($1)", [.integer(number)]) }
        let sum = numbers.isEmpty ? DatabaseValue.null : .integer(numbers.reduce(0, +))
        #expect(
            try database.rows("SELECT sum(number), count(*) FROM numbers").first?.values == [
                sum, .integer(Int64(numbers.count)),
            ])
        let mean = try database.rows("SELECT avg(number * 1.0) FROM numbers").first?[0].real
        #expect((mean == nil) == numbers.isEmpty)
        if let mean, numbers.count == 1 { #expect(mean == Double(numbers[0])) }
    }

    @Test func `Text is ordered by its bytes`() throws {
        let home = try TestDatabase()
        let database = try home.open()
        try database.migrate(Self.steps)
        for name in ["a", "B", "é", "z", "_"] {
            try database.run("INSERT INTO things (name) VALUES ($1)", [.text(name)])
        }
        let names = try database.rows("SELECT name FROM things ORDER BY name").map { $0[0].text }
        #expect(names == ["B", "_", "a", "z", "é"])
    }

    @Test("A transaction that fails leaves nothing, and the next one works")
    func rollsBack() throws {
        let home = try TestDatabase()
        let database = try home.open()
        try database.migrate(Self.steps)
        let error = #expect(throws: DatabaseError.self) {
            try database.transaction { () throws(DatabaseError) in
                try database.run("INSERT INTO things (name) VALUES ($1)", ["a"])
                try database.run("INSERT INTO things (name) VALUES ($1)", ["a"])
            }
        }
        #expect(error?.code == .constraint)
        #expect(try database.rows("SELECT * FROM things").isEmpty)
        try database.transaction { () throws(DatabaseError) in
            #expect(try database.run("INSERT INTO things (name) VALUES ($1)", ["a"]) == 1)
        }
        #expect(try database.rows("SELECT name FROM things").map { $0[0].text } == ["a"])
    }

    @Test("Errors have codes and do not name values")
    func errors() throws {
        let home = try TestDatabase()
        let database = try home.open()
        try database.migrate(Self.steps)
        #expect(throws: DatabaseError.self) { try database.run("SELECT FROM WHERE", []) }
        let count = #expect(throws: DatabaseError.self) { try database.run("SELECT $1, $2", ["secret"]) }
        #expect(count?.code == .misuse)
        try database.run("INSERT INTO things (name) VALUES ($1)", ["secret"])
        let twice = #expect(throws: DatabaseError.self) {
            try database.run("INSERT INTO things (name) VALUES ($1)", ["secret"])
        }
        #expect(twice?.code == .constraint)
        #expect(twice?.description.contains("secret") == false)
        let nowhere = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/x.sqlite").path
        let missing = #expect(throws: DatabaseError.self) { try Database(path: nowhere) }
        #expect(missing?.code == .cannotOpen)
    }

    @Test("A file that is no database is damaged")
    func damaged() throws {
        try withFile { path in
            try Data(String(repeating: "no database ", count: 100).utf8).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: DatabaseError.self) { try Database(path: path) }
            #expect(error?.code == .damaged)
        }
    }

    @Test("Steps are taken once, and a database of a newer program is refused")
    func migrates() throws {
        let home = try TestDatabase()
        let more = Self.steps + [DatabaseMigration("colour", "ALTER TABLE things ADD COLUMN colour TEXT")]
        #expect(try home.open().missing(of: Self.steps) == 1)
        try home.open().migrate(Self.steps)
        let database = try home.open()
        try database.migrate(more)
        try database.migrate(more)
        try database.run("INSERT INTO things (name, colour) VALUES ($1, $2)", ["a", "red"])
        let error = #expect(throws: DatabaseError.self) { try home.open().migrate(Self.steps) }
        #expect(error?.code == .tooNew)
    }

    @Test("A step that fails is not half taken")
    func migratesWhole() throws {
        let home = try TestDatabase()
        let database = try home.open()
        let broken = [DatabaseMigration("broken", "CREATE TABLE one (id INTEGER); CREATE TABLE one (id INTEGER)")]
        #expect(throws: DatabaseError.self) { try database.migrate(broken) }
        try database.migrate([DatabaseMigration("whole", "CREATE TABLE one (id INTEGER)")])
        #expect(try database.rows("SELECT * FROM one").isEmpty)
    }

    @Test("Who writes keeps others from writing, not from reading")
    func locks() throws {
        try withFile { path in
            let (one, other) = (try Database(path: path), try Database(path: path, patience: 0))
            try one.migrate(Self.steps)
            try one.transaction { () throws(DatabaseError) in
                try one.run("INSERT INTO things (name) VALUES ($1)", ["a"])
                #expect((try? other.rows("SELECT * FROM things"))?.count == 0)
                let error = #expect(throws: DatabaseError.self) {
                    try other.run("INSERT INTO things (name) VALUES ($1)", ["b"])
                }
                #expect(error?.code == .busy)
            }
            #expect(try other.rows("SELECT name FROM things").count == 1)
        }
    }
}
