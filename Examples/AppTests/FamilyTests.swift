// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import StoreKitTest
import Testing

@MainActor @Suite(.isolatedStore, .timelineOnFailure) struct FamilyTests {
    let session: SKTestSession
    let plus = "com.example.shop.plus.family"

    init() throws {
        session = try SKTestSession(configurationFileNamed: "Shop")
    }

    @Test func aFamilyKeepsAccessInGraceAndLosesItAfterwards() async throws {
        let sister = session.addCustomer()
        let herPhone = session.addDevice(of: sister)
        try session.addToFamily(sister)
        try await session.buyProduct(identifier: plus)
        #expect(await herPhone.run { await Transaction.currentEntitlement(for: plus) } != nil)

        try session.failRenewalOfSubscription(productIdentifier: plus, gracePeriodDays: 16)
        #expect(await herPhone.run { await Transaction.currentEntitlement(for: plus) } != nil)
        session.advance(by: .seconds(16 * 86_400))
        #expect(await herPhone.run { await Transaction.currentEntitlement(for: plus) } == nil)
        #expect(session.allNotifications().last?.type == "GRACE_PERIOD_EXPIRED")
    }
}
