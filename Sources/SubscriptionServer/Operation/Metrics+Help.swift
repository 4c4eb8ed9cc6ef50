// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Metrics {
    /// What each name means, in a line.
    static let help = [
        "http_responses_total": "Requests that this process answered, by status.",
        "notifications_total": "Notifications that this process took in, or knew already.",
        "notification_failures_total": "Notifications that this process did not take in, by the reason.",
        "reconciliation_runs_total": "How often this process asked the App Store about what was missed.",
        "reconciliation_failures_total": "How often something could not be asked or taken in then.",
        "reconciliation_last_success_timestamp_seconds": "When that last went well, in seconds since 1970.",
        "notifications": "The number of the newest notification in the ledger.",
        "events": "The number of the newest event in the ledger.",
        "notifications_not_understood": "Notifications in the ledger of kinds that are not known.",
        "webhook_deliveries_waiting": "Deliveries to webhooks that are to be made.",
        "webhook_lag_seconds": "For how long the oldest of them has been due.",
        "refusals_kept": "Texts that were refused and are kept.",
        "refund_requests_waiting": "Requests for a refund that are to be answered.",
    ]
}
