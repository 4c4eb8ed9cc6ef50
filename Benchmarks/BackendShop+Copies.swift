// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import Foundation
import HTTPService
import SubscriptionServer

extension BackendShop {
    /// A notification as the App Store posts it.
    static func posted(_ text: String) throws -> HTTPRequest {
        guard let target = HTTPTarget("/v1/notifications/apple") else { throw LoadGenerator.Failure(output: "no path") }
        return HTTPRequest(method: .post, target: target, body: Data(#"{"signedPayload":"\#(text)"}"#.utf8))
    }

    /// A notification as it comes over a connection.
    static func request(_ text: String) -> String {
        let body = #"{"signedPayload":"\#(text)"}"#
        return "POST /v1/notifications/apple HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A question what a customer is entitled to.
    func question(_ subscriber: Int) -> String {
        "GET /v1/customers/\(token(subscriber))/entitlements HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Authorization: Bearer \(key)\r\nAccept: application/json\r\n\r\n"
    }

    /// Doubles everything in a ledger until so many transactions stand in it, but for the texts of notifications, which
    /// nothing looks through.
    static func copy(_ path: String, until wanted: Int) throws {
        let database = try Database(path: path, durability: .process)
        func count(_ table: String) throws -> Int64 {
            try database.rows("SELECT max(number) FROM \(table)").first?[0].integer ?? 0
        }
        while case let transactions = try count("transactions"), transactions < Int64(wanted) {
            let (lines, customers) = (try count("lines"), try count("customers"))
            let (notifications, events) = (try count("notifications"), try count("events"))
            // Identifiers of copies are as far from those of before as these reach.
            let further = transactions * 10
            let copies = [
                """
                INSERT INTO customers SELECT number + \(customers), app, created, merged_into FROM customers
                """,
                """
                INSERT INTO customer_keys SELECT app, kind, value || '-' || \(customers), customer + \(customers)
                FROM customer_keys
                """,
                """
                INSERT INTO lines (number, app, environment, original, customer, account_token, account_token_signed,
                    app_transaction, renewal_info)
                SELECT number + \(lines), app, environment, original + \(further), customer + \(customers),
                    account_token, account_token_signed, app_transaction, renewal_info
                FROM lines
                """,
                """
                INSERT INTO transactions
                    (line, identifier, is_upgraded, purchased, identifier_number, payload)
                SELECT line + \(lines), identifier + \(further), is_upgraded, purchased, identifier_number + \(further),
                    payload
                FROM transactions
                """,
                """
                INSERT INTO notifications
                    (app, environment, identifier, type, subtype, is_understood, signed, received, archive, line)
                SELECT app, environment, identifier || '-' || \(notifications), type, subtype, is_understood, signed,
                    received, substr(archive, 1, 16), line + \(lines)
                FROM notifications
                """,
                """
                INSERT INTO events (key, kind, date, received, app, environment, line, transaction_identifier, product)
                SELECT key || '-' || \(events), kind, date, received, app, environment, line + \(lines),
                    transaction_identifier + \(further), product
                FROM events
                """,
            ]
            try database.transaction { () throws(DatabaseError) in for copy in copies { try database.run(copy) } }
        }
    }
}
