// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database

/// An event as it stands in the feed.
package struct RecordedEvent: Sendable, Hashable {
    /// Its place in the feed; later ones have greater numbers.
    package let number: Int64
    /// The app concerned, by its bundle identifier.
    package let bundleID: String
    /// The customer concerned, by the server's own number.
    package let customer: Int64?
    /// When the server learnt of it.
    package let received: StoreInstant
    /// What happened.
    package let event: BusinessEvent
}

extension LedgerStore {
    /// Writes an event down, unless it has been.
    ///
    /// Beside others who write, one with a greater number may be seen before it: whoever follows the feed sees only
    /// ``SettledNumbers``.
    ///
    /// - Parameter line: The number of the line it is about, if it is about one.
    func append(
        _ event: BusinessEvent, line: Int64?, app: Int64, receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        if let first = retention.firstEvent(at: received), event.date < first { return }
        let made = try database.rows(
            """
            INSERT INTO events
                (key, kind, date, received, app, environment, line, transaction_identifier, product, previous_product)
            SELECT $1, $2, $3, $4, $5, $6, CAST($7 AS BIGINT), $8, $9, $10
            \(unlessThere(in: "events", "app = $5 AND key = $1")) RETURNING number
            """,
            [
                .text(event.key), .text(event.kind.rawValue), .integer(event.date.milliseconds),
                .integer(received.milliseconds), .integer(app), DatabaseValue(event.environment),
                line.map { .integer($0) } ?? .null, DatabaseValue(event.transactionID),
                DatabaseValue(event.productID), DatabaseValue(event.previousProductID),
            ])
        guard let number = made.first?[0].integer else { return }
        try queue(event: number, event.kind, environment: event.environment, app: app, at: received)
    }

    /// The number of the newest event, or 0.
    func newestEvent() throws(DatabaseError) -> Int64 {
        try database.rows("SELECT max(number) FROM events").first?[0].integer ?? 0
    }

    /// The events after a number and up to another, oldest first.
    package func events(
        after number: Int64, through end: Int64 = .max, limit: Int
    ) throws(DatabaseError) -> [RecordedEvent] {
        try database.rows(
            Self.selection + " WHERE events.number > $1 AND events.number <= $3 ORDER BY events.number LIMIT $2",
            [.integer(number), .integer(Int64(limit)), .integer(end)]
        ).map(event)
    }

    /// The events of a customer, oldest first.
    func events(ofCustomer customer: Int64, after number: Int64, limit: Int) throws(DatabaseError) -> [RecordedEvent] {
        try database.rows(
            Self.selection + " WHERE lines.customer = $1 AND events.number > $2 ORDER BY events.number LIMIT $3",
            [.integer(customer), .integer(number), .integer(Int64(limit))]
        ).map(event)
    }

    private static let selection = """
        SELECT events.number, kind, key, date, events.environment, original, transaction_identifier, product,
            previous_product, bundle_id, customer, received, events.line
        FROM events JOIN apps ON apps.number = events.app LEFT JOIN lines ON lines.number = events.line
        """

    private func event(_ row: DatabaseRow) throws(DatabaseError) -> RecordedEvent {
        let environment = row[4].text
        let kind = BusinessEvent.Kind(rawValue: row[1].text ?? "")
        let line = row[5].text.map {
            PurchaseLine.ID(environment: environment ?? "", originalTransactionID: $0)
        }
        var previous = row[8].text
        if previous == nil, kind == .productChange { previous = try productBefore(row[6], line: row[12]) }
        return RecordedEvent(
            number: row[0].integer ?? 0, bundleID: row[9].text ?? "", customer: row[10].integer,
            received: row[11].instant ?? StoreInstant(milliseconds: 0),
            event: BusinessEvent(
                kind: kind, key: row[2].text ?? "", date: row[3].instant ?? StoreInstant(milliseconds: 0),
                environment: environment, line: line, transactionID: row[6].text, productID: row[7].text,
                previousProductID: previous))
    }

    /// What a customer upgraded from: the transaction before, whenever it was told of.
    private func productBefore(_ transaction: DatabaseValue, line: DatabaseValue) throws(DatabaseError) -> String? {
        let rows = try database.rows(
            """
            SELECT payload FROM transactions
            WHERE line = $1 AND (purchased, identifier_number) < (
                SELECT purchased, identifier_number FROM transactions WHERE line = $1 AND identifier = $2)
            ORDER BY purchased DESC, identifier_number DESC LIMIT 1
            """, [line, transaction])
        let before: Fact<JWSTransactionDecodedPayload>? = fact(rows.first?[0].blob)
        return before?.payload.productId
    }
}
