// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// Figures of the business, and the rates they are converted by.
struct FigureRoutes: Sendable {
    let directory: AppDirectory
    /// Connections of its own, for figures take longer than anybody else wants to wait.
    let reader: LedgerReader
    let writer: LedgerWriter
    let now: @Sendable () -> StoreInstant

    private struct Report: Encodable {
        var app: String
        var environment: String
        var figures: BusinessFigures
    }

    /// Rates as they are written in JSON.
    private struct Rates: Codable {
        /// The currency of reports; `nil` when nothing was set.
        var currency: String?
        /// What one unit of another currency is worth.
        var rates: [String: Double]

        init(_ rates: ExchangeRates?) {
            currency = rates?.currency
            self.rates = rates?.billionths.mapValues { Double($0) / 1_000_000_000 } ?? [:]
        }

        private static let fields: [String: JSONSchema] = ["currency": .string, "rates": .dictionary(.number)]
        static let body = JSONSchema.object(fields)
        static let answer = JSONSchema.object(fields, required: ["rates"])
    }

    var routes: [Route] {
        [
            Route(
                .get, "/v1/figures", .read,
                "Counts subscriptions, trials, recurring revenue, churn, refunds, retention and revenue by month",
                query: AppDirectory.query.merging(["from": .string, "to": .string]) { $1 },
                answer: .object(["app": .string, "environment": .string, "figures": BusinessFigures.schema])
            ) { try await report($0) },
            Route(
                .get, "/v1/figures/rates", .read, "Shows the exchange rates that totals are made with",
                answer: Rates.answer
            ) { _ in
                let rates = try await reader.read { store throws(DatabaseError) in try store.exchangeRates() }
                return try .encoding(Rates(rates))
            },
            Route(
                .put, "/v1/figures/rates", .admin, "Sets the currency of reports and what others are worth in it",
                body: Rates.body, answer: Rates.answer
            ) { call in
                let rates = try Self.rates(try call.body(Rates.self))
                try await writer.write { store throws(DatabaseError) in try store.put(rates) }
                return try .encoding(Rates(rates))
            },
        ]
    }

    private func report(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let environment = try directory.environment(call, of: app)
        let date = now()
        let months = try Self.months(from: try call.month("from"), to: try call.month("to"), now: date)
        let figures = try await reader.read { store throws(DatabaseError) in
            try store.figures(app: app, environment: environment, months: months, now: date)
        }
        return try .encoding(Report(app: app, environment: environment, figures: figures))
    }

    /// The months of a report: those that are named, else the last twelve.
    private static func months(
        from: CalendarMonth?, to: CalendarMonth?, now: StoreInstant
    ) throws(BackendFailure) -> ClosedRange<CalendarMonth> {
        do throws(FiguresProblem) {
            return try BusinessFigures.months(from: from, to: to, now: now)
        } catch {
            throw .badRequest(error.message, fix: error.fix)
        }
    }

    private static func rates(_ stated: Rates) throws(BackendFailure) -> ExchangeRates {
        guard let reported = stated.currency else {
            throw .badRequest("No currency is named", fix: "Say in which one reports are, as in EUR.")
        }
        var billionths: [String: Int64] = [:]
        for name in [reported] + stated.rates.keys
        where name.utf8.count != 3 || !name.utf8.allSatisfy({ (65...90).contains($0) }) {
            throw .badRequest("\(name) is no currency", fix: "Give three capital letters, as in EUR.")
        }
        for (currency, rate) in stated.rates where currency != reported {
            let exact = (rate * 1_000_000_000).rounded()
            guard exact >= 1, exact <= Double(ExchangeRates.greatest) else {
                throw .badRequest(
                    "The rate of \(currency) is \(rate)",
                    fix: "Say what one \(currency) is worth in \(reported): more than 0, at most a million.")
            }
            billionths[currency] = Int64(exact)
        }
        return ExchangeRates(currency: reported, billionths: billionths)
    }
}

extension Call {
    /// A month in the query.
    fileprivate func month(_ name: String) throws(BackendFailure) -> CalendarMonth? {
        guard let text = request.query.first(name) else { return nil }
        guard let month = CalendarMonth(text) else {
            throw .badRequest("\(name)=\(text) is no month", fix: "Give one as in 2026-01.")
        }
        return month
    }
}
