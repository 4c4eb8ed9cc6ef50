// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import Testing

@testable import StoreKit

@Suite struct VerificationTests {
    typealias Problem = VerificationResult<Transaction>.VerificationError

    private func problem(
        _ compact: String, device: UUID = Signing.device, bundleID: String? = Signing.bundleID, trust: Trust? = nil
    ) throws -> Problem? {
        let verifier = try Signing.verifier(device: device, bundleID: bundleID, trust: trust)
        switch try verifier.verify(compact, as: Transaction.self) {
        case .verified: return nil
        case .unverified(let transaction, let problem):
            #expect(transaction.id == 7, "what cannot be relied on can still be looked at")
            return problem
        }
    }

    @Test func whatTheStoreSignedForThisDeviceIsVerified() throws {
        #expect(try problem(Signing.sign(JWSTransactionDecodedPayload.made(7))) == nil)
    }

    @Test func aForeignRootIsAnInvalidChain() throws {
        let stranger = try CertificateAuthority.make(now: Signing.start)
        let compact = try Signing.sign(JWSTransactionDecodedPayload.made(7))
        #expect(try problem(compact, trust: .appStore(roots: [stranger.root])) == .invalidCertificateChain)
    }

    @Test func anAlteredPayloadIsAnInvalidSignature() throws {
        let parts = try Signing.sign(JWSTransactionDecodedPayload.made(7)).split(separator: ".")
        let other = try Signing.sign(JWSTransactionDecodedPayload.made(7, product: "crown")).split(separator: ".")
        #expect(try problem("\(parts[0]).\(other[1]).\(parts[2])") == .invalidSignature)
    }

    @Test func anotherAppsPurchaseIsAnInvalidSignature() throws {
        let compact = try Signing.sign(JWSTransactionDecodedPayload.made(7))
        #expect(try problem(compact, bundleID: "com.example.other") == .invalidSignature)
    }

    @Test func anotherDevicesPurchaseIsAnInvalidDeviceVerification() throws {
        let compact = try Signing.sign(JWSTransactionDecodedPayload.made(7))
        #expect(try problem(compact, device: UUID()) == .invalidDeviceVerification)
    }

    @Test func theDeviceBeforeTheNonceIsAnInvalidDeviceVerification() throws {
        let swapped = SHA384.digest("\(Signing.device)\(Signing.nonce)".lowercased().utf8)
        let payload = JWSTransactionDecodedPayload.made(7).with {
            $0.deviceVerification = Data(swapped).base64EncodedString()
        }
        #expect(try problem(Signing.sign(payload)) == .invalidDeviceVerification)
    }

    @Test func aHeaderThatIsNoJSONIsAnInvalidEncoding() throws {
        let parts = try Signing.sign(JWSTransactionDecodedPayload.made(7)).split(separator: ".")
        #expect(try problem("bm9uZQ.\(parts[1]).\(parts[2])") == .invalidEncoding)
    }

    @Test func aSignatureOfTheWrongSizeIsAnInvalidEncoding() throws {
        let parts = try Signing.sign(JWSTransactionDecodedPayload.made(7)).split(separator: ".")
        #expect(try problem("\(parts[0]).\(parts[1]).AAAA") == .invalidEncoding)
    }

    @Test func aHeaderWithoutCertificatesLacksRequiredProperties() throws {
        let parts = try Signing.sign(JWSTransactionDecodedPayload.made(7)).split(separator: ".")
        let header = Base64URL.encode(Data(#"{"alg":"ES256"}"#.utf8))
        #expect(try problem("\(header).\(parts[1]).\(parts[2])") == .missingRequiredProperties)
    }

    @Test func anUnsignedTextLacksRequiredPropertiesOrASignature() throws {
        let parts = try Signing.sign(JWSTransactionDecodedPayload.made(7)).split(separator: ".")
        let none = Base64URL.encode(Data(#"{"alg":"none"}"#.utf8))
        let nothing = Base64URL.encode(Data("{}".utf8))
        #expect(try problem("\(none).\(parts[1]).") == .invalidSignature)
        #expect(try problem("\(nothing).\(parts[1]).") == .missingRequiredProperties)
    }

    @Test func aPayloadForNoDeviceLacksRequiredProperties() throws {
        let payload = JWSTransactionDecodedPayload.made(7).with { $0.deviceVerification = nil }
        #expect(try problem(Signing.sign(payload)) == .missingRequiredProperties)
    }

    @Test(
        "What is no transaction cannot be shown",
        arguments: ["{}", #"{"transactionId":"x","productId":"gems"}"#, "[]", #"{"purchaseDate":"today"}"#])
    func whatIsNoTransactionCannotBeShown(json: String) throws {
        let verifier = try Signing.verifier()
        let compact = try Signing.sign(json: json)
        let error = #expect(throws: StoreConnectionError.self) {
            try verifier.verify(compact, as: Transaction.self)
        }
        #expect(error?.code == .unreadableFact)
    }

    @Test("Rubbish cannot be shown", arguments: ["", "a", "a.b", "..", "a.b.c.d"])
    func rubbishCannotBeShown(text: String) throws {
        let verifier = try Signing.verifier()
        let error = #expect(throws: StoreConnectionError.self) {
            try verifier.verify(text, as: Product.SubscriptionInfo.RenewalInfo.self)
        }
        #expect(error?.code == .unreadableFact)
    }

    @Test func renewalInfosAndAppTransactionsAreVerifiedLikeTransactions() throws {
        let verifier = try Signing.verifier()
        let stranger = try Signing.verifier(device: UUID())
        let renewalInfo = try Signing.sign(JWSRenewalInfoDecodedPayload.made())
        let app = try Signing.sign(AppStoreModel.AppTransaction.made())
        typealias Info = Product.SubscriptionInfo.RenewalInfo
        #expect(throws: Never.self) { try verifier.verify(renewalInfo, as: Info.self).payloadValue }
        #expect(throws: Never.self) { try verifier.verify(app, as: StoreKit.AppTransaction.self).payloadValue }
        #expect(throws: VerificationResult<Info>.VerificationError.invalidDeviceVerification) {
            try stranger.verify(renewalInfo, as: Info.self).payloadValue
        }
        #expect(throws: VerificationResult<StoreKit.AppTransaction>.VerificationError.invalidDeviceVerification) {
            try stranger.verify(app, as: StoreKit.AppTransaction.self).payloadValue
        }
    }

    @Test func theSignedTextCanBeTakenApart() throws {
        let payload = JWSTransactionDecodedPayload.made(7)
        let compact = try Signing.sign(payload)
        let result = try Signing.verifier().verify(compact, as: Transaction.self)
        #expect(result.jwsRepresentation == compact)
        #expect(try WireJSON.encode(payload) == result.payloadData)
        #expect(String(bytes: result.headerData, encoding: .utf8)?.contains(#""alg":"ES256""#) == true)
        #expect(result.signatureData.count == 64)
        #expect(compact.hasPrefix(String(bytes: result.signedData, encoding: .utf8) ?? "-"))
        #expect(compact.dropFirst(result.signedData.count).first == ".")
        #expect(result.signedDate == payload.signedDate)
        #expect(result.deviceVerification.base64EncodedString() == payload.deviceVerification)
        #expect(result.deviceVerificationNonce == Signing.nonce)
        #expect(result.unsafePayloadValue.jsonRepresentation == result.payloadData)
    }

    @Test func equalPayloadsAreEqualWhateverTheSignature() throws {
        let verifier = try Signing.verifier()
        let payload = JWSTransactionDecodedPayload.made(7)
        let first = try verifier.verify(Signing.sign(payload), as: Transaction.self)
        let second = try verifier.verify(Signing.sign(payload), as: Transaction.self)
        let other = try verifier.verify(Signing.sign(payload.revoked()), as: Transaction.self)
        #expect(first.jwsRepresentation != second.jwsRepresentation)
        #expect(first == second)
        #expect(Set([first, second]).count == 1)
        #expect(first != other)
    }

    @Test func unverifiedValuesThrowTheirProblemAndCanBeLookedAt() throws {
        let compact = try Signing.sign(JWSTransactionDecodedPayload.made(7))
        let result = try Signing.verifier(device: UUID()).verify(compact, as: Transaction.self)
        #expect(throws: Problem.invalidDeviceVerification) { try result.payloadValue }
        #expect(result.unsafePayloadValue.productID == "gems")
    }
}
