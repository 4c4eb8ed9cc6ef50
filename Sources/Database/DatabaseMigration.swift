// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A step in the life of a database's schema.
///
/// Steps are only ever added behind the others.
package struct DatabaseMigration: Sendable {
    /// What the step is for, in a few words.
    package let name: String
    /// Statements, divided by semicolons.
    package let script: String

    /// Creates a step.
    package init(_ name: String, _ script: String) {
        self.name = name
        self.script = script
    }
}

extension Database {
    /// Brings the schema up to date, each step in one transaction or not at all.
    ///
    /// - Throws: ``DatabaseError``, with the code `tooNew` when more steps were taken than these.
    package func migrate(_ steps: [DatabaseMigration]) throws(DatabaseError) {
        let taken = Int(try rows("PRAGMA user_version").first?[0].integer ?? 0)
        guard taken <= steps.count else {
            throw DatabaseError(
                .tooNew,
                "The database \(path) has version \(taken) of its schema, and this program knows \(steps.count)",
                fix: "Use the newer program that wrote it, or another file.")
        }
        for (index, step) in steps.enumerated().dropFirst(taken) {
            try transaction { () throws(DatabaseError) in
                try runScript(step.script)
                // A pragma takes no bound values; this one is a number of ours.
                try runScript("PRAGMA user_version = \(index + 1)")
            }
        }
    }
}
