// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct PurchaseObstacleTests {
    private static let device = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private static func order(_ productID: String, in shop: inout Shop, device: UUID? = device) throws -> Outcome {
        try shop.perform(.purchase(.init(account: shop.customer, device: device, productID: productID)))
    }

    @Test("An interrupted purchase waits, and is delivered to every device when it is resolved")
    func interrupted() throws {
        var settings = StoreSettings()
        settings.interruptedPurchases = true
        var shop = try Shop(settings: settings)
        let id = try #require(try Self.order("coins", in: &shop).pendingID)
        #expect(try Self.order("coins", in: &shop).pendingID == id)
        #expect(shop.effects.isEmpty)
        #expect(shop.engine.pendingPurchases.map(\.reason) == [.interruption])
        for command in [Command.approvePurchase(id), .declinePurchase(id)] {
            let refusal = #expect(throws: Refusal.self) { try shop.perform(command) }
            #expect(refusal?.code == .invalidAction)
        }
        guard case .purchased(let index) = try shop.perform(.resolvePurchase(id)) else { throw Refusal.unexpected }
        #expect(shop.effects.first == .transaction(shop.engine[index], .purchase(device: nil)))
        #expect(shop.engine.pendingPurchases.isEmpty)
        // What waits is one purchase, whatever the next try would wait for.
        let lifetime = try #require(try Self.order("lifetime", in: &shop).pendingID)
        settings.interruptedPurchases = false
        settings.askToBuy = true
        try shop.perform(.configure(settings))
        #expect(try Self.order("lifetime", in: &shop).pendingID == lifetime)
        #expect(try Self.order("coins", in: &shop, device: nil).pendingID == nil, "outside the app nothing interrupts")
    }

    @Test("The next purchase fails with the error it is told to, and the one after it does not")
    func failsOnce() throws {
        var shop = try Shop()
        try shop.perform(.failNextPurchase(account: shop.customer, .networkError))
        #expect(try Self.order("coins", in: &shop) == .failed(.networkError))
        #expect(shop.engine.transactions.isEmpty)
        #expect(shop.effects.isEmpty)
        guard case .purchased = try Self.order("coins", in: &shop) else { throw Refusal.unexpected }
    }

    @Test("An error taken back is not met")
    func disarmed() throws {
        var shop = try Shop()
        try shop.perform(.failNextPurchase(account: shop.customer, .userCancelled))
        try shop.perform(.failNextPurchase(account: shop.customer, nil))
        guard case .purchased = try Self.order("coins", in: &shop) else { throw Refusal.unexpected }
    }

    @Test("While the settings say so every purchase in the app fails, and none outside it")
    func failsAlways() throws {
        var settings = StoreSettings()
        settings.simulatedErrors[.purchase] = .userCancelled
        var shop = try Shop(settings: settings)
        for _ in 0..<2 { #expect(try Self.order("coins", in: &shop) == .failed(.userCancelled)) }
        guard case .purchased = try Self.order("coins", in: &shop, device: nil) else { throw Refusal.unexpected }
        settings.simulatedErrors[.purchase] = nil
        try shop.perform(.configure(settings))
        guard case .purchased = try Self.order("coins", in: &shop) else { throw Refusal.unexpected }
    }

    @Test("An error is met by the account it is meant for")
    func otherAccount() throws {
        var house = try Household()
        try house.perform(.failNextPurchase(account: house.member, .unknown))
        let outcome = try house.perform(
            .purchase(.init(account: house.organiser, device: Self.device, productID: "coins")))
        guard case .purchased = outcome else { throw Refusal.unexpected }
    }

    @Test("The switches of a configuration are those of its store")
    func configuration() {
        let settings = StoreSettings(
            StoreKitConfiguration.Settings(
                storeKitErrors: [
                    .init(name: "Purchase", isEnabled: true, selection: .init(type: "purchase", index: 1)),
                    .init(name: "Load Products", isEnabled: true, selection: .init(type: "generic", index: 2)),
                    .init(name: "Verification", isEnabled: true, selection: .init(type: "verification", index: 4)),
                    .init(name: "Refund Request Sheet", isEnabled: true, selection: .init(type: "none", index: 0)),
                    .init(name: "App Transaction", isEnabled: true),
                    .init(name: "App Store Sync", isEnabled: true, selection: .init(type: "generic", index: 99)),
                    .init(name: "Subscription Status", isEnabled: false, selection: .init(type: "generic", index: 1)),
                    .init(name: "Something Newer", isEnabled: true),
                ], askToBuyEnabled: true, interruptedPurchasesEnabled: true))
        #expect(settings.askToBuy)
        #expect(settings.interruptedPurchases)
        #expect(
            settings.simulatedErrors == [
                .purchase: .productUnavailable, .loadProducts: .networkError,
                .verification: SimulatedError(rawValue: "invalidSignature"), .refundRequest: .unknown,
                .appTransaction: .unknown, .appStoreSync: .unknown,
            ])
    }

    @Test(
        "A file that lets all purchases fail names the error by its number in StoreKit 1",
        arguments: [
            (2, "userCancelled"), (12, "invalidOfferSignature"), (0, "unknown"), (nil, "unknown"), (99, "unknown"),
        ]
    )
    func oldFiles(code: Int?, name: String) {
        let settings = StoreSettings(StoreKitConfiguration.Settings(failTransactionsEnabled: true, storeKitError: code))
        #expect(settings.simulatedErrors == [.purchase: SimulatedError(rawValue: name)])
    }

    @Test("Settings and commands can be written down and read again")
    func coding() throws {
        var settings = StoreSettings()
        settings.simulatedErrors = [.refundRequest: .unknown, .purchase: .systemError]
        let commands: [Command] = [
            .configure(settings), .failNextPurchase(account: try Shop().customer, .unknown),
            .failNextPurchase(account: try Shop().customer, nil),
        ]
        let data = try JSONEncoder().encode(commands)
        #expect(try JSONDecoder().decode([Command].self, from: data) == commands)
        #expect(String(decoding: data, as: UTF8.self).contains(#""Refund Request Sheet":"unknown""#))
    }
}
