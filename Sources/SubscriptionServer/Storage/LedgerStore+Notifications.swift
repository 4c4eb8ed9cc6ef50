// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database
import Foundation
package import SignedData

extension LedgerStore {
    /// Takes a notification in; returns whether it is new.
    package func record(
        _ notification: Verified<ResponseBodyV2DecodedPayload>, facts: SignedFacts, app bundleID: String,
        receivedAt received: StoreInstant
    ) throws(DatabaseError) -> Bool {
        let payload = notification.payload
        let app = try number(ofApp: bundleID)
        var line: LineRecord?
        if let id = facts.lines.first { line = try self.line(id, app: app) }
        let archive = try ArchivedJWS(notification.jws) { header throws(DatabaseError) in
            try number(ofSigner: header)
        }
        let isNew =
            try database.run(
                """
                INSERT INTO notifications
                    (app, environment, identifier, type, subtype, is_understood, signed, received, archive, line)
                SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, CAST($10 AS BIGINT)
                \(unlessThere(in: "notifications", "app = $1 AND environment = $2 AND identifier = $3"))
                """,
                [
                    .integer(app), .text(payload.identityClaims.environment ?? ""),
                    .text(Self.identifier(of: notification)), DatabaseValue(payload.rawNotificationType),
                    DatabaseValue(payload.rawSubtype), payload.isUnderstood ? 1 : 0,
                    .integer(payload.signedDate.map { StoreInstant($0).milliseconds } ?? 0),
                    .integer(received.milliseconds), .blob(line?.isErased == true ? [] : archive.bytes),
                    line.map { .integer($0.number) } ?? .null,
                ]) == 1
        guard isNew else { return false }
        try join(facts, first: line, app: app, receivedAt: received)
        if let line {
            try noteRefundMatters(of: notification, facts: facts, line: line.number, app: app, receivedAt: received)
        }
        for event in BusinessEvent.events(of: payload, facts: facts) {
            try append(event, line: line?.number, app: app, receivedAt: received)
        }
        return true
    }

    /// What tells a notification from others: what the App Store calls it, or else what it says.
    static func identifier(of notification: Verified<ResponseBodyV2DecodedPayload>) -> String {
        if let uuid = notification.payload.notificationUUID, !uuid.isEmpty { return uuid }
        return "sha384:" + SHA384.digest(notification.jws.payloadData).map { String(format: "%02x", $0) }.joined()
    }

    /// Keeps a text that can never be accepted, for people to look at.
    package func refuse(
        _ text: [UInt8], code: String, reason: String, receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO refusals (received, code, reason, text) VALUES ($1, $2, $3, $4)",
            [.integer(received.milliseconds), .text(code), .text(reason), .blob(text)])
        // Anybody can send what is refused; it must not fill the disk.
        try database.run(
            "DELETE FROM refusals WHERE number <= (SELECT max(number) FROM refusals) - $1",
            [.integer(Self.refusalsKept)])
    }

    /// How many refused texts are kept.
    private static let refusalsKept: Int64 = 1000

    /// The signed text of a notification, byte for byte as it came; `nil` when it is not known.
    package func notificationText(
        app bundleID: String, environment: String, identifier: String
    ) throws(DatabaseError) -> String? {
        let rows = try database.rows(
            """
            SELECT archive FROM notifications
            WHERE app = (SELECT number FROM apps WHERE bundle_id = $1) AND environment = $2 AND identifier = $3
            """,
            [.text(bundleID), .text(environment), .text(identifier)])
        guard let bytes = rows.first?[0].blob else { return nil }
        return try text(archived: bytes)
    }

    func text(archived bytes: [UInt8]) throws(DatabaseError) -> String? {
        try ArchivedJWS(bytes: bytes).text { number throws(DatabaseError) in
            try database.rows("SELECT header FROM signers WHERE number = $1", [.integer(Int64(number))]).first?[0].text
        }
    }
}

extension ResponseBodyV2DecodedPayload {
    /// Whether this version knows what type and subtype mean.
    fileprivate var isUnderstood: Bool {
        notificationType != nil && (rawSubtype == nil || subtype != nil)
    }
}
