// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension Schema {
    /// Keys of their own tell things that were asked for again from things that were asked for twice.
    ///
    /// Where customers are merged a key can stand there twice; what was made first counts.
    static let wishesWithKeys = DatabaseMigration(
        "wishes with keys",
        """
        ALTER TABLE grants ADD COLUMN key TEXT;
        CREATE INDEX grants_by_key ON grants (customer, key) WHERE key IS NOT NULL;
        ALTER TABLE webhooks ADD COLUMN key TEXT;
        CREATE TABLE extensions (
            app INTEGER NOT NULL REFERENCES apps,
            environment TEXT NOT NULL,
            original TEXT NOT NULL,
            key TEXT NOT NULL,
            days INTEGER NOT NULL,
            reason INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            is_done INTEGER NOT NULL,
            effective INTEGER,
            PRIMARY KEY (app, environment, original, key));
        """)
}
