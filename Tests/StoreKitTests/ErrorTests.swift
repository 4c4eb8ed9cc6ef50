// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Testing

@testable import StoreKit

@Suite struct ErrorTests {
    @Test func aStoreOutOfReachIsANetworkError() {
        guard case .networkError(let error) = StoreFailure.lost.storeKitError else {
            Issue.record("not a network error")
            return
        }
        #expect(error.code == .cannotConnectToHost)
        #expect(StoreFailure.lost.storeKitError.errorDescription == StoreFailure.lost.description)
    }

    @Test func aCancelledTaskIsNotACancelledPurchase() {
        let failure = StoreFailure(.cancelled, "Cancelled", fix: "")
        guard case .systemError(let error) = failure.storeKitError else {
            Issue.record("not a system error")
            return
        }
        #expect(error is CancellationError)
        #expect(failure.purchaseError is StoreKitError)
    }

    @Test(
        "Failures are named after the errors they become",
        arguments: ["unknown", "userCancelled", "notAvailableInStorefront", "notEntitled", "unsupported"])
    func failuresAreNamedAfterTheErrorsTheyBecome(name: String) {
        let error = StoreFailure(.init(rawValue: name), "Found", fix: "Fix.").storeKitError
        #expect("\(error)" == name)
        #expect(error.errorDescription?.isEmpty == false)
    }

    @Test("Failures of the link keep their code and text", arguments: ["badRequest", "badAnswer", "futureCode"])
    func failuresOfTheLinkKeepTheirCodeAndText(name: String) throws {
        let error = StoreFailure(.init(rawValue: name), "Found", fix: "Do this.").storeKitError
        guard case .systemError(let inner as StoreConnectionError) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(inner.code.rawValue == name)
        #expect(error.errorDescription == "Found. Do this.")
        #expect(error.recoverySuggestion == "Do this.")
    }

    @Test func everyErrorSaysSomething() {
        let refusals: [Product.PurchaseError] = [
            .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
            .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
            .paymentMethodBindingConfigurationRequired,
        ]
        for refusal in refusals {
            #expect(refusal.errorDescription?.isEmpty == false)
            #expect(refusal.failureReason?.isEmpty == false)
        }
        let problems: [VerificationResult<Transaction>.VerificationError] = [
            .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding,
            .invalidSignature, .missingRequiredProperties,
        ]
        #expect(Set(problems.compactMap(\.failureReason)).count == problems.count)
    }
}
