// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

/// The tables of the subscription server, as they came to be.
enum Schema {
    static let migrations = [
        DatabaseMigration(
            "facts and events",
            """
            CREATE TABLE signers (
                number INTEGER PRIMARY KEY,
                header TEXT NOT NULL UNIQUE);
            CREATE TABLE notifications (
                number INTEGER PRIMARY KEY,
                environment TEXT NOT NULL,
                identifier TEXT NOT NULL,
                type TEXT,
                subtype TEXT,
                signed INTEGER NOT NULL,
                received INTEGER NOT NULL,
                archive BLOB NOT NULL,
                UNIQUE (environment, identifier));
            CREATE TABLE refusals (
                number INTEGER PRIMARY KEY,
                received INTEGER NOT NULL,
                code TEXT NOT NULL,
                reason TEXT NOT NULL,
                text BLOB NOT NULL);
            CREATE TABLE lines (
                number INTEGER PRIMARY KEY,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                renewal_info BLOB,
                UNIQUE (environment, original));
            CREATE TABLE transactions (
                number INTEGER PRIMARY KEY,
                line INTEGER NOT NULL REFERENCES lines,
                identifier TEXT NOT NULL,
                is_upgraded INTEGER NOT NULL,
                purchased INTEGER NOT NULL,
                identifier_number INTEGER NOT NULL,
                payload BLOB NOT NULL,
                UNIQUE (line, identifier));
            CREATE INDEX transactions_by_place
                ON transactions (line, is_upgraded, purchased DESC, identifier_number DESC, identifier DESC);
            CREATE TABLE events (
                number INTEGER PRIMARY KEY,
                key TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                date INTEGER NOT NULL,
                received INTEGER NOT NULL,
                environment TEXT,
                original TEXT,
                transaction_identifier TEXT,
                product TEXT,
                previous_product TEXT);
            """)
    ]
}
