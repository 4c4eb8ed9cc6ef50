// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreKit
import Testing

private typealias Transaction = StoreKit.Transaction

@Suite struct SignedSurfaceTests {
    private func transaction(_ payload: JWSTransactionDecodedPayload = .made(7)) throws
        -> VerificationResult<Transaction>
    {
        try Sample.verified(Signing.sign(payload))
    }

    private func renewalInfo(_ payload: JWSRenewalInfoDecodedPayload = .made()) throws
        -> VerificationResult<SubscriptionRenewalInfo>
    {
        try Sample.verified(Signing.sign(payload))
    }

    @Test func thePartsOfASignedTextAreThoseOfTheText() throws {
        let result = try transaction()
        let parts = result.jwsRepresentation.split(separator: ".")
        #expect(parts.count == 3)
        #expect(result.signedData == Data("\(parts[0]).\(parts[1])".utf8))
        #expect(result.payloadData == result.unsafePayloadValue.jsonRepresentation)
        #expect(String(bytes: result.headerData, encoding: .utf8)?.contains("ES256") == true)
        #expect(result.signatureData.count == 64)
        #expect(result.signature.rawRepresentation == result.signatureData)
        #expect(result.signedDate == Signing.start)
        #expect(result.deviceVerificationNonce == Signing.nonce)
        #expect(result.deviceVerification.count == 48)
    }

    @Test func everySignedThingHasItsParts() throws {
        let info = try renewalInfo()
        #expect(info.jwsRepresentation.hasSuffix(".") == false)
        #expect(info.signature.rawRepresentation.count == 64)
        #expect(info.payloadData == info.unsafePayloadValue.jsonRepresentation)
        let compact = try Signing.sign(AppStoreModel.AppTransaction.made())
        let app: VerificationResult<StoreKit.AppTransaction> = try Sample.verified(compact)
        #expect(app.jwsRepresentation == compact)
        #expect(app.signature.rawRepresentation.count == 64)
    }

    @Test func resultsAreComparedHashedAndPrinted() throws {
        let result = try transaction()
        let other = try transaction()
        #expect(result == other)
        #expect(Set([result, other]).count == 1)
        #expect(result.debugDescription.hasPrefix("verified("))
    }

    @Test func purchasesOfBundlesAreUnknownYet() throws {
        let bought = try transaction().payloadValue
        #expect(bought.bundleOriginalTransactionID == nil && bought.bundleProductID == nil)
        #expect(bought.bundleSubscriptionGroupID == nil && bought.bundleTransactionID == nil)
        let info = try renewalInfo().payloadValue
        #expect(info.bundleOriginalTransactionID == nil && info.bundleProductID == nil)
        #expect(info.bundleSubscriptionGroupID == nil && !info.willUnbundle)
    }

    @Test func kindsSayWhatTheyAre() {
        #expect(Transaction.OwnershipType.assigned.localizedDescription == "Assigned")
        #expect(Transaction.RevocationReason.upgradedToBundle.localizedDescription == "Upgraded to Bundle")
        #expect(SubscriptionRenewalInfo.ExpirationReason.unbundled.localizedDescription == "Unbundled")
        #expect(Transaction.RevocationType.assignmentRevocation != .familyRevocation)
    }

    @Test func theAppItselfIsOneOfOne() async throws {
        try await withStore { store in
            store.script { state in
                state.appTransaction = (try? Signing.sign(AppStoreModel.AppTransaction.made())) ?? ""
            }
            var found: [StoreKit.AppTransaction] = []
            for await result in StoreKit.AppTransaction.all { found.append(try result.payloadValue) }
            #expect(found == [try await StoreKit.AppTransaction.shared.payloadValue])
            #expect(found.first?.storeType == .consumer)
            #expect(found.first?.storeTypeStringRepresentation == "CONSUMER")
            #expect(found.first?.revocationDate == nil)
        }
    }
}
