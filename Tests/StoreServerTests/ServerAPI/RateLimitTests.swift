// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import Testing

@testable import StoreServer

@Suite struct RateLimitTests {
    @Test(
        "An hour's requests are let in, then none until the next hour; a sandbox takes a tenth",
        arguments: [(false, 3600), (true, 360)])
    func countsByTheHour(isSandbox: Bool, allowed: Int) {
        let limiter = RateLimiter(isSandbox: isSandbox)
        let now = Date(timeIntervalSince1970: 7_200.5)
        for _ in 0..<allowed { #expect(limiter.refusal(of: "one", perSecond: 1, now: now) == nil) }
        #expect(limiter.refusal(of: "one", perSecond: 1, now: now) == 10_800_000)
        #expect(limiter.refusal(of: "other", perSecond: 1, now: now) == nil)
        #expect(limiter.refusal(of: "one", perSecond: 1, now: now.addingTimeInterval(3599)) == 10_800_000)
        #expect(limiter.refusal(of: "one", perSecond: 1, now: now.addingTimeInterval(3600)) == nil)
    }

    @Test("One request too many is 4290000, with the moment to come back at in milliseconds")
    func refuses() async throws {
        let store = try TestStore(hasRateLimits: true)
        for _ in 0..<360 {
            #expect(try await store.server("/inApps/v1/notifications/test/x").errorCode == 4_000_020)
        }
        let answer = try await store.server("/inApps/v1/notifications/test/x")
        #expect(answer.status == 429)
        #expect(answer.errorCode == 4_290_000)
        #expect(answer.contentType == "application/json")
        // The store's real time is 10:00.
        #expect(answer.headers.first("Retry-After") == "\(TestStore.start.milliseconds + 3_600_000)")
        #expect(try await store.server("/inApps/v1/lookup/NOPE").status == 200)
    }

    @Test("Nobody is sent away by default")
    func isOffByDefault() async throws {
        let store = try TestStore()
        for _ in 0..<400 {
            #expect(try await store.server("/inApps/v1/notifications/test/x").errorCode == 4_000_020)
        }
    }
}
