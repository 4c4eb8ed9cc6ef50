// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a session tells a part to fail with is what an app sees, and nothing of it is left when that is taken back.
@Suite struct SimulatedPartTests {
    private static let timeout = StoreKitError.networkError(URLError(.timedOut))

    /// Arms a part with two errors in turn, looks at what is thrown, and disarms it.
    private func check(arm: (StoreKitError?) async throws -> Void, _ act: () async throws -> Void) async throws {
        try await act()
        try await arm(Self.timeout)
        let first = await #expect(throws: StoreKitError.self) { try await act() }
        guard case .networkError(let cause)? = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(cause.code == .timedOut)
        try await arm(.notEntitled)
        let second = await #expect(throws: StoreKitError.self) { try await act() }
        guard case .notEntitled? = second else {
            Issue.record("\(String(describing: second))")
            return
        }
        try await arm(nil)
        try await act()
    }

    @Test("Synchronising throws what was set")
    func sync() async throws {
        try await withSession { session in
            try await check {
                try await session.setSimulatedError($0.map { .generic($0) }, forAPI: .appStoreSync)
            } _: {
                try await AppStore.sync()
            }
        }
    }

    @Test("The status of subscriptions throws what was set, and entitlements are listed all the same")
    func status() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            let product = try #require(try await Product.products(for: ["corner.plus.monthly"]).first)
            try await check {
                try await session.setSimulatedError($0.map { .generic($0) }, forAPI: .subscriptionStatus)
            } _: {
                #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
                _ = try await Product.SubscriptionInfo.status(transactionID: bought.id)
                #expect(try await product.subscription?.status.map(\.state) == [.subscribed])
            }
            try await session.setSimulatedError(.generic(.unknown), forAPI: .subscriptionStatus)
            await #expect(throws: StoreKitError.self) {
                try await Product.SubscriptionInfo.status(for: "C0A7E510")
            }
        }
    }

    @Test("The sheet with the customer's subscriptions throws what was set")
    func manageSubscriptions() async throws {
        try await withSession { session in
            try await check {
                try await session.setSimulatedError($0.map { .generic($0) }, forAPI: .manageSubscriptions)
            } _: {
                try await AppStore.showManageSubscriptions()
            }
        }
    }

    @Test("The sheet that redeems codes throws what was set")
    func offerCodeRedeem() async throws {
        try await withSession { session in
            try await check {
                try await session.setSimulatedError($0.map { .generic($0) }, forAPI: .offerCodeRedeem)
            } _: {
                try await AppStore.presentOfferCodeRedeemSheet()
            }
        }
    }

    @Test("The sheet that asks for refunds throws what was set, and pays back when it is taken back")
    func refundRequest() async throws {
        try await withSession { session in
            let bought = try await buy("corner.lifetime")
            try await session.setSimulatedError(.generic(Self.timeout), forAPI: .refundRequest)
            let error = await #expect(throws: StoreKitError.self) { _ = try await bought.beginRefundRequest() }
            guard case .networkError(let cause)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.code == .timedOut)
            for refusal in [Transaction.RefundRequestError.duplicateRequest, .failed] {
                try await session.setSimulatedError(.refundRequest(refusal), forAPI: .refundRequest)
                await #expect(throws: refusal) { _ = try await bought.beginRefundRequest() }
            }
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.lifetime"])
            try await session.setSimulatedError(nil, forAPI: .refundRequest)
            #expect(try await bought.beginRefundRequest() == .success)
            #expect(await productIDs(Transaction.currentEntitlements) == [])
        }
    }

    typealias Problem = VerificationResult<Any>.VerificationError
    typealias TransactionProblem = VerificationResult<Transaction>.VerificationError

    // The client does not ask whether a certificate was revoked, so only a session can cause that one.
    private static let problems: [(Problem, TransactionProblem)] = [
        (.revokedCertificate, .revokedCertificate), (.invalidCertificateChain, .invalidCertificateChain),
        (.invalidDeviceVerification, .invalidDeviceVerification), (.invalidEncoding, .invalidEncoding),
        (.invalidSignature, .invalidSignature), (.missingRequiredProperties, .missingRequiredProperties),
    ]

    private func problem(_ result: VerificationResult<Transaction>?) -> TransactionProblem? {
        guard case .unverified(_, let problem)? = result else { return nil }
        return problem
    }

    @Test(
        "What fails verification is handed out and listed unverified, for the very reason that was set",
        arguments: problems)
    func verification(problem: Problem, expected: TransactionProblem) async throws {
        try await withSession { session in
            try await session.setSimulatedError(.verification(problem), forAPI: .verification)
            let product = try #require(try await Product.products(for: ["corner.plus.monthly"]).first)
            guard case .success(.unverified(let bought, expected)) = try await product.purchase() else {
                Issue.record("bought and verified, or not bought")
                return
            }
            #expect(bought.productID == "corner.plus.monthly")
            for list in [Transaction.all, Transaction.unfinished, Transaction.currentEntitlements] {
                var problems: [TransactionProblem?] = []
                for await result in list { problems.append(self.problem(result)) }
                #expect(problems == [expected])
            }
            #expect(self.problem(await Transaction.latest(for: product.id)) == expected)
            let status = try #require(try await product.subscription?.status.first)
            #expect(status.state == .subscribed)
            #expect(self.problem(status.transaction) == expected)
            #expect(throws: VerificationResult<Product.SubscriptionInfo.RenewalInfo>.VerificationError.self) {
                try status.renewalInfo.payloadValue
            }
            guard case .unverified = try await AppTransaction.refresh() else {
                Issue.record("the app transaction is verified")
                return
            }
            try await session.setSimulatedError(nil, forAPI: .verification)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            let after = try #require(try await product.subscription?.status.first)
            #expect(try after.renewalInfo.payloadValue.willAutoRenew)
            #expect(try await AppTransaction.refresh().payloadValue.environment == .xcode)
        }
    }
}
