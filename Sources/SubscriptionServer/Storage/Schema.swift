// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

/// The tables of the subscription server, as they came to be.
///
/// Dates are milliseconds since 1970.
enum Schema {
    static let migrations = [
        DatabaseMigration(
            "facts, events and customers",
            """
            CREATE TABLE apps (
                number INTEGER PRIMARY KEY,
                bundle_id TEXT NOT NULL UNIQUE);
            CREATE TABLE signers (
                number INTEGER PRIMARY KEY,
                digest BLOB NOT NULL UNIQUE,
                header TEXT NOT NULL);
            CREATE TABLE notifications (
                number INTEGER PRIMARY KEY,
                app INTEGER NOT NULL REFERENCES apps,
                environment TEXT NOT NULL,
                identifier TEXT NOT NULL,
                type TEXT,
                subtype TEXT,
                is_understood INTEGER NOT NULL,
                signed INTEGER NOT NULL,
                received INTEGER NOT NULL,
                archive BLOB NOT NULL,
                UNIQUE (app, environment, identifier));
            CREATE INDEX notifications_not_understood ON notifications (number) WHERE is_understood = 0;
            CREATE TABLE refusals (
                number INTEGER PRIMARY KEY,
                received INTEGER NOT NULL,
                code TEXT NOT NULL,
                reason TEXT NOT NULL,
                text BLOB NOT NULL);
            CREATE TABLE customers (
                number INTEGER PRIMARY KEY,
                app INTEGER NOT NULL REFERENCES apps,
                created INTEGER NOT NULL,
                merged_into INTEGER REFERENCES customers);
            CREATE TABLE customer_keys (
                app INTEGER NOT NULL REFERENCES apps,
                kind TEXT NOT NULL,
                value TEXT NOT NULL,
                customer INTEGER NOT NULL REFERENCES customers,
                PRIMARY KEY (app, kind, value));
            CREATE INDEX customer_keys_by_value ON customer_keys (app, value);
            CREATE INDEX customer_keys_by_customer ON customer_keys (customer);
            CREATE TABLE customer_history (
                number INTEGER PRIMARY KEY,
                customer INTEGER NOT NULL REFERENCES customers,
                date INTEGER NOT NULL,
                action TEXT NOT NULL,
                detail TEXT NOT NULL);
            CREATE INDEX customer_history_by_customer ON customer_history (customer, number);
            CREATE TABLE lines (
                number INTEGER PRIMARY KEY,
                app INTEGER NOT NULL REFERENCES apps,
                environment TEXT NOT NULL,
                original TEXT NOT NULL,
                customer INTEGER REFERENCES customers,
                is_linked_by_hand INTEGER NOT NULL DEFAULT 0,
                account_token TEXT,
                account_token_signed INTEGER,
                app_transaction TEXT,
                renewal_info BLOB,
                UNIQUE (app, environment, original));
            CREATE INDEX lines_by_customer ON lines (customer);
            CREATE TABLE transactions (
                number INTEGER PRIMARY KEY,
                line INTEGER NOT NULL REFERENCES lines,
                identifier TEXT NOT NULL,
                is_upgraded INTEGER NOT NULL,
                purchased INTEGER NOT NULL,
                identifier_number INTEGER NOT NULL,
                payload BLOB NOT NULL,
                UNIQUE (line, identifier));
            CREATE INDEX transactions_by_identifier ON transactions (identifier);
            CREATE INDEX transactions_by_place
                ON transactions (line, is_upgraded, purchased DESC, identifier_number DESC, identifier DESC);
            CREATE TABLE events (
                number INTEGER PRIMARY KEY,
                key TEXT NOT NULL,
                kind TEXT NOT NULL,
                date INTEGER NOT NULL,
                received INTEGER NOT NULL,
                app INTEGER NOT NULL REFERENCES apps,
                environment TEXT,
                line INTEGER REFERENCES lines,
                transaction_identifier TEXT,
                product TEXT,
                previous_product TEXT,
                UNIQUE (app, key));
            CREATE INDEX events_by_line ON events (line, number);
            CREATE TABLE entitlement_maps (
                app INTEGER NOT NULL REFERENCES apps,
                version INTEGER NOT NULL,
                date INTEGER NOT NULL,
                document TEXT NOT NULL,
                PRIMARY KEY (app, version));
            CREATE TABLE grants (
                number INTEGER PRIMARY KEY,
                customer INTEGER NOT NULL REFERENCES customers,
                environment TEXT NOT NULL,
                entitlement TEXT NOT NULL,
                reason TEXT NOT NULL,
                granted INTEGER NOT NULL,
                expires INTEGER,
                ended INTEGER);
            CREATE INDEX grants_by_customer ON grants (customer);
            CREATE TABLE spends (
                number INTEGER PRIMARY KEY,
                customer INTEGER NOT NULL REFERENCES customers,
                environment TEXT NOT NULL,
                currency TEXT NOT NULL,
                amount INTEGER NOT NULL,
                key TEXT NOT NULL,
                date INTEGER NOT NULL,
                UNIQUE (customer, environment, key));
            CREATE TABLE webhooks (
                number INTEGER PRIMARY KEY,
                app INTEGER NOT NULL REFERENCES apps,
                url TEXT NOT NULL,
                secret TEXT NOT NULL,
                kinds TEXT NOT NULL,
                environment TEXT,
                created INTEGER NOT NULL,
                is_enabled INTEGER NOT NULL);
            CREATE TABLE deliveries (
                number INTEGER PRIMARY KEY,
                webhook INTEGER NOT NULL REFERENCES webhooks,
                event INTEGER NOT NULL REFERENCES events,
                subject INTEGER NOT NULL,
                first INTEGER NOT NULL,
                next INTEGER NOT NULL,
                attempts INTEGER NOT NULL,
                state INTEGER NOT NULL,
                problem TEXT);
            CREATE INDEX deliveries_waiting ON deliveries (webhook, subject, number) WHERE state = 0;
            CREATE INDEX deliveries_due ON deliveries (next) WHERE state = 0;
            CREATE INDEX deliveries_by_state ON deliveries (webhook, state, number);
            CREATE INDEX notifications_by_date ON notifications (app, environment, signed);
            CREATE TABLE backfilled (identifier TEXT PRIMARY KEY);
            CREATE TABLE api_keys (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                scopes TEXT NOT NULL,
                hash BLOB NOT NULL,
                created INTEGER NOT NULL,
                expires INTEGER,
                requests_per_minute INTEGER);
            """),
        DatabaseMigration(
            "exchange rates",
            """
            CREATE TABLE exchange_rates (
                currency TEXT PRIMARY KEY,
                reported TEXT NOT NULL,
                billionths INTEGER NOT NULL);
            """),
        refundDecisions, erasureAndRetention,
        DatabaseMigration(
            "work that one of several servers does",
            """
            ALTER TABLE deliveries ADD COLUMN claimed INTEGER;
            CREATE TABLE jobs (
                name TEXT PRIMARY KEY,
                until INTEGER NOT NULL,
                done INTEGER NOT NULL);
            """),
        wishesWithKeys,
        DatabaseMigration(
            "questions to the App Store that one of several servers asks",
            """
            ALTER TABLE refund_requests ADD COLUMN claimed INTEGER;
            ALTER TABLE backfilled ADD COLUMN claimed INTEGER;
            """),
        DatabaseMigration(
            "notifications found by their names alone",
            // Of two indexes that begin with the same columns PostgreSQL, which knows nothing of a table's values before it has
            // looked at them, may take the wrong one, and go through everything that an app was ever told. This one begins
            // with what nobody looks for by chance.
            """
            DROP INDEX notifications_by_date;
            CREATE INDEX notifications_by_date ON notifications ((app + 0), environment, signed);
            """),
    ]
}
