// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct PriceIncreaseSessionTests {
    private func renewalInfo() async throws -> Product.SubscriptionInfo.RenewalInfo {
        let status = try await Product.SubscriptionInfo.status(for: "C0A7E510").first
        return try #require(status).renewalInfo.payloadValue
    }

    @Test("A customer who is asked and agrees goes on, and is asked no more")
    func agreed() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false])
            #expect(try await renewalInfo().priceIncreaseStatus == .noIncreasePending)
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(first.id))
            #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [true])
            #expect(try await renewalInfo().priceIncreaseStatus == .pending)
            try session.consentToPriceIncreaseForTransaction(identifier: UInt(first.id))
            #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false])
            #expect(try await renewalInfo().priceIncreaseStatus == .agreed)
            session.advance(to: try #require(first.expirationDate))
            #expect(try await renewalInfo().priceIncreaseStatus == .noIncreasePending)
            let latest = try #require(await Transaction.latest(for: "corner.plus.monthly")).payloadValue
            #expect(latest.reason == .renewal)
            #expect(latest.price == first.price, "the request names no price")
        }
    }

    @Test("A customer who declines is not asked any more, and the subscription ends with its period")
    func declined() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(first.id))
            try session.declinePriceIncreaseForTransaction(identifier: UInt(first.id))
            let info = try await renewalInfo()
            #expect(info.priceIncreaseStatus == .noIncreasePending)
            #expect(!info.willAutoRenew)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            session.advance(to: try #require(first.expirationDate))
            #expect(await productIDs(Transaction.currentEntitlements) == [])
        }
    }

    @Test("A customer who does not answer lapses for want of consent")
    func unanswered() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(first.id))
            session.advance(to: try #require(first.expirationDate))
            #expect(try await renewalInfo().expirationReason == .didNotConsentToPriceIncrease)
            #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false])
        }
    }

    @Test("Renewing by force takes the question back")
    func forced() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(first.id))
            try session.forceRenewalOfSubscription(productIdentifier: "corner.plus.monthly")
            #expect(session.allTransactions().map(\.isPendingPriceIncreaseConsent) == [false, false])
            #expect(try await renewalInfo().priceIncreaseStatus == .noIncreasePending)
        }
    }

    @Test("Answers without a question, and questions about what does not renew, are refused")
    func refusals() async throws {
        try await withSession { session in
            let coins = UInt(try await buy("corner.coins").id)
            let plus = UInt(try await buy("corner.plus.monthly").id)
            let answers = [
                session.consentToPriceIncreaseForTransaction, session.declinePriceIncreaseForTransaction,
            ]
            for answer in answers { expectRefusal(.invalidAction) { try answer(plus) } }
            for action in answers + [session.requestPriceIncreaseConsentForTransaction] {
                expectRefusal(.noSubscriptionFound) { try action(coins) }
                expectRefusal(.noTransactionFound) { try action(4711) }
            }
            try session.disableAutoRenewForTransaction(identifier: plus)
            expectRefusal(.invalidAction) {
                try session.requestPriceIncreaseConsentForTransaction(identifier: plus)
            }
        }
    }

    private func expectRefusal(_ code: SKTestError.Code, _ action: () throws -> Void) {
        let error = #expect(throws: SKTestError.self) { try action() }
        #expect(error?.code == code)
    }
}
