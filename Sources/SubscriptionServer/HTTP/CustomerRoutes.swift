// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// What is known of customers.
struct CustomerRoutes: Sendable {
    let directory: AppDirectory
    let reader: LedgerReader
    let now: @Sendable () -> StoreInstant

    var routes: [Route] {
        [
            Route(
                .get, "/v1/customers", .read, "Finds customers by a name, the beginning of one, or a transaction",
                query: AppDirectory.query.merging(["search": .string, "limit": .integer]) { $1 },
                answer: .object(["customers": .array(CustomerView.schema)])
            ) { try await search($0) },
            Route(
                .get, "/v1/customers/{id}", .read, "Shows a customer", query: AppDirectory.query,
                answer: CustomerView.schema
            ) { call in
                try .encoding(
                    try await read(call) { customers, row throws(DatabaseError) in
                        try customers.view(of: row, now: now())
                    })
            },
            Route(
                .get, "/v1/customers/{id}/entitlements", .read, "Says what a customer has access to",
                query: AppDirectory.query, answer: .object(["entitlements": .array(Entitlement.schema)]), isBrief: true
            ) { call in
                try .encoding(
                    EntitlementList(
                        entitlements: try await read(call, isBrief: true) { customers, row throws(DatabaseError) in
                            try customers.entitlements(of: row.number, now: now())
                        }))
            },
            Route(
                .get, "/v1/customers/{id}/subscriptions", .read, "Shows a customer's subscriptions and their state",
                query: AppDirectory.query, answer: .object(["subscriptions": .array(SubscriptionView.schema)])
            ) { call in
                try .encoding([
                    "subscriptions": try await read(call) { customers, row throws(DatabaseError) in
                        try customers.subscriptions(of: row.number, now: now())
                    }
                ])
            },
            Route(
                .get, "/v1/customers/{id}/transactions", .read,
                "Lists what a customer bought, as the App Store signed it last", query: AppDirectory.query,
                answer: .object(["transactions": .array(.any)])
            ) { call in
                try .encoding([
                    "transactions": try await read(call) { customers, row throws(DatabaseError) in
                        try customers.store.transactions(ofCustomer: row.number, environment: customers.environment)
                    }
                ])
            },
            Route(
                .get, "/v1/customers/{id}/timeline", .read, "Tells what happened to a customer, oldest first",
                query: AppDirectory.query, answer: .object(["timeline": .array(TimelineEntry.schema)])
            ) { call in
                try .encoding([
                    "timeline": try await read(call) { customers, row throws(DatabaseError) in
                        try customers.timeline(of: row.number)
                    }
                ])
            },
            Route(
                .get, "/v1/customers/{id}/balances", .read, "Says how much of what consumables are worth is left",
                query: AppDirectory.query, answer: .object(["balances": .dictionary(.integer)])
            ) { call in
                try .encoding([
                    "balances": try await read(call) { customers, row throws(DatabaseError) in
                        try customers.balances(of: row.number)
                    }
                ])
            },
        ]
    }

    /// Reads about the customer that the path names.
    private func read<Answer: Sendable>(
        _ call: Call, isBrief: Bool = false,
        _ work: @escaping @Sendable (CustomerReader, LedgerStore.CustomerRow) throws(DatabaseError) -> Answer
    ) async throws -> Answer {
        let app = try directory.app(call)
        let environment = try directory.environment(call, of: app)
        let name = call["id"]
        let answer: Answer? = try await reader.read(isBrief: isBrief) { store throws(DatabaseError) in
            let reader = try CustomerReader(store, app: app, environment: environment)
            guard let row = try store.customer(name, app: reader.app) else { return nil }
            return try work(reader, row)
        }
        guard let answer else { throw BackendFailure.unknownCustomer(name) }
        return answer
    }

    private func search(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let environment = try directory.environment(call, of: app)
        let limit = try call.number("limit", in: 1...200, else: 50)
        guard let text = call.request.query.first("search"), !text.isEmpty else {
            throw BackendFailure.badRequest(
                "Nothing is searched for", fix: "Give ?search= with a name, the beginning of one, or a transaction.")
        }
        let date = now()
        let found = try await reader.read { store throws(DatabaseError) in
            let reader = try CustomerReader(store, app: app, environment: environment)
            var views: [CustomerView] = []
            for row in try store.search(text, app: reader.app, limit: Int(limit)) {
                views.append(try reader.view(of: row, now: date))
            }
            return views
        }
        return try .encoding(["customers": found])
    }
}

extension BackendFailure {
    static func unknownCustomer(_ name: String) -> Self {
        .notFound(
            "There is no customer \(name)",
            fix:
                "Give your own identifier, an account token, or an original transaction; GET /v1/customers?search= helps."
        )
    }
}
