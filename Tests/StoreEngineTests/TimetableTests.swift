// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct TimetableTests {
    static let start = StoreInstant(milliseconds: 1_000_000)

    @Test(
        "Rates shorten periods as StoreKitTest documents",
        arguments: [
            (TimeRate.monthlyRenewalEveryThirtySeconds, "P1W", 10), (.monthlyRenewalEveryThirtySeconds, "P1M", 30),
            (.monthlyRenewalEveryThirtySeconds, "P2M", 60), (.monthlyRenewalEveryThirtySeconds, "P3M", 90),
            (.monthlyRenewalEveryThirtySeconds, "P6M", 180), (.monthlyRenewalEveryThirtySeconds, "P1Y", 360),
            (.monthlyRenewalEveryFiveMinutes, "P1W", 180), (.monthlyRenewalEveryFiveMinutes, "P1M", 300),
            (.monthlyRenewalEveryFiveMinutes, "P1Y", 3600), (.monthlyRenewalEveryHour, "P1W", 900),
            (.monthlyRenewalEveryHour, "P1Y", 43_200), (.oneRenewalEveryTwoSeconds, "P1W", 2),
            (.oneRenewalEveryTwoSeconds, "P1Y", 2), (.monthlyRenewalEveryFifteenMinutes, "P1W", 300),
            (.monthlyRenewalEveryFifteenMinutes, "P1Y", 10_800), (.sandbox, "P1W", 180), (.sandbox, "P1Y", 3600),
            (.testFlight, "P1W", 86_400), (.testFlight, "P1Y", 86_400), (.oneSecondIsOneDay, "P1W", 7),
            (.oneSecondIsOneDay, "P1M", 30), (.oneSecondIsOneDay, "P1Y", 365),
        ])
    func lengths(rate: TimeRate, period: String, seconds: Int64) {
        #expect(Timetable(rate: rate).end(of: Shop.period(period), from: Self.start) == Self.start + seconds * 1000)
    }

    @Test(
        "Grace and retry scale with the rate",
        arguments: [
            (TimeRate.realTime, "P1M", Int64(16 * 86_400), Int64(60 * 86_400)),
            (.realTime, "P1W", 6 * 86_400, 60 * 86_400), (.monthlyRenewalEveryThirtySeconds, "P1W", 9, 60),
            (.monthlyRenewalEveryThirtySeconds, "P1M", 15, 60), (.oneRenewalEveryTwoSeconds, "P1Y", 2, 4),
        ])
    func graceAndRetry(rate: TimeRate, period: String, grace: Int64, retry: Int64) {
        let timetable = Timetable(rate: rate)
        #expect(timetable.graceEnd(of: Shop.period(period), days: 16, from: Self.start) == Self.start + grace * 1000)
        #expect(timetable.retryEnd(from: Self.start) == Self.start + retry * 1000)
    }

    @Test("Rates are found by the name of their case")
    func names() {
        for rate in TimeRate.allCases { #expect(TimeRate(name: rate.name.uppercased()) == rate) }
        #expect(TimeRate(name: "fast") == nil)
    }
}
