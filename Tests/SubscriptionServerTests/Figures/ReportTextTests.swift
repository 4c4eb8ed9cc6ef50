// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SubscriptionServer
import Testing

@Suite struct ReportTextTests {
    private var shop: Shop {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-10", to: "2026-02-10")
        shop.sell("1", 10_000, "2026-02-10", to: "2026-03-10")
        shop.sell("2", 5005, "2026-02-10", to: "2026-03-10", in: "EUR")
        shop.sell("3", nil, "2026-02-10", to: "2026-03-10")
        return shop
    }

    @Test func tablesStandInColumns() {
        let rates = ExchangeRates(currency: "USD", billionths: [:])
        let text = shop.figures("2026-01", "2026-02", rates: rates).text
        let parts = text.components(separatedBy: "\n\n")
        #expect(
            parts[0] == """
                Subscriptions
                month    opening  new  back  lost  closing  churn  trials  ended  converted  rate
                2026-01        0    1     0     0        1      -       0      0          0     -
                2026-02        1    2     0     0        3   0.0%       0      0          0     -
                """)
        #expect(
            parts[1] == """
                Monthly recurring revenue, USD
                month    opening    new  expansion  contraction  churn  back  closing     ARR  lost
                2026-01     0.00  10.00       0.00         0.00   0.00  0.00    10.00  120.00     -  ########################
                2026-02    10.00   0.00       0.00         0.00   0.00  0.00    10.00  120.00  0.0%  ########################
                """)
        #expect(parts.contains { $0.hasPrefix("Monthly recurring revenue, EUR") })
        #expect(parts.contains { $0.hasPrefix("No rate is set for EUR") })
        #expect(parts.last?.hasPrefix("1 subscriptions have a price") == true)
        #expect(parts.contains { $0.hasSuffix("2026-01     1  100.0%  100.0%\n2026-02     2  100.0%") })
    }

    @Test func linesAreForSpreadsheets() {
        let lines = shop.figures("2026-01", "2026-02").csv.split(separator: "\n")
        #expect(
            lines.dropFirst() == [
                "2026-01,USD,0,0,10000,0,0,0,0,10000,120000,10000,0,10000",
                "2026-02,EUR,0,0,5005,0,0,0,0,5005,60060,5005,0,5005",
                "2026-02,USD,0,10000,0,0,0,0,0,10000,120000,10000,0,10000",
            ])
    }
}
