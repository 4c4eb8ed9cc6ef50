// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// What stands in the ledger, in numbers.
    func gauges(at now: StoreInstant) throws(DatabaseError) -> [String: Double] {
        let rows = try database.rows(
            """
            SELECT (SELECT coalesce(max(number), 0) FROM notifications), (SELECT coalesce(max(number), 0) FROM events),
                (SELECT count(*) FROM notifications WHERE is_understood = 0),
                (SELECT count(*) FROM deliveries WHERE state = 0), (SELECT min(next) FROM deliveries WHERE state = 0),
                (SELECT count(*) FROM refusals), (SELECT count(*) FROM refund_requests WHERE state = 0)
            """)
        guard let row = rows.first else { return [:] }
        let lag = row[4].instant.map { max(0, Double(now - $0) / 1000) } ?? 0
        return [
            "notifications": Double(row[0].integer ?? 0), "events": Double(row[1].integer ?? 0),
            "notifications_not_understood": Double(row[2].integer ?? 0),
            "webhook_deliveries_waiting": Double(row[3].integer ?? 0), "webhook_lag_seconds": lag,
            "refusals_kept": Double(row[5].integer ?? 0),
            "refund_requests_waiting": Double(row[6].integer ?? 0),
        ]
    }
}
