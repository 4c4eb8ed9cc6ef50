// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension StoreKeeper {
    /// The tables.
    ///
    /// JSON stands in them as text, so that the sqlite3 shell shows it.
    static let schema = [
        DatabaseMigration(
            "a store",
            """
            CREATE TABLE store (
                id INTEGER PRIMARY KEY CHECK (id = 1), opening TEXT NOT NULL, configuration TEXT NOT NULL);
            CREATE TABLE events (position INTEGER PRIMARY KEY, event TEXT NOT NULL);
            CREATE TABLE images (id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL, image BLOB NOT NULL);
            CREATE TABLE notifications (number INTEGER PRIMARY KEY, draft TEXT NOT NULL);
            CREATE TABLE attempts (
                id INTEGER PRIMARY KEY, notification INTEGER NOT NULL, attempt TEXT NOT NULL);
            CREATE INDEX attempts_by_notification ON attempts (notification);
            CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
            """)
    ]

    static func write(_ record: Record, to database: Database) throws(DatabaseError) {
        switch record {
        case .event(let position, let json):
            try database.run(
                "INSERT INTO events (position, event) VALUES ($1, $2)", [.integer(position), .text(json)])
        case .notification(let number, let json):
            // One that came up again while the events were gone through is there already.
            try database.run(
                "INSERT INTO notifications (number, draft) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING",
                [.integer(Int64(number)), .text(json)])
        case .attempt(let number, let json):
            try database.run(
                "INSERT INTO attempts (notification, attempt) VALUES ($1, $2)", [.integer(Int64(number)), .text(json)])
        case .forgetNotifications(let count):
            try database.run("DELETE FROM notifications WHERE number > $1", [.integer(Int64(count))])
            try database.run("DELETE FROM attempts WHERE notification > $1", [.integer(Int64(count))])
        case .image(let position, let image):
            try database.run(
                """
                INSERT INTO images (id, position, image) VALUES (1, $1, $2)
                ON CONFLICT (id) DO UPDATE SET position = excluded.position, image = excluded.image
                """, [.integer(position), .blob(image)])
        case .setting(let name, let json):
            try database.run(
                """
                INSERT INTO settings (name, value) VALUES ($1, $2)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [.text(name), .text(json)])
        }
    }
}
