// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// What came in, also what was not understood and what was refused.
struct ReceivedRoutes: Sendable {
    let reader: LedgerReader
    let settled: SettledNumbers

    var routes: [Route] {
        [
            Route(
                .get, "/v1/notifications", .read, "Lists notifications, or only those of kinds that are not known here",
                query: ["after": .integer, "limit": .integer, "notUnderstood": .boolean],
                answer: .object(["notifications": .array(ReceivedNotification.schema)])
            ) { call in
                let (after, limit) = try Self.page(call)
                let isStrange = call.request.query.first("notUnderstood") == "true"
                let end = try await settled.end(of: .notifications, after: after)
                let found = try await reader.read { store throws(DatabaseError) in
                    try store.notifications(after: after, through: end, limit: limit, notUnderstood: isStrange)
                }
                return try .encoding(["notifications": found])
            },
            Route(
                .get, "/v1/notifications/{number}/payload", .read, "Shows the signed text of a notification"
            ) { call in
                let number = Int64(call["number"]) ?? 0
                guard
                    let text = try await reader.read({ store throws(DatabaseError) in
                        try store.notificationText(number: number)
                    })
                else {
                    throw BackendFailure.notFound(
                        "There is no text of a notification \(number), or not any more",
                        fix: "Take a number from GET /v1/notifications; texts are erased, or kept for a time only.")
                }
                return .text(text)
            },
            Route(
                .get, "/v1/refusals", .read, "Lists the latest texts that can never be accepted, and why",
                query: ["after": .integer, "limit": .integer],
                answer: .object(["refusals": .array(Refusal.schema)])
            ) { call in
                let (after, limit) = try Self.page(call)
                let found = try await reader.read { store throws(DatabaseError) in
                    try store.refusals(after: after, limit: limit)
                }
                return try .encoding(["refusals": found])
            },
        ]
    }

    private static func page(_ call: Call) throws(BackendFailure) -> (after: Int64, limit: Int) {
        (
            try call.number("after", in: 0...Int64.max, else: 0),
            Int(try call.number("limit", in: 1...1000, else: 100))
        )
    }
}
