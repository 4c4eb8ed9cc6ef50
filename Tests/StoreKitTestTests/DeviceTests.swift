// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct DeviceTests {
    @Test("What is bought on one device of a customer arrives on the other, and not on its own")
    func twoDevices() async throws {
        try await withSession { session in
            let tablet = session.addDevice()
            var here = Transaction.updates.makeAsyncIterator()
            let bought = try await tablet.run { try await buy("corner.lifetime") }
            #expect(try await here.next()?.payloadValue.id == bought.id)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.lifetime"])
            var there = await tablet.run { Transaction.updates.makeAsyncIterator() }
            let coins = try await buy("corner.coins")
            #expect(try await there.next()?.payloadValue.id == bought.id, "unfinished there")
            #expect(try await there.next()?.payloadValue.id == coins.id)
        }
    }

    @Test("What is signed for one device is no good on another")
    func verification() async throws {
        try await withSession { session in
            let tablet = session.addDevice()
            let bought = try await tablet.run { try await buy("corner.lifetime") }
            let seen = try #require(await Transaction.latest(for: "corner.lifetime")).payloadValue
            #expect(seen.id == bought.id)
            #expect(seen.deviceVerification != bought.deviceVerification)
        }
    }

    @Test("Another customer sees nothing of the first one's")
    func twoCustomers() async throws {
        try await withSession { session in
            _ = try await buy("corner.lifetime")
            let other = session.addCustomer()
            #expect(other != session.customer)
            try await session.addDevice(of: other).run {
                #expect(await productIDs(Transaction.all) == [])
                _ = try await buy("corner.coins")
            }
            #expect(await productIDs(Transaction.all) == ["corner.lifetime"])
            #expect(session.allTransactions().map(\.productIdentifier) == ["corner.lifetime"])
        }
    }

    @Test("A family shares what can be shared, and who leaves loses it")  // Case 39
    func family() async throws {
        try await withSession { session in
            let sister = session.addCustomer()
            let phone = session.addDevice(of: sister)
            let paper = try await buy("corner.paper.weekly")
            _ = try await buy("corner.plus.monthly")
            var updates = await phone.run { Transaction.updates.makeAsyncIterator() }
            try session.addToFamily(sister)
            let shared = try #require(await updates.next()).payloadValue
            #expect(shared.productID == "corner.paper.weekly")
            #expect(shared.ownershipType == .familyShared)
            #expect(shared.expirationDate == paper.expirationDate)
            #expect(await phone.run { await productIDs(Transaction.currentEntitlements) } == ["corner.paper.weekly"])
            try session.removeFromFamily(sister)
            let revoked = try #require(await updates.next()).payloadValue
            #expect(revoked.id == shared.id)
            #expect(revoked.revocationDate != nil)
            #expect(await phone.run { await productIDs(Transaction.currentEntitlements) } == [])
            #expect(session.allNotifications().last?.type == "REVOKE")
        }
    }

    @Test("A member's own status stands before the one that is shared")  // Case 29
    func statuses() async throws {
        try await withSession { session in
            let sister = session.addCustomer()
            try session.addToFamily(sister)
            _ = try await buy("corner.paper.yearly")
            try await session.addDevice(of: sister).run {
                _ = try await buy("corner.paper.weekly")
                let statuses = try await Product.SubscriptionInfo.status(for: "C0A7E520")
                #expect(
                    statuses.map(\.transaction.unsafePayloadValue.ownershipType) == [.purchased, .familyShared])
            }
        }
    }

    @Test("A purchase that its buyer does not share is lost by the family until it is shared again")
    func sharing() async throws {
        try await withSession { session in
            let sister = session.addCustomer()
            let phone = session.addDevice(of: sister)
            try session.addToFamily(sister)
            let lifetime = UInt(try await buy("corner.lifetime").id)
            try session.setFamilySharing(false, forTransaction: lifetime)
            #expect(await phone.run { await productIDs(Transaction.currentEntitlements) } == [])
            try session.setFamilySharing(true, forTransaction: lifetime)
            #expect(await phone.run { await productIDs(Transaction.currentEntitlements) } == ["corner.lifetime"])
            let coins = UInt(try await buy("corner.coins").id)
            let error = #expect(throws: SKTestError.self) {
                try session.setFamilySharing(true, forTransaction: coins)
            }
            #expect(error?.code == .invalidAction)
        }
    }

    @Test("Who is in a family, or in none, cannot join or leave")
    func familyRefusals() async throws {
        try await withSession { session in
            let sister = session.addCustomer()
            let strangers = #expect(throws: SKTestError.self) { try session.removeFromFamily(sister) }
            #expect(strangers?.code == .invalidAction)
            try session.addToFamily(sister)
            let twice = #expect(throws: SKTestError.self) { try session.addToFamily(sister) }
            #expect(twice?.code == .invalidAction)
        }
    }

    @Test("The session acts on the purchases of every customer")
    func refundOfAnother() async throws {
        try await withSession { session in
            let phone = session.addDevice(of: session.addCustomer())
            let bought = try await phone.run { try await buy("corner.lifetime") }
            try session.refundTransaction(identifier: UInt(bought.id))
            #expect(await phone.run { await productIDs(Transaction.currentEntitlements) } == [])
        }
    }
}
