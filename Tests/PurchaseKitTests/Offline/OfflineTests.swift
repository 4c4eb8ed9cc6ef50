// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct OfflineTests {
    let session: SKTestSession
    let app: TestApp
    let file = MemoryDataStore()

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    func manager(
        policy: OfflinePolicy = OfflinePolicy(), bundleID: String? = nil, deviceID: UUID? = nil,
        clock: (@Sendable () -> Date)? = nil
    ) async throws -> OfflineCapabilityManager {
        OfflineCapabilityManager(
            file: file, verifier: try StoreSignatureVerifier(trustedRoots: [session.certificate]),
            recipient: { .init(bundleID: bundleID, deviceID: deviceID) }, policy: policy,
            now: clock ?? { [session] in session.now })
    }

    static func products(_ answer: OfflineAnswer) -> [String]? {
        guard case .known(let grants, _) = answer else { return nil }
        return grants.map(\.productID)
    }

    @Test("What was kept is known without the store, and belongs to app and device")
    func kept() async throws {
        try await app.bought(Shop.workshop)
        try await app.bought(Shop.season)
        let plan = try await app.bought(Shop.family)
        let device = AppStore.deviceVerificationID
        let offline = try await manager(bundleID: plan.appBundleID, deviceID: device)
        #expect(await offline.cachedEntitlements() == .unknown(.nothingKept))
        #expect(await offline.cacheCurrentEntitlements(groupIDs: [Shop.group]))
        let elsewhere = try await manager(bundleID: "com.example.other")
        let otherDevice = try await manager(deviceID: UUID())
        StoreConnection.disconnect()
        #expect(Self.products(await offline.cachedEntitlements()) == [Shop.workshop, Shop.season, Shop.family])
        #expect(await offline.hasValidEntitlement(for: Shop.family) == true)
        #expect(await offline.hasValidEntitlement(for: Shop.coins) == false)
        #expect(await elsewhere.cachedEntitlements() == .unknown(.unverified))
        #expect(await otherDevice.cachedEntitlements() == .unknown(.unverified))
        #expect(await otherDevice.hasValidEntitlement(for: Shop.family) == nil)
    }

    @Test("A subscription that was going to renew is believed to have, for a while; one that was cancelled is not")
    func expiry() async throws {
        let plan = try await app.bought(Shop.family)
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        let end = try #require(plan.expirationDate)
        let late = try await manager(
            policy: OfflinePolicy(longestAbsence: .seconds(90 * 86_400)), clock: { end.addingTimeInterval(86_400) })
        let tooLate = try await manager(
            policy: OfflinePolicy(longestAbsence: .seconds(90 * 86_400)), clock: { end.addingTimeInterval(4 * 86_400) })
        #expect(Self.products(await late.cachedEntitlements()) == [Shop.family])
        #expect(Self.products(await tooLate.cachedEntitlements()) == [])
    }

    @Test("A cancelled subscription ends when it ends")
    func cancelled() async throws {
        let plan = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(plan.id))
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        #expect(Self.products(await offline.cachedEntitlements()) == [Shop.family])
        let end = try #require(plan.expirationDate)
        let late = try await manager(
            policy: OfflinePolicy(longestAbsence: .seconds(90 * 86_400)), clock: { end.addingTimeInterval(1) })
        #expect(Self.products(await late.cachedEntitlements()) == [])
    }

    @Test("A grace period counts until its end")
    func grace() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        let plan = try await app.bought(Shop.family)
        session.advance(to: try #require(plan.expirationDate))
        let end = try #require(await app.checker.checkStatus(ofGroup: Shop.group).accessEndDate)
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        #expect(Self.products(await offline.cachedEntitlements()) == [Shop.family])
        let late = try await manager(clock: { end })
        #expect(Self.products(await late.cachedEntitlements()) == [])
    }

    @Test("A refund that was seen is kept, too")
    func refund() async throws {
        let plan = try await app.bought(Shop.family)
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        try session.refundTransaction(identifier: UInt(plan.id))
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        #expect(Self.products(await offline.cachedEntitlements()) == [])
    }

    @Test("Setting the clock back wins nothing, and is distrusted where the policy says so")
    func clockSetBack() async throws {
        let plan = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(plan.id))
        let end = try #require(plan.expirationDate)
        let clock = Mutex(session.now)
        let policy = OfflinePolicy(longestAbsence: .seconds(90 * 86_400))
        let offline = try await manager(policy: policy, clock: { clock.withLock { $0 } })
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        clock.withLock { $0 = end.addingTimeInterval(3600) }
        #expect(Self.products(await offline.cachedEntitlements()) == [])
        clock.withLock { $0 = end.addingTimeInterval(-86_400) }
        #expect(Self.products(await offline.cachedEntitlements()) == [])
        let strict = try await manager(
            policy: OfflinePolicy(clockSetBack: .distrust), clock: { end.addingTimeInterval(-86_400) })
        #expect(await strict.cachedEntitlements() == .unknown(.clockSetBack))
    }

    @Test("A store that was not asked for too long leaves nothing known")
    func absence() async throws {
        try await app.bought(Shop.workshop)
        let now = session.now
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [])
        let later = try await manager(clock: { now.addingTimeInterval(31 * 86_400) })
        #expect(await later.cachedEntitlements() == .unknown(.tooOld))
    }

    @Test("A damaged file is unknown, and never a crash or a grant")
    func damage() async throws {
        try await app.bought(Shop.workshop)
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [])
        let good = try #require(file.read())
        for length in stride(from: 0, to: good.count, by: 97) {
            await Task.yield()
            file.write(good.prefix(length))
            #expect(await offline.cachedEntitlements() == .unknown(.damaged))
        }
        var refused = 0
        for place in stride(from: 40, to: good.count, by: 53) {
            await Task.yield()
            var bad = good
            bad[place] = bad[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            file.write(bad)
            // Dates are not signed; whatever is must be as it was.
            if case .unknown = await offline.cachedEntitlements() { refused += 1 }
        }
        #expect(refused > 10)
    }

    @Test("A transaction that somebody else signed is worth nothing")
    func forged() async throws {
        try await app.bought(Shop.workshop)
        let offline = try await manager()
        await offline.cacheCurrentEntitlements(groupIDs: [])
        let strangers = OfflineCapabilityManager(
            file: file, verifier: try StoreSignatureVerifier(trustedRoots: []),
            recipient: { .init(bundleID: nil, deviceID: nil) }, now: { [session] in session.now })
        #expect(await strangers.cachedEntitlements() == .unknown(.unverified))
        #expect(throws: (any Error).self) { try StoreSignatureVerifier(trustedRoots: [Data("no".utf8)]) }
    }
}
