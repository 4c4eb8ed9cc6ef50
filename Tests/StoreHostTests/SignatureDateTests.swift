// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct SignatureDateTests {
    static let hour: Int64 = 3_600_000

    @Test("A transaction that changed is signed with a date of its own, one that did not keeps its text")
    func transactions() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("coins")
        let lifetime = try await fixture.buy("lifetime")
        let before = try await fixture.changes()
        fixture.host.advance(by: Self.hour)
        #expect(try await fixture.changes().transactions.map(\.jws) == before.transactions.map(\.jws))

        let id = try #require(fixture.transaction(lifetime.jws).transactionId)
        let record = try #require(fixture.host.read { $0.transaction(identifier: id) })
        try fixture.host.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        let after = try await fixture.changes()
        #expect(after.transactions.first?.jws == before.transactions.first?.jws)
        let old = try fixture.transaction(try #require(before.transactions.last).jws)
        let new = try fixture.transaction(try #require(after.transactions.last).jws)
        #expect(new.transactionId == old.transactionId)
        #expect(new.revocationDate != nil)
        #expect(new.signedDate == old.signedDate?.addingTimeInterval(3600))
        #expect(new.deviceVerificationNonce != old.deviceVerificationNonce)
    }

    @Test("A renewal info that changed is signed with a date of its own")
    func renewalInfos() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("monthly")
        let before = try await fixture.changes()
        fixture.host.advance(by: Self.hour)
        #expect(try await fixture.changes().renewalInfos.map(\.jws) == before.renewalInfos.map(\.jws))

        let subscription = try #require(fixture.host.read { $0.subscriptions.first?.index })
        try fixture.host.perform(.setAutoRenew(subscription: subscription, false))
        let after = try await fixture.changes()
        let old = try fixture.renewalInfo(try #require(before.renewalInfos.first).jws)
        let new = try fixture.renewalInfo(try #require(after.renewalInfos.first).jws)
        #expect(new.autoRenewStatus != old.autoRenewStatus)
        #expect(new.signedDate == old.signedDate?.addingTimeInterval(3600))
        #expect(new.deviceVerificationNonce != old.deviceVerificationNonce)
    }
}
