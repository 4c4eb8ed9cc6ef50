// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Synchronization
import Testing

@Suite struct SessionDialogTests {
    /// A customer who does as told.
    private final class Visitor: StoreDialogs {
        let confirms: Bool
        let code: String?
        private let counted = Mutex(0)

        init(confirms: Bool = true, code: String? = nil) {
            self.confirms = confirms
            self.code = code
        }

        var asked: Int { counted.withLock { $0 } }

        func confirmPurchase(_ purchase: StoreDialog.Purchase) async -> Bool {
            counted.withLock { $0 += 1 }
            return confirms
        }

        func enterOfferCode() async -> String? { code }

        func manage(_ subscriptions: [StoreDialog.HeldSubscription]) async -> [StoreDialog.SubscriptionDecision] {
            subscriptions.map { .change($0, to: "corner.pro.monthly") }
        }
    }

    private enum Outcome {
        case bought, cancelled, pending
    }

    private func purchase() async throws -> Outcome {
        let coins = try #require(try await Product.products(for: ["corner.coins"]).first)
        return switch try await coins.purchase() {
        case .success: .bought
        case .userCancelled: .cancelled
        case .pending: .pending
        }
    }

    @Test("Whoever answers a session's dialogs comes before whoever answers those of any store")
    func order() async throws {
        try await withSession { session async throws in
            let anybody = Visitor(confirms: false)
            let visitor = Visitor()
            StoreConnection.answerDialogs(with: anybody)
            #expect(try await purchase() == .cancelled)
            session.dialogs = visitor
            #expect(try await purchase() == .bought)
            #expect((anybody.asked, visitor.asked) == (1, 1))
            session.dialogs = nil
            #expect(try await purchase() == .cancelled)
        }
    }

    @Test("Disabled dialogs ask nobody, until the session is reset")
    func disabled() async throws {
        try await withSession { session async throws in
            #expect(!session.disableDialogs)
            session.dialogs = Visitor(confirms: false)
            session.disableDialogs = true
            #expect(try await purchase() == .bought)
            session.disableDialogs = false
            #expect(try await purchase() == .cancelled)
            session.resetToDefaultState()
            #expect(session.dialogs == nil)
            #expect(try await purchase() == .bought)
        }
    }

    @Test("The file's setting of dialogs is what a session begins with, and goes back to")
    func setting() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).storekit")
        try Data(
            #"{"products":[],"settings":{"_disableDialogs":true},"version":{"major":4,"minor":0}}"#.utf8
        ).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await StoreConnection.isolated {
            let session = try SKTestSession(contentsOf: file)
            #expect(session.disableDialogs)
            session.disableDialogs = false
            session.resetToDefaultState()
            #expect(session.disableDialogs)
        }
    }

    @Test("Nobody answers for a session that is gone, nor for the next one")
    func lifetime() async throws {
        try await StoreConnection.isolated {
            weak var gone: Visitor?
            do {
                let session = try SKTestSession(configurationFileNamed: "Corner")
                let visitor = Visitor(confirms: false)
                session.dialogs = visitor
                gone = visitor
                #expect(try await purchase() == .cancelled)
            }
            #expect(gone == nil)
            #expect(try await purchase() == .bought, "its store is still connected")
            let next = try SKTestSession(configurationFileNamed: "Corner")
            #expect(next.dialogs == nil)
            #expect(try await purchase() == .bought)
        }
    }

    // Case 15: the app hears of what its customer does in the store's own windows.
    @Test("What is bought in the store's own sheets arrives on updates")
    func sheets() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            session.dialogs = Visitor(code: "Welcome")
            let redeemed = try #require(try await AppStore.presentOfferCodeRedeemSheet()).payloadValue
            #expect(redeemed.offer?.type == .code)
            #expect(try await updates.next()?.payloadValue.id == redeemed.id)
            try await AppStore.showManageSubscriptions()
            let replaced = try #require(await updates.next()).payloadValue
            #expect(replaced.id == redeemed.id)
            #expect(replaced.isUpgraded)
            #expect(try await updates.next()?.payloadValue.productID == "corner.pro.monthly")
        }
    }

    @Test("Habits are those of the session, and gone after a reset and with it")
    func habits() async throws {
        try await StoreConnection.isolated {
            let session = try SKTestSession(configurationFileNamed: "Corner")
            #expect(session.habits == StoreHabits())
            session.habits.reportsPurchasesCancelled = true
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await purchase() == .cancelled)  // Case 12
            #expect(try await updates.next()?.payloadValue.productID == "corner.coins")
            session.resetToDefaultState()
            #expect(session.habits == StoreHabits())
            #expect(try await purchase() == .bought)
            session.habits.listingLag = 1...1
            let next = try SKTestSession(configurationFileNamed: "Corner")
            #expect(next.habits == StoreHabits())
            #expect(session.habits.listingLag == 1...1)
        }
    }
}
