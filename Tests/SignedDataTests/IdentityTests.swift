// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// What a payload must say about app and store to be accepted.
@Suite struct IdentityTests {
    private static let expected = ExpectedApp(
        bundleID: LocalStore.bundleID, appAppleID: 7, environments: [.production, .sandbox])

    private func reason(_ payload: some SignedPayload, _ expected: ExpectedApp = expected) throws
        -> VerificationFailure.Reason?
    {
        do throws(VerificationFailure) {
            try expected.check(payload.identityClaims)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func transactionsStateBundleAndEnvironment() throws {
        func transaction(_ bundleID: String?, _ environment: String?) -> JWSTransactionDecodedPayload {
            JWSTransactionDecodedPayload(bundleId: bundleID, rawEnvironment: environment)
        }
        #expect(try reason(transaction(LocalStore.bundleID, "Production")) == nil)
        #expect(try reason(transaction(LocalStore.bundleID, "Sandbox")) == nil)
        #expect(
            try reason(transaction("x", "Sandbox")) == .wrongBundleID(found: "x", expected: LocalStore.bundleID))
        #expect(try reason(transaction(nil, "Sandbox")) == .wrongBundleID(found: nil, expected: LocalStore.bundleID))
        for environment in ["Xcode", "LocalTesting", "Mars", nil] {
            #expect(
                try reason(transaction(LocalStore.bundleID, environment))
                    == .wrongEnvironment(found: environment, accepted: [.production, .sandbox]))
        }
        #expect(try reason(transaction("x", "Mars"), .anything) == nil)
    }

    @Test func renewalInfosStateTheEnvironmentAlone() throws {
        #expect(try reason(JWSRenewalInfoDecodedPayload(rawEnvironment: "Sandbox")) == nil)
        #expect(
            try reason(JWSRenewalInfoDecodedPayload(rawEnvironment: "Xcode"))
                == .wrongEnvironment(found: "Xcode", accepted: [.production, .sandbox]))
    }

    @Test func appTransactionsStateTheAppsNumberInProduction() throws {
        func app(_ number: Int64?, _ environment: String) -> AppTransaction {
            AppTransaction(rawReceiptType: environment, appAppleId: number, bundleId: LocalStore.bundleID)
        }
        #expect(try reason(app(7, "Production")) == nil)
        #expect(try reason(app(nil, "Sandbox")) == nil)
        #expect(try reason(app(8, "Sandbox")) == nil)
        #expect(try reason(app(8, "Production")) == .wrongAppAppleID(found: 8, expected: 7))
        #expect(try reason(app(nil, "Production")) == .wrongAppAppleID(found: nil, expected: 7))
        #expect(try reason(app(8, "Production"), ExpectedApp(bundleID: LocalStore.bundleID)) == nil)
    }

    @Test func notificationsStateAllInTheObjectTheyCarry() throws {
        func data(_ bundleID: String, _ number: Int64?, _ environment: AppStoreEnvironment) -> NotificationData {
            NotificationData(environment: environment, appAppleId: number, bundleId: bundleID)
        }
        func claims(_ notification: ResponseBodyV2DecodedPayload) -> IdentityClaims { notification.identityClaims }
        let right = ResponseBodyV2DecodedPayload(
            notificationType: .test, data: data(LocalStore.bundleID, 7, .production))
        #expect(try reason(right) == nil)
        let wrong = ResponseBodyV2DecodedPayload(
            notificationType: .test, data: data(LocalStore.bundleID, 8, .production))
        #expect(try reason(wrong) == .wrongAppAppleID(found: 8, expected: 7))
        #expect(
            try reason(ResponseBodyV2DecodedPayload(notificationType: .test))
                == .wrongBundleID(found: nil, expected: LocalStore.bundleID))
        for (identifier, environment) in [("SANDBOX_1", "Sandbox"), ("1", "Production")] {
            let token = ExternalPurchaseToken(
                externalPurchaseId: identifier, appAppleId: 7, bundleId: LocalStore.bundleID)
            let notification = ResponseBodyV2DecodedPayload(
                notificationType: .externalPurchaseToken, externalPurchaseToken: token)
            #expect(notification.identityClaims.environment == environment)
            #expect(try reason(notification) == nil)
        }
    }
}
