// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// Writes an address down and returns its number.
    ///
    /// - Parameter key: What it can be found by when the same is wanted again.
    func add(_ webhook: Webhook, key: String? = nil) throws(DatabaseError) -> Int64 {
        try database.rows(
            """
            INSERT INTO webhooks (app, url, secret, kinds, environment, created, is_enabled, key)
            VALUES ($1, $2, $3, $4, $5, $6, 1, $7) RETURNING number
            """,
            [
                .integer(try number(ofApp: webhook.app)), .text(webhook.url), .text(webhook.secret),
                .text(webhook.kinds.sorted().joined(separator: ",")), DatabaseValue(webhook.environment),
                .integer(webhook.created.milliseconds), DatabaseValue(key),
            ]
        ).first?[0].integer ?? 0
    }

    /// Every address, also those that are switched off.
    func webhooks() throws(DatabaseError) -> [Webhook] {
        try database.rows(Self.webhookSelection + " ORDER BY webhooks.number").map(Self.webhook)
    }

    /// The address that was written down under a key.
    func webhook(of app: String, key: String) throws(DatabaseError) -> Webhook? {
        try database.rows(
            Self.webhookSelection + " WHERE bundle_id = $1 AND key = $2", [.text(app), .text(key)]
        ).first.map(Self.webhook)
    }

    private static let webhookSelection = """
        SELECT webhooks.number, bundle_id, url, secret, kinds, environment, created, is_enabled
        FROM webhooks JOIN apps ON apps.number = webhooks.app
        """

    private static func webhook(_ row: DatabaseRow) -> Webhook {
        Webhook(
            number: row[0].integer ?? 0, app: row[1].text ?? "", url: row[2].text ?? "", secret: row[3].text ?? "",
            kinds: Set((row[4].text ?? "").split(separator: ",").map(String.init)), environment: row[5].text,
            created: row[6].instant ?? StoreInstant(milliseconds: 0), isEnabled: row[7].integer == 1)
    }

    /// Switches an address off, and gives up what waits for it; returns whether there is such an address that was on.
    func endWebhook(_ number: Int64) throws(DatabaseError) -> Bool {
        let ended = try database.run(
            "UPDATE webhooks SET is_enabled = 0 WHERE number = $1 AND is_enabled = 1", [.integer(number)])
        try database.run(
            "UPDATE deliveries SET state = 2, problem = 'switched off' WHERE webhook = $1 AND state = 0",
            [.integer(number)])
        return ended == 1
    }

    /// Puts an event into the queue of every address that is to be told of it.
    func queue(
        event: Int64, _ kind: BusinessEvent.Kind, environment: String?, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        guard try askForListeners() else { return }
        // One queue for each customer, and one for what is about none.
        try database.run(
            """
            INSERT INTO deliveries (webhook, event, subject, first, next, attempts, state)
            SELECT number, $1, coalesce(
                (SELECT customer FROM events JOIN lines ON lines.number = events.line WHERE events.number = $1), 0),
                $2, $2, 0, 0
            FROM webhooks
            WHERE app = $3 AND is_enabled = 1 AND (environment IS NULL OR environment = $4)
                AND (kinds = '' OR ',' || kinds || ',' LIKE '%,' || $5 || ',%')
            """,
            [
                .integer(event), .integer(date.milliseconds), .integer(app), DatabaseValue(environment),
                .text(kind.rawValue),
            ])
    }

    /// Asks once in a transaction, which has a batch of events.
    private func askForListeners() throws(DatabaseError) -> Bool {
        if let hasListeners { return hasListeners }
        let found = try database.rows("SELECT 1 FROM webhooks WHERE is_enabled = 1 LIMIT 1")
        hasListeners = !found.isEmpty
        return !found.isEmpty
    }

    /// Takes what is due: of each customer's queue to an address only the first, so that order is kept.
    ///
    /// Nobody else is given it for a while. A server that comes to its end in that time leaves it to the others.
    ///
    /// - Parameter event: The last event for which it is known that nothing comes before it any more.
    func claimDeliveries(
        at date: StoreInstant, through event: Int64, limit: Int
    ) throws(DatabaseError) -> [WebhookDelivery] {
        // What another server is about to take is its own.
        let skip = database.engine == .postgreSQL ? "FOR UPDATE SKIP LOCKED" : ""
        return try database.rows(
            """
            UPDATE deliveries SET claimed = $2 WHERE number IN (
                SELECT number FROM deliveries
                WHERE state = 0 AND next <= $1 AND (claimed IS NULL OR claimed <= $1) AND event <= $4
                    AND \(Self.isFirst)
                ORDER BY next, number LIMIT $3 \(skip))
            RETURNING \(Self.deliveryColumns)
            """,
            [
                .integer(date.milliseconds), .integer((date + Self.patience).milliseconds), .integer(Int64(limit)),
                .integer(event),
            ]
        ).map(Self.delivery).sorted { ($0.next, $0.number) < ($1.next, $1.number) }
    }

    /// For how long a delivery is left to who took it, in milliseconds; a try takes a minute at most.
    private static let patience: Int64 = 120_000

    /// When the next delivery is due; `nil` when none waits.
    func nextDelivery() throws(DatabaseError) -> StoreInstant? {
        try database.rows(
            """
            SELECT min(CASE WHEN claimed > next THEN claimed ELSE next END) FROM deliveries
            WHERE state = 0 AND \(Self.isFirst)
            """
        ).first?[0].instant
    }

    private static let isFirst = """
        NOT EXISTS (
            SELECT 1 FROM deliveries AS earlier
            WHERE earlier.webhook = deliveries.webhook AND earlier.subject = deliveries.subject
                AND earlier.state = 0 AND earlier.number < deliveries.number)
        """

    /// Writes down what a try came to, unless somebody else has taken the delivery since, or it was given up because its
    /// address was switched off.
    func put(_ delivery: WebhookDelivery) throws(DatabaseError) {
        try database.run(
            """
            UPDATE deliveries SET attempts = $2, first = $3, next = $4, state = $5, problem = $6, claimed = NULL
            WHERE number = $1 AND state = 0 AND (claimed = $7 OR $7 IS NULL)
            """,
            [
                .integer(delivery.number), .integer(Int64(delivery.attempts)), .integer(delivery.first.milliseconds),
                .integer(delivery.next.milliseconds), .integer(delivery.state.rawValue),
                DatabaseValue(delivery.problem), DatabaseValue(delivery.claimed),
            ])
    }

    /// Gives back what this server took before it was ended, if it has the ledger alone.
    func releaseDeliveries() throws(DatabaseError) {
        guard !isShared else { return }
        try database.run("UPDATE deliveries SET claimed = NULL WHERE state = 0 AND claimed IS NOT NULL")
    }

    /// Gives back what was taken and not tried.
    func release(_ delivery: WebhookDelivery) throws(DatabaseError) {
        try database.run(
            "UPDATE deliveries SET claimed = NULL WHERE number = $1 AND claimed = $2",
            [.integer(delivery.number), DatabaseValue(delivery.claimed)])
    }

    /// The deliveries to an address in one state, newest first.
    func deliveries(
        to webhook: Int64, _ state: WebhookDelivery.State, limit: Int
    ) throws(DatabaseError) -> [WebhookDelivery] {
        try database.rows(
            Self.deliverySelection + " WHERE webhook = $1 AND state = $2 ORDER BY number DESC LIMIT $3",
            [.integer(webhook), .integer(state.rawValue), .integer(Int64(limit))]
        ).map(Self.delivery)
    }

    /// Whether there is a webhook of that number that is on.
    func isOn(webhook: Int64) throws(DatabaseError) -> Bool {
        try !database.rows("SELECT 1 FROM webhooks WHERE number = $1 AND is_enabled = 1", [.integer(webhook)]).isEmpty
    }

    /// Lets everything that was given up be tried again, or one of it; returns how much that is.
    func replay(
        webhook: Int64, delivery: Int64?, at date: StoreInstant
    ) throws(DatabaseError) -> Int {
        try database.run(
            """
            UPDATE deliveries SET state = 0, attempts = 0, first = $2, next = $2, claimed = NULL
            WHERE webhook = $1 AND state = 2 AND (number = $3 OR $3 IS NULL)
                AND EXISTS (SELECT 1 FROM webhooks WHERE number = $1 AND is_enabled = 1)
            """,
            [.integer(webhook), .integer(date.milliseconds), delivery.map { .integer($0) } ?? .null])
    }

    private static let deliveryColumns = "number, webhook, event, attempts, first, next, state, problem, claimed"
    private static let deliverySelection = "SELECT \(deliveryColumns) FROM deliveries"

    private static func delivery(_ row: DatabaseRow) -> WebhookDelivery {
        WebhookDelivery(
            number: row[0].integer ?? 0, webhook: row[1].integer ?? 0, event: row[2].integer ?? 0,
            attempts: Int(clamping: row[3].integer ?? 0), first: row[4].instant ?? StoreInstant(milliseconds: 0),
            next: row[5].instant ?? StoreInstant(milliseconds: 0),
            state: row[6].integer.flatMap(WebhookDelivery.State.init(rawValue:)) ?? .waiting, problem: row[7].text,
            claimed: row[8].instant)
    }
}
