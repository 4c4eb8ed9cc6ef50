// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct AppTransactionTests {
    @Test func everyFieldOfAnAppTransactionIsRead() throws {
        let payload = try Fixture.read(AppTransaction.self, "appTransaction")
        #expect(payload.receiptType == .localTesting)
        #expect(payload.appAppleId == 531_412)
        #expect(payload.bundleId == "com.example")
        #expect(payload.applicationVersion == "1.2.3")
        #expect(payload.versionExternalIdentifier == 512)
        #expect(payload.receiptCreationDate == Date(milliseconds: 1_698_148_900_000))
        #expect(payload.originalPurchaseDate == Date(milliseconds: 1_698_148_800_000))
        #expect(payload.originalApplicationVersion == "1.1.2")
        #expect(payload.deviceVerification == "device_verification_value")
        #expect(payload.deviceVerificationNonce == UUID(uuidString: "48ccfa42-7431-4f22-9908-7e88983e105a"))
        #expect(payload.preorderDate == Date(milliseconds: 1_698_148_700_000))
        #expect(payload.appTransactionId == "71134")
        #expect(payload.originalPlatform == .iOS)
    }

    @Test func theSigningDateIsTheReceiptCreationDate() throws {
        let payload = try read(AppTransaction.self, from: #"{"receiptCreationDate":5,"requestDate":7}"#)
        #expect(payload.signedDateOptional == Date(milliseconds: 5))
        #expect(payload.requestDate == Date(milliseconds: 7))
    }
}
