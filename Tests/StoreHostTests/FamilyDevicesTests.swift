// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct FamilyDevicesTests {
    /// A family of two: the fixture's device belongs to the organiser, the member has two.
    private struct Home {
        let fixture: HostFixture
        let phone = UUID()
        let tablet = UUID()
        let member: AccountID

        init() async throws {
            fixture = try await HostFixture()
            for device in [phone, tablet] {
                _ = try await fixture.host.connect(ConnectRequest(device: device, account: "member"))
            }
            member = fixture.host.account(named: "member")
            guard case .family(let family) = try fixture.host.perform(.openFamily(organiser: fixture.host.account()))
            else { throw StoreFailure(.unknown, "No family was opened", fix: "See the test.") }
            try fixture.host.perform(.joinFamily(family, account: member))
        }

        func cursor(of device: UUID) async throws -> ChangeCursor {
            try await fixture.changes(on: device).cursor
        }
    }

    @Test("What the organiser buys reaches both devices of a member as news, signed for each of them")
    func purchase() async throws {
        let home = try await Home()
        let bought = try home.fixture.transaction(try await home.fixture.buy("monthly").jws)
        let own = try await home.fixture.changes()
        #expect(own.transactions.map(\.isAnnounced) == [false])
        var nonces: Set<UUID> = []
        for device in [home.phone, home.tablet] {
            let changes = try await home.fixture.changes(on: device)
            #expect(changes.transactions.map(\.isAnnounced) == [true])
            #expect(changes.renewalInfos.count == 1)
            let payload = try home.fixture.transaction(try #require(changes.transactions.first).jws)
            #expect(payload.inAppOwnershipType == .familyShared)
            #expect(payload.originalTransactionId != bought.originalTransactionId)
            #expect(payload.expiresDate == bought.expiresDate)
            nonces.insert(try #require(payload.deviceVerificationNonce))
        }
        #expect(nonces.count == 2)
    }

    @Test("Renewal and loss reach every device once; what one device finishes is finished on the other")
    func renewalAndLoss() async throws {
        let home = try await Home()
        let host = home.fixture.host
        _ = try await home.fixture.buy("monthly")
        var cursors = [
            home.phone: try await home.cursor(of: home.phone), home.tablet: try await home.cursor(of: home.tablet),
        ]
        host.advance(by: HostFixture.month)
        for device in [home.phone, home.tablet] {
            let changes = try await home.fixture.changes(on: device, after: cursors[device])
            #expect(changes.transactions.map(\.isAnnounced) == [true])
            cursors[device] = changes.cursor
            if device == home.phone {
                let renewal = try home.fixture.transaction(try #require(changes.transactions.first).jws)
                #expect(renewal.transactionReason == .renewal)
                try await host.finish(
                    FinishRequest(device: device, transactionID: try #require(renewal.transactionId)))
                cursors[home.phone] = try await home.cursor(of: home.phone)
                let other = try await home.fixture.changes(on: home.tablet, after: cursors[home.tablet])
                #expect(other.transactions.map(\.isFinished) == [true])
                #expect(other.transactions.map(\.isAnnounced) == [false])
                cursors[home.tablet] = try await home.cursor(of: home.tablet)
                break
            }
        }
        let organiser = try await home.fixture.changes().cursor
        try host.perform(.leaveFamily(account: home.member))
        for device in [home.phone, home.tablet] {
            let changes = try await home.fixture.changes(on: device, after: cursors[device])
            #expect(changes.transactions.map(\.isAnnounced) == [true])
            let lost = try home.fixture.transaction(try #require(changes.transactions.first).jws)
            #expect(lost.revocationType == .familyRevoke)
            #expect(lost.revocationDate != nil)
        }
        #expect(try await home.fixture.changes(after: organiser).transactions.isEmpty)
    }

    @Test("A member's device that waits is woken by what the organiser buys")
    func waits() async throws {
        let home = try await Home()
        let cursor = try await home.cursor(of: home.tablet)
        let request = ChangesRequest(device: home.tablet, after: cursor)
        async let wait: Void = home.fixture.host.waitForChange(request)
        _ = try await home.fixture.buy("lifetime")
        try await wait
        #expect(try await home.fixture.changes(on: home.tablet, after: cursor).transactions.count == 1)
    }

    @Test("What a member buys is news for the member's other device and the organiser's, not for the buying one")
    func memberBuys() async throws {
        let home = try await Home()
        _ = try await home.fixture.buy("lifetime", on: home.phone)
        #expect(try await home.fixture.changes(on: home.phone).transactions.map(\.isAnnounced) == [false])
        #expect(try await home.fixture.changes(on: home.tablet).transactions.map(\.isAnnounced) == [true])
        #expect(try await home.fixture.changes().transactions.map(\.isAnnounced) == [true])
    }
}
