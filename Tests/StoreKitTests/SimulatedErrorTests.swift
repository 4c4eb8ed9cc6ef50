// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreLink
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct SimulatedErrorTests {
    typealias VerificationError = VerificationResult<Transaction>.VerificationError

    private static let verificationErrors: [(name: String, error: VerificationError)] = [
        ("revokedCertificate", .revokedCertificate), ("invalidCertificateChain", .invalidCertificateChain),
        ("invalidDeviceVerification", .invalidDeviceVerification), ("invalidEncoding", .invalidEncoding),
        ("invalidSignature", .invalidSignature), ("missingRequiredProperties", .missingRequiredProperties),
    ]

    @Test(
        "What the store is told to let fail in verification is bought and listed unverified",
        arguments: verificationErrors)
    func verification(name: String, error: VerificationError) async throws {
        try await withStore { store in
            store.script { $0.products = [.consumable("crown")] }
            store.script { state in
                state.onPurchase = { _ in
                    var change = try store.add(.made(1, product: "crown", type: .nonConsumable))
                    change.verificationError = name
                    return .purchased(change)
                }
            }
            store.script { $0.simulatedErrors = SimulatedErrors(verification: name) }
            let product = try #require(try await Product.products(for: ["crown"]).first)
            guard case .success(.unverified(let bought, error)) = try await product.purchase() else {
                Issue.record("not unverified by \(name)")
                return
            }
            #expect(bought.id == 1)
            let listed = await Transaction.currentEntitlements.collected()
            #expect(listed.ids == [1])
            guard case .unverified(_, error)? = listed.first else {
                Issue.record("listed as verified")
                return
            }
            store.script { $0.simulatedErrors = nil }
            let after = await Transaction.all.collected()
            guard case .verified? = after.first else {
                Issue.record("still unverified")
                return
            }
        }
    }

    @Test("A chain with a revoked certificate is told apart from any other")
    func revoked() {
        let revoked = VerificationFailure.Reason.certificateRevoked(.leaf, at: Signing.start, reason: nil)
        #expect(VerificationError(revoked) == .revokedCertificate)
        #expect(VerificationError(.untrustedRoot(issuer: "", trusted: [])) == .invalidCertificateChain)
    }

    @Test("Statuses, renewals and the app's own record are unverified too, and read anew afterwards")
    func everyKindOfFact() async throws {
        try await withStore { store in
            try store.put(.period(100))
            try store.put(JWSRenewalInfoDecodedPayload.made())
            let signed = try Signing.sign(AppStoreModel.AppTransaction.made())
            store.script { state in
                state.appTransaction = signed
                state.appVerificationError = "invalidSignature"
                state.simulatedErrors = SimulatedErrors(verification: "invalidSignature")
            }
            let status = try #require(try await SubscriptionInfo.status(for: "plans").first)
            #expect(status.state == .subscribed)
            #expect(throws: VerificationResult<SubscriptionInfo.RenewalInfo>.VerificationError.invalidSignature) {
                try status.renewalInfo.payloadValue
            }
            await #expect(throws: VerificationResult<StoreKit.AppTransaction>.VerificationError.invalidSignature) {
                try await StoreKit.AppTransaction.shared.payloadValue
            }
            store.script { $0.appVerificationError = nil }
            #expect(try await StoreKit.AppTransaction.shared.payloadValue.bundleID == Signing.bundleID)
        }
    }

    @Test("A status that is told to fail throws, and everything else works")
    func status() async throws {
        try await withStore { store in
            try store.put(.period(100))
            try store.put(JWSRenewalInfoDecodedPayload.made())
            let failure = StoreFailure(.init(rawValue: "notEntitled"), "No", fix: "Wait.")
            store.script { $0.simulatedErrors = SimulatedErrors(subscriptionStatus: failure) }
            let error = await #expect(throws: StoreKitError.self) { try await SubscriptionInfo.status(for: "plans") }
            guard case .notEntitled = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(await Transaction.currentEntitlements.collected().ids == [100])
            store.script { $0.simulatedErrors = nil }
            #expect(try await SubscriptionInfo.status(for: "plans").count == 1)
        }
    }

    @Test("Synchronising fails as the store says")
    func sync() async throws {
        try await withStore { store in
            try await AppStore.sync()
            #expect(store.count(.sync) == 1)
            store.script { $0.failures = [StoreFailure(.init(rawValue: "userCancelled"), "No", fix: "Sign in.")] }
            let error = await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
            guard case .userCancelled = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
