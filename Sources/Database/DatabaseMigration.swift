// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A step in the life of a database's schema.
///
/// Steps are only ever added behind the others. Columns are `INTEGER` (64 bits), `REAL`, `TEXT` (ordered by its bytes) or
/// `BLOB`, and a column `INTEGER PRIMARY KEY` numbers its rows by itself; each engine reads these words in its own way. The
/// rest is SQL that both SQLite and PostgreSQL take. That means, in statements too: truth is compared (`is_enabled = 1`),
/// every column that is selected beside an aggregate is grouped by, the greater of two is a `CASE`, conflicts are named with
/// `ON CONFLICT`, and of a value that may be null the first use shows its type (`number = $1 OR $1 IS NULL`).
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
