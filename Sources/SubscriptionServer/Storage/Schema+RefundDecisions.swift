// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension Schema {
    static let refundDecisions = DatabaseMigration(
        "refund decisions",
        """
        CREATE TABLE refund_policies (
            app INTEGER NOT NULL REFERENCES apps,
            version INTEGER NOT NULL,
            date INTEGER NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (app, version));
        CREATE TABLE refund_consents (
            customer INTEGER NOT NULL UNIQUE REFERENCES customers,
            is_given INTEGER NOT NULL,
            date INTEGER NOT NULL);
        CREATE TABLE refund_requests (
            number INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES apps,
            environment TEXT NOT NULL,
            notification TEXT NOT NULL,
            line INTEGER NOT NULL REFERENCES lines,
            transaction_identifier TEXT NOT NULL,
            reason TEXT,
            requested INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            state INTEGER NOT NULL,
            next INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            answer TEXT,
            decided_by TEXT,
            answered INTEGER,
            problem TEXT,
            UNIQUE (app, environment, notification));
        CREATE INDEX refund_requests_waiting ON refund_requests (next) WHERE state = 0;
        CREATE INDEX refund_requests_by_line ON refund_requests (line);
        CREATE TABLE refund_declines (
            line INTEGER NOT NULL REFERENCES lines,
            transaction_identifier TEXT NOT NULL,
            date INTEGER NOT NULL,
            PRIMARY KEY (line, transaction_identifier, date));
        """)
}
