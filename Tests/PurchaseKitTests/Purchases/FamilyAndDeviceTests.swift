// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

/// Apps on several devices, of one customer and of a family.
@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct FamilyAndDeviceTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    @Test("A purchase on another device arrives once, is delivered once, and is finished on both")
    func otherDevice() async throws {
        let tablet = session.addDevice()
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        try await tablet.run { _ = try await Shop.product(Shop.workshop).purchase() }
        await events.taken(Shop.workshop)
        await observer.restartObserving()
        // Whatever else were to come of the first stands before the second.
        try await tablet.run { _ = try await Shop.product(Shop.coins).purchase() }
        await events.taken(Shop.coins)
        await observer.stopObserving()
        #expect(app.book.products == [Shop.workshop, Shop.coins])
        #expect(await transactions(Transaction.unfinished).isEmpty)
        #expect(await tablet.run { await transactions(Transaction.unfinished) }.isEmpty)
        #expect(await app.relaunched().deliveredAgain(to: app.book) == [])
    }

    // Case 29.
    @Test("Of several statuses the highest level counts, and the customer's own before the family's at an equal one")
    func ownBeforeFamily() async throws {
        let sister = session.addCustomer()
        try session.addToFamily(sister)
        try await app.bought(Shop.family)
        let phone = session.addDevice(of: sister)
        try await phone.run {
            let app = TestApp(session)
            var status = await app.checker.checkStatus(ofGroup: Shop.group)
            #expect(status.isFamilyShared)
            #expect(status.isActive)

            try await app.bought(Shop.monthly)
            #expect(try await Product.SubscriptionInfo.status(for: Shop.group).count == 2)
            status = await app.checker.checkStatus(ofGroup: Shop.group)
            #expect(status.productID == Shop.family, "the higher level")
            #expect(status.isFamilyShared)

            try await app.bought(Shop.family)
            status = await app.checker.checkStatus(ofGroup: Shop.group)
            #expect(status.productID == Shop.family)
            #expect(!status.isFamilyShared)

            try session.removeFromFamily(sister)
            status = await app.checker.checkStatus(ofGroup: Shop.group)
            #expect(status.state == .subscribed)
            #expect(!status.isFamilyShared)
        }
    }

    // Cases 38, 39.
    @Test("Who leaves the family loses what it shared while the app runs, and the app is told when")
    func leaving() async throws {
        let sister = session.addCustomer()
        try session.addToFamily(sister)
        let phone = session.addDevice(of: sister)
        try await app.bought(Shop.workshop)
        try await phone.run {
            let app = TestApp(session)
            let events = await app.manager.events()
            let service = await app.service(entitlements: ["plus": [Shop.workshop]])
            await service.start()
            guard case .delivered? = await events.taken(Shop.workshop) else {
                Issue.record("it was not delivered")
                return
            }
            await service.refresh()
            #expect(await service.snapshot.isEntitled(to: "plus"))
            #expect(await service.snapshot.grants.map(\.isFamilyShared) == [true])

            try session.removeFromFamily(sister)
            for await case .taken(.delivered(let revoked)) in events where revoked.revocationDate != nil {
                #expect(revoked.ownershipType == .familyShared)
                #expect(try #require(revoked.revocationDate) >= revoked.purchaseDate)
                break
            }
            #expect(app.book.lines.map(\.kind) == [.grant, .revocation])
            await service.refresh()
            #expect(await service.snapshot.grants.isEmpty)
            #expect(await !service.snapshot.isEntitled(to: "plus"))
            await service.stop()
        }
        #expect(await transactions(Transaction.currentEntitlements).map(\.productID) == [Shop.workshop])
        #expect(app.book.lines.map(\.kind) == [.grant])
    }

    // Case 38.
    @Test("A refund reaches the app's delivery with its date and its reason")
    func refund() async throws {
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        let bought = try await app.bought(Shop.workshop)
        #expect(bought.revocationDate == nil)
        #expect(bought.revocationReason == nil)
        session.advance(by: .seconds(3600))
        try session.refundTransaction(identifier: UInt(bought.id))
        for await case .taken(.delivered(let refunded)) in events where refunded.revocationDate != nil {
            let date = try #require(refunded.revocationDate)
            #expect(date >= bought.purchaseDate.addingTimeInterval(3600))
            #expect(date <= session.now)
            #expect(refunded.revocationReason == .other)
            break
        }
        #expect(app.book.lines.map(\.kind) == [.grant, .revocation])
        await observer.stopObserving()
    }
}

extension PurchaseManager {
    /// What is delivered when everything unfinished is looked at anew.
    fileprivate func deliveredAgain(to book: DeliveryBook) async -> [String] {
        let before = book.products.count
        await deliverUnfinished()
        return Array(book.products[before...])
    }
}
