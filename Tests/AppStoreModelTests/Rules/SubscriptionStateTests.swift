// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct SubscriptionStateTests {
    /// The facts of a subscription whose period ends at 1000, with a renewal info signed at `signed`.
    struct Facts: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var revoked: Int64?
        var expires: Int64? = 1_000
        var hasRenewalInfo = true
        var signed: Int64? = 500
        var inRetry: Bool?
        var graceEnd: Int64?
        var intent: Int32?
        let status: Status

        var state: SubscriptionState {
            let info = JWSRenewalInfoDecodedPayload(
                rawExpirationIntent: intent, isInBillingRetryPeriod: inRetry,
                gracePeriodExpiresDate: graceEnd.map { Date(milliseconds: $0) },
                signedDate: signed.map { Date(milliseconds: $0) })
            return SubscriptionState(
                transaction: JWSTransactionDecodedPayload(
                    expiresDate: expires.map { Date(milliseconds: $0) },
                    revocationDate: revoked.map { Date(milliseconds: $0) }),
                renewalInfo: hasRenewalInfo ? info : nil)
        }
    }

    static let running = Facts(testDescription: "running", status: .active)
    static let grace = Facts(
        testDescription: "grace", signed: 1_100, inRetry: true, graceEnd: 2_000, intent: 2, status: .billingGracePeriod)

    @Test(arguments: [
        running, grace,
        Facts(testDescription: "no renewal info", hasRenewalInfo: false, status: .active),
        Facts(testDescription: "retry over", inRetry: false, status: .active),
        Facts(testDescription: "cancelled", intent: 1, status: .expired),
        Facts(testDescription: "retry given up", inRetry: false, intent: 2, status: .expired),
        Facts(testDescription: "unknown intent", intent: 77, status: .expired),
        Facts(testDescription: "retry", inRetry: true, intent: 2, status: .billingRetry),
        Facts(testDescription: "grace over", signed: 2_001, inRetry: true, graceEnd: 2_000, status: .billingRetry),
        Facts(
            testDescription: "grace at its end", signed: 2_000, inRetry: true, graceEnd: 2_000, status: .billingRetry),
        Facts(testDescription: "grace, unsigned", signed: nil, inRetry: true, graceEnd: 2_000, status: .billingRetry),
        Facts(testDescription: "grace without retry", graceEnd: 2_000, status: .active),
        Facts(testDescription: "refunded", revoked: 1, status: .revoked),
        Facts(testDescription: "refunded, no info", revoked: 1, hasRenewalInfo: false, status: .revoked),
        Facts(testDescription: "refunded in grace", revoked: 1, inRetry: true, graceEnd: 2_000, status: .revoked),
        Facts(testDescription: "refunded after the end", revoked: 1, intent: 1, status: .revoked),
    ])
    func signedFactsDecideTheStatus(_ facts: Facts) {
        #expect(facts.state.status == facts.status)
    }

    @Test func accessEndsWithThePeriod() {
        let state = Self.running.state
        #expect(state.accessEnd == StoreInstant(milliseconds: 1_000))
        #expect(state.status(at: StoreInstant(milliseconds: 999)) == .active)
        #expect(state.status(at: StoreInstant(milliseconds: 1_000)) == .expired)
    }

    @Test func aGracePeriodOutlivesThePaidOne() {
        let state = Self.grace.state
        #expect(state.accessEnd == StoreInstant(milliseconds: 2_000))
        #expect(state.status(at: StoreInstant(milliseconds: 1_999)) == .billingGracePeriod)
        #expect(state.isEntitled(at: StoreInstant(milliseconds: 1_999)))
        #expect(state.status(at: StoreInstant(milliseconds: 2_000)) == .expired)
        #expect(!state.isEntitled(at: StoreInstant(milliseconds: 2_000)))
    }

    @Test(arguments: [
        Facts(testDescription: "cancelled", intent: 1, status: .expired),
        Facts(testDescription: "retry", inRetry: true, status: .billingRetry),
        Facts(testDescription: "refunded", revoked: 1, status: .revoked),
    ])
    func theClockGivesNoAccessBack(_ facts: Facts) {
        for milliseconds in [0, 999, 5_000] as [Int64] {
            #expect(facts.state.status(at: StoreInstant(milliseconds: milliseconds)) == facts.status)
            #expect(!facts.state.isEntitled(at: StoreInstant(milliseconds: milliseconds)))
        }
        #expect(facts.state.accessEnd == nil)
    }

    @Test func withoutAnEndNothingExpires() {
        let state = Facts(testDescription: "endless", expires: nil, status: .active).state
        #expect(state.status(at: StoreInstant(milliseconds: .max)) == .active)
    }

    @Test(arguments: [
        (Status.active, true), (.billingGracePeriod, true), (.expired, false), (.billingRetry, false),
        (.revoked, false),
    ])
    func onlyActiveAndGraceGiveAccess(_ status: Status, _ entitled: Bool) {
        #expect(status.isEntitled == entitled)
    }
}
