// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database

extension LedgerStore {
    /// The figures of an app in one environment.
    ///
    /// Every transaction is read, page by page; that takes a while, so a server does it over a connection of its own.
    package func figures(
        app bundleID: String, environment: String, months: ClosedRange<CalendarMonth>, now: StoreInstant
    ) throws(DatabaseError) -> BusinessFigures {
        var builder = FiguresBuilder(months: months, rates: try exchangeRates(), now: now)
        guard let app = try knownApp(bundleID) else { return builder.figures }
        var last: Int64 = 0
        while true {
            // Of all apps, for in this order rows are found without sorting.
            let rows = try database.rows(
                """
                SELECT number, app, environment, original, renewal_info FROM lines
                WHERE number > $1 ORDER BY number LIMIT $2
                """, [.integer(last), .integer(Self.linesOfPage)])
            guard let end = rows.last?[0].integer else { return builder.figures }
            var lines: [Int64: PurchaseLine] = [:]
            for row in rows where row[1].integer == app && row[2].text == environment {
                var line = PurchaseLine(.init(environment: environment, originalTransactionID: row[3].text ?? ""))
                if let info: Fact<JWSRenewalInfoDecodedPayload> = fact(row[4].blob) { line.join(info) }
                lines[row[0].integer ?? 0] = line
            }
            if !lines.isEmpty { try readTransactions(of: &lines, after: last, through: end) }
            for line in lines.values { builder.add(ChargeHistory(line)) }
            last = end
        }
    }

    private static let linesOfPage: Int64 = 1000

    private func readTransactions(
        of lines: inout [Int64: PurchaseLine], after first: Int64, through last: Int64
    ) throws(DatabaseError) {
        try database.forEachRow(
            "SELECT line, payload FROM transactions WHERE line > $1 AND line <= $2", [.integer(first), .integer(last)]
        ) { row in
            guard let number = row[0].integer, lines[number] != nil else { return }
            if let transaction: Fact<JWSTransactionDecodedPayload> = fact(row[1].blob) {
                lines[number]?.join(transaction)
            }
        }
    }

    /// What the operator says that currencies are worth; `nil` when nothing was said.
    package func exchangeRates() throws(DatabaseError) -> ExchangeRates? {
        let rows = try database.rows("SELECT currency, reported, billionths FROM exchange_rates")
        guard let reported = rows.first?[1].text else { return nil }
        var rates: [String: Int64] = [:]
        for row in rows { rates[row[0].text ?? ""] = row[2].integer }
        rates[reported] = nil
        return ExchangeRates(currency: reported, billionths: rates)
    }

    /// Puts other rates in the place of those before.
    package func put(_ rates: ExchangeRates) throws(DatabaseError) {
        try database.run("DELETE FROM exchange_rates")
        // The currency of reports stands among them, so that it is known also without others.
        let rows = rates.billionths.merging([rates.currency: 1_000_000_000]) { $1 }
        for (currency, billionths) in rows {
            try database.run(
                "INSERT INTO exchange_rates (currency, reported, billionths) VALUES ($1, $2, $3)",
                [.text(currency), .text(rates.currency), .integer(billionths)])
        }
    }
}
