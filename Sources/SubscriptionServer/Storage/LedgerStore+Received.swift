// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

/// A notification as it is listed.
struct ReceivedNotification: Encodable, Sendable {
    var number: Int64
    var app: String
    var environment: String
    var identifier: String
    var type: String?
    var subtype: String?
    var isUnderstood: Bool
    var signed: StoreInstant
    var received: StoreInstant

    static let schema = JSONSchema.object(
        [
            "number": .integer, "app": .string, "environment": .string, "identifier": .string, "type": .string,
            "subtype": .string, "isUnderstood": .boolean, "signed": .date, "received": .date,
        ], required: ["number", "app", "environment", "identifier", "isUnderstood", "signed", "received"])
}

/// A text that can never be accepted.
struct Refusal: Encodable, Sendable {
    var number: Int64
    var received: StoreInstant
    var code: String
    var reason: String
    var text: String

    static let schema = JSONSchema.object([
        "number": .integer, "received": .date, "code": .string, "reason": .string, "text": .string,
    ])
}

extension LedgerStore {
    /// Notifications after a number up to another, oldest first.
    func notifications(
        after number: Int64, through end: Int64, limit: Int, notUnderstood: Bool
    ) throws(DatabaseError) -> [ReceivedNotification] {
        try database.rows(
            """
            SELECT notifications.number, bundle_id, environment, identifier, type, subtype, is_understood, signed,
                received
            FROM notifications JOIN apps ON apps.number = notifications.app
            WHERE notifications.number > $1 AND notifications.number <= $3
                \(notUnderstood ? "AND is_understood = 0" : "")
            ORDER BY notifications.number LIMIT $2
            """, [.integer(number), .integer(Int64(limit)), .integer(end)]
        ).map { row in
            ReceivedNotification(
                number: row[0].integer ?? 0, app: row[1].text ?? "", environment: row[2].text ?? "",
                identifier: row[3].text ?? "", type: row[4].text, subtype: row[5].text,
                isUnderstood: row[6].integer == 1, signed: row[7].instant ?? StoreInstant(milliseconds: 0),
                received: row[8].instant ?? StoreInstant(milliseconds: 0))
        }
    }

    /// The signed text of a notification, byte for byte as it came.
    func notificationText(number: Int64) throws(DatabaseError) -> String? {
        let rows = try database.rows("SELECT archive FROM notifications WHERE number = $1", [.integer(number)])
        guard let bytes = rows.first?[0].blob else { return nil }
        return try text(archived: bytes)
    }

    /// Refused texts after a number, oldest first.
    func refusals(after number: Int64, limit: Int) throws(DatabaseError) -> [Refusal] {
        try database.rows(
            "SELECT number, received, code, reason, text FROM refusals WHERE number > $1 ORDER BY number LIMIT $2",
            [.integer(number), .integer(Int64(limit))]
        ).map { row in
            Refusal(
                number: row[0].integer ?? 0, received: row[1].instant ?? StoreInstant(milliseconds: 0),
                code: row[2].text ?? "", reason: row[3].text ?? "",
                text: String(decoding: row[4].blob ?? [], as: UTF8.self))
        }
    }
}
