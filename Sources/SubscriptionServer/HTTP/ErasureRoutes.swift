// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// Forgetting who a customer is.
struct ErasureRoutes: Sendable {
    let directory: AppDirectory
    let reader: LedgerReader
    let writer: LedgerWriter
    let now: @Sendable () -> StoreInstant

    private struct View: Encodable {
        var id: String
        var app: String
        var customerId: String
        var date: StoreInstant
        var names: Int
        var purchases: Int
        var texts: Int

        init(_ erasure: Erasure) {
            id = String(erasure.number)
            app = erasure.app
            customerId = "c\(erasure.customer)"
            date = erasure.date
            names = erasure.names
            purchases = erasure.purchases
            texts = erasure.texts
        }

        static let schema = JSONSchema.object([
            "id": .string, "app": .string, "customerId": .string, "date": .date, "names": .integer,
            "purchases": .integer, "texts": .integer,
        ])
    }

    var routes: [Route] {
        [
            Route(
                .post, "/v1/customers/{id}/erasure", .admin,
                "Forgets who a customer is; what was bought stays in the books", query: ["app": .string],
                answer: View.schema
            ) { try await erase($0) },
            Route(
                .get, "/v1/erasures", .admin, "Lists what was forgotten when, oldest first",
                query: ["after": .integer, "limit": .integer], answer: .object(["erasures": .array(View.schema)])
            ) { call in
                let after = try call.number("after", in: 0...Int64.max, else: 0)
                let limit = Int(try call.number("limit", in: 1...1000, else: 100))
                let found = try await reader.read { store throws(DatabaseError) in
                    try store.erasures(after: after, limit: limit)
                }
                return try .encoding(["erasures": found.map(View.init)])
            },
        ]
    }

    private func erase(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let (name, date) = (call["id"], now())
        let erasure = try await writer.write { store throws(DatabaseError) -> Erasure? in
            let number = try store.number(ofApp: app)
            guard let row = try store.customer(name, app: number) else { return nil }
            return try store.erase(row.number, app: number, at: date)
        }
        guard let erasure else { throw BackendFailure.unknownCustomer(name) }
        return try .encoding(View(erasure))
    }
}
