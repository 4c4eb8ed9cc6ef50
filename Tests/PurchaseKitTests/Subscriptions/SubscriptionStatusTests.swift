// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct SubscriptionStatusTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    @Test("Who never subscribed is none, and who cannot be asked about is unknown")
    func noneAndUnknown() async throws {
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).state == .none)
        StoreConnection.disconnect()
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).state == .unknown)
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).isActive == false)
    }

    // Case 35.
    @Test("A running subscription tells what it renews into, when and at what price")
    func subscribed() async throws {
        let transaction = try await app.bought(Shop.monthly)
        let status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.state == .subscribed)
        #expect(status.isActive)
        #expect(status.productID == Shop.monthly)
        #expect(status.accessEndDate == transaction.expirationDate)
        #expect(status.renewal?.productID == Shop.monthly)
        #expect(status.renewal?.date == transaction.expirationDate)
        #expect(status.renewal?.price == Decimal(string: "9.99"))
        #expect(status.renewal?.currency?.identifier == "USD")
        try session.disableAutoRenewForTransaction(identifier: UInt(transaction.id))
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).willRenew == false)
    }

    // Case 16.
    @Test("In a grace period access goes on although the paid period is over")
    func grace() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        let transaction = try await app.bought(Shop.family)
        session.advance(to: try #require(transaction.expirationDate))
        let status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.state == .inGracePeriod)
        #expect(status.isActive)
        #expect(status.expirationDate == transaction.expirationDate)
        let end = try #require(status.accessEndDate)
        #expect(end > session.now)
        session.advance(to: end)
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).state == .inBillingRetry)
    }

    // Case 18.
    @Test(
        "A charge that is retried leaves access only where the app's owner says so",
        arguments: [AccessPolicy.BillingRetry.denied, .granted])
    func retry(policy: AccessPolicy.BillingRetry) async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        let app = TestApp(session, policy: AccessPolicy(billingRetry: policy))
        let transaction = try await app.bought(Shop.family)
        session.advance(to: try #require(transaction.expirationDate))
        let status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.state == .inBillingRetry)
        #expect(status.isActive == (policy == .granted))
        #expect(status.expirationReason == .billingError)
        let service = await app.service(entitlements: ["plus": [Shop.family]])
        await service.refresh()
        #expect(await service.snapshot.isEntitled(to: "plus") == (policy == .granted))
        try session.resolveIssueForTransaction(identifier: UInt(transaction.id))
        let recovered = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(recovered.state == .subscribed)
        #expect(recovered.transactionID != transaction.id)
    }

    @Test("A lapse tells its reason, and a refund is not a lapse")
    func lapseAndRefund() async throws {
        let first = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
        session.advance(to: try #require(first.expirationDate))
        var status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.state == .expired)
        #expect(status.expirationReason == .autoRenewDisabled)
        let second = try await app.bought(Shop.family)
        try session.refundTransaction(identifier: UInt(second.id))
        status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.state == .revoked)
        #expect(!status.isActive)
    }

    // Case 37.
    @Test("The refund of a period that is over leaves the running one")
    func pastRefund() async throws {
        let first = try await app.bought(Shop.family)
        session.advance(to: try #require(first.expirationDate))
        try session.refundTransaction(identifier: UInt(first.id))
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).state == .subscribed)
    }

    // Case 21.
    @Test("A lapse that has only just happened is believed on the second look")
    func secondLook() async throws {
        let first = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
        session.advance(to: try #require(first.expirationDate))
        let session = session
        let renewing = SubscriptionStatusChecker(
            secondLook: Backoff(pauses: [.seconds(1)]) { _ in
                try await session.buyProduct(identifier: Shop.family)
            }, now: { session.now })
        #expect(await renewing.checkStatus(ofGroup: Shop.group).state == .subscribed)
    }

    @Test("A lapse of long ago is believed at once")
    func oldLapse() async throws {
        let first = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
        session.advance(to: try #require(first.expirationDate).addingTimeInterval(3600))
        let checker = SubscriptionStatusChecker(
            secondLook: Backoff(pauses: [.seconds(1)]) { _ in Issue.record("it looked again") },
            now: { [session] in session.now })
        #expect(await checker.checkStatus(ofGroup: Shop.group).state == .expired)
    }

    // Case 20.
    @Test("A cancelled task learns the same as any other")
    func cancelledRead() async throws {
        try await app.bought(Shop.family)
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await app.checker.checkStatus(ofGroup: Shop.group).state
        }
        #expect(await reading.value == .subscribed)
    }

    @Test("A price increase that waits for an answer is told of")
    func priceIncrease() async throws {
        let transaction = try await app.bought(Shop.family)
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(transaction.id))
        #expect(await app.checker.checkStatus(ofGroup: Shop.group).needsPriceConsent)
    }
}
