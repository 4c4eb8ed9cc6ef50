// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct GregorianDateTests {
    @Test("Dates agree with Foundation's Gregorian calendar over eight centuries")
    func agreesWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var random = SeededGenerator(seed: 42)
        for _ in 0..<5000 {
            let instant = StoreInstant(
                milliseconds: Int64.random(in: -11_000_000_000_000...14_000_000_000_000, using: &random))
            let date = GregorianDate(instant)
            let expected = calendar.dateComponents([.year, .month, .day], from: instant.date)
            #expect(date.year == expected.year && date.month == expected.month && date.day == expected.day)
            #expect(date.instant == instant)
        }
    }

    @Test(
        "Periods are counted from their beginning, so a short month does not shift the ones after it",
        arguments: [
            ("P1M", 1, "2026-02-28T10:00:00Z"), ("P1M", 2, "2026-03-31T10:00:00Z"),
            ("P1M", 3, "2026-04-30T10:00:00Z"), ("P1M", 25, "2028-02-29T10:00:00Z"),
            ("P1Y", 1, "2027-01-31T10:00:00Z"), ("P1W", 2, "2026-02-14T10:00:00Z"),
            ("P3D", 1, "2026-02-03T10:00:00Z"), ("P6M", 1, "2026-07-31T10:00:00Z"),
        ])
    func periodsAreAnchored(period: String, count: Int, end: String) {
        #expect(Shop.opening.adding(Shop.period(period), count: count) == instant(end))
    }

    @Test("A leap day's year ends on 28 February")
    func leapDay() {
        #expect(instant("2028-02-29T00:00:00Z").adding(Shop.period("P1Y")) == instant("2029-02-28T00:00:00Z"))
    }
}
