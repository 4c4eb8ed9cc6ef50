// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct HostClockTests {
    @Test("A wait ends at once when there is something new, and on the next change otherwise")
    func waitEndsOnChange() async throws {
        let fixture = try await HostFixture()
        try await fixture.host.waitForChange(ChangesRequest(device: fixture.device))
        let cursor = try await fixture.changes().cursor
        async let wait: Void = fixture.host.waitForChange(ChangesRequest(device: fixture.device, after: cursor))
        _ = try await fixture.buy("coins")
        try await wait
        #expect(try await fixture.changes(after: cursor).transactions.count == 1)
    }

    @Test("A cancelled wait ends")
    func waitIsCancelled() async throws {
        let fixture = try await HostFixture()
        let cursor = try await fixture.changes().cursor
        let (host, device) = (fixture.host, fixture.device)
        let task = Task { () async -> StoreFailure? in
            do throws(StoreFailure) {
                try await host.waitForChange(ChangesRequest(device: device, after: cursor))
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test("A host that runs renews by itself when the clock gets there")
    func runs() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("monthly")
        let cursor = try await fixture.changes().cursor
        let host = fixture.host
        let running = Task { await host.run() }
        async let wait: Void = fixture.host.waitForChange(ChangesRequest(device: fixture.device, after: cursor))
        fixture.clock.advance(by: HostFixture.month)
        try await wait
        #expect(try await fixture.changes(after: cursor).transactions.count == 1)
        running.cancel()
        await running.value
    }

    @Test("Moving the time ahead reports what fell due, in order, and one long step equals several short ones")
    func advance() async throws {
        func notifications(steps: Int64) async throws -> [String] {
            let fixture = try await HostFixture()
            _ = try await fixture.buy("monthly")
            var seen: [String] = []
            for _ in 0..<steps {
                for case .notification(let record) in fixture.host.advance(by: 90 * 86_400_000 / steps) {
                    seen.append("\(record.type.rawValue) \(record.date.milliseconds) \(record.id)")
                }
            }
            return seen
        }
        let once = try await notifications(steps: 1)
        #expect(once.count == 3)
        #expect(once.allSatisfy { $0.hasPrefix("DID_RENEW") })
        #expect(try await notifications(steps: 9) == once)
    }

    @Test("Time does not go back, and stops at the end of the year 9999")
    func limits() async throws {
        let fixture = try await HostFixture()
        fixture.host.advance(by: -1000)
        fixture.host.advance(to: StoreInstant(milliseconds: .min))
        #expect(fixture.host.now == HostFixture.opening)
        fixture.host.advance(by: .max)
        #expect(fixture.host.now == StoreInstant(milliseconds: 253_402_300_799_999))
    }

    @Test("Notifications carry facts that verify and are those of their moment")
    func notifications() async throws {
        let fixture = try await HostFixture()
        let stream = fixture.host.notifications()
        _ = try await fixture.buy("monthly")
        fixture.host.advance(by: 2 * HostFixture.month)
        var bodies: [ResponseBodyV2DecodedPayload] = []
        for await draft in stream.prefix(3) {
            bodies.append(try fixture.verifier.verify(fixture.host.signer.sign(draft)).payload)
        }
        #expect(bodies.map(\.notificationType) == [.subscribed, .didRenew, .didRenew])
        let transactions = try bodies.map { try fixture.transaction($0.data?.signedTransactionInfo ?? "") }
        let renewals = try bodies.map { try fixture.renewalInfo($0.data?.signedRenewalInfo ?? "") }
        #expect(transactions.map(\.transactionId) == ["2000000000000001", "2000000000000002", "2000000000000003"])
        #expect(zip(transactions, renewals).allSatisfy { $0.expiresDate == $1.renewalDate })
        #expect(transactions.allSatisfy { $0.deviceVerification == nil })
    }

    @Test("The same seed makes up the same identifiers")
    func deterministic() async throws {
        func identifiers(seed: UInt64) async throws -> [String?] {
            let fixture = try await HostFixture(seed: seed)
            let stream = fixture.host.notifications()
            let payload = try fixture.transaction(try await fixture.buy("coins").jws)
            var ids = [payload.appTransactionId, payload.deviceVerificationNonce?.uuidString]
            for await draft in stream.prefix(1) { ids.append(draft.body.notificationUUID) }
            return ids
        }
        #expect(try await identifiers(seed: 1) == identifiers(seed: 1))
        #expect(try await identifiers(seed: 1) != identifiers(seed: 2))
    }
}
