// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension Schema {
    static let erasureAndRetention = DatabaseMigration(
        "erasure and retention",
        """
        ALTER TABLE lines ADD COLUMN is_erased INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE notifications ADD COLUMN line INTEGER REFERENCES lines;
        CREATE INDEX notifications_by_line ON notifications (line);
        CREATE INDEX deliveries_by_event ON deliveries (event);
        CREATE TABLE erasures (
            number INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES apps,
            customer INTEGER NOT NULL REFERENCES customers,
            date INTEGER NOT NULL,
            names INTEGER NOT NULL,
            purchases INTEGER NOT NULL,
            texts INTEGER NOT NULL);
        CREATE INDEX erasures_by_customer ON erasures (customer, number);
        CREATE TABLE sweeps (
            subject TEXT PRIMARY KEY,
            number INTEGER NOT NULL);
        """)
}
