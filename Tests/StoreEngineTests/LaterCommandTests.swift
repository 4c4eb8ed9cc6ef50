// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

@Suite struct LaterCommandTests {
    @Test("Commands about prices, money and time can be written down and read again")
    func coding() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        let subscription = try shop.subscription.index
        let terms = ExtensionCommand.Terms(days: 3, reason: .other, requestIdentifier: "r")
        let commands: [Command] = [
            .sale(.setPrice(.init(productID: "coins", price: 1, storefronts: ["JPN"], subscribers: .keepPrice))),
            .sale(.setPrice(.init(productID: "coins", price: 1, subscribers: .follow(.needed)))),
            .sale(.withdraw(productID: "coins")), .sale(.offerAgain(productID: "coins")),
            .priceIncrease(.request(subscription: subscription, price: 5)),
            .priceIncrease(.request(subscription: subscription, price: nil)),
            .priceIncrease(.agree(subscription: subscription)), .priceIncrease(.decline(subscription: subscription)),
            .extend(.one(subscription: subscription, terms)),
            .extend(.all(productID: "monthly", storefronts: nil, terms)),
            .refundDesk(.request(transaction: record.index, reason: .legal, inApp: true)),
            .refundDesk(.grantProrated(transaction: record.index, reason: .refundedDueToIssue, percentage: 7)),
            .refundDesk(.decline(transaction: record.index)), .refundDesk(.reverse(transaction: record.index)),
            .announce(.lapse(subscription: subscription)), .announce(.makeExternalPurchaseToken(type: .services)),
            .announce(.remindOfExternalPurchaseToken(id: "t")), .announce(.missReportOfExternalPurchaseToken(id: "t")),
            .announce(.rescindConsent(account: shop.customer)),
        ]
        let data = try JSONEncoder().encode(commands)
        #expect(try JSONDecoder().decode([Command].self, from: data) == commands)
    }

    @Test("What does not exist, or was forgotten, is refused")
    func unknown() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        let subscription = try shop.subscription.index
        try shop.perform(.clearHistory(account: shop.customer))
        let terms = ExtensionCommand.Terms(days: 3, requestIdentifier: "r")
        let commands: [(Command, Refusal.Code)] = [
            (.priceIncrease(.request(subscription: subscription, price: nil)), .unknownSubscription),
            (.priceIncrease(.agree(subscription: subscription)), .unknownSubscription),
            (.extend(.one(subscription: subscription, terms)), .unknownSubscription),
            (.announce(.lapse(subscription: subscription)), .unknownSubscription),
            (.refundDesk(.request(transaction: record.index, reason: .legal, inApp: true)), .unknownTransaction),
            (.refundDesk(.decline(transaction: record.index)), .unknownTransaction),
            (.refundDesk(.reverse(transaction: record.index)), .unknownTransaction),
            (
                .refundDesk(.grantProrated(transaction: record.index, reason: .refundedDueToIssue, percentage: 7)),
                .unknownTransaction
            ),
            (.sale(.withdraw(productID: "nothing")), .productUnavailable),
        ]
        _ = shop.takeEffects()
        for (command, code) in commands {
            let refusal = #expect(throws: Refusal.self) { try shop.perform(command) }
            #expect(refusal?.code == code)
        }
        try shop.setPrice(of: "monthly", to: 30_000)
        try shop.extendAll("monthly")
        #expect(shop.notifications == ["RENEWAL_EXTENSION/SUMMARY"], "nobody is told of a forgotten subscription")
    }
}
