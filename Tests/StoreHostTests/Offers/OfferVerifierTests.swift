// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import Testing

/// An app's server that signs offers, and a store that knows its key.
private struct OfferSigner {
    static let now = StoreInstant(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z
    static let token = UUID(uuid: (0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    static let claim = OfferClaim(
        productID: "monthly", offerID: "spring", appAccountToken: token, customerIDs: ["2000000000000001"])

    let key: SigningKey
    let verifier: OfferVerifier

    init() throws {
        key = try SigningKey.generate()
        var verifier = OfferVerifier(bundleID: "com.example.shop")
        verifier.register(key.publicKey, id: "KEY1")
        self.verifier = verifier
    }

    /// A signature of the original form; the nonce holds letters, so that its case matters.
    func sign(
        keyID: String = "KEY1", bundleID: String = "com.example.shop", productID: String = "monthly",
        offerID: String = "spring", token: String = token.uuidString.lowercased(), at time: StoreInstant = now,
        lowercasingNonce: Bool = true
    ) throws -> OfferSignature {
        let nonce = UUID(uuid: (0xCD, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        let nonceText = lowercasingNonce ? nonce.uuidString.lowercased() : nonce.uuidString
        let text =
            "\(bundleID)\u{2063}\(keyID)\u{2063}\(productID)\u{2063}\(offerID)\u{2063}\(token)\u{2063}"
            + "\(nonceText)\u{2063}\(time.milliseconds)"
        return OfferSignature(
            keyID: keyID, nonce: nonce, timestamp: time.milliseconds,
            signature: try key.derSignature(of: Data(text.utf8)))
    }

    /// A compact JWS; claims that are null are left out.
    func sign(_ change: [String: String] = [:], keyID: String? = "KEY1", audience: String) throws -> String {
        var claims = [
            "iss": "\"issuer\"", "iat": "\(Self.now.milliseconds / 1000)", "bid": "\"com.example.shop\"",
            "aud": "\"\(audience)\"", "nonce": "\"cd010203-0405-0607-0809-0a0b0c0d0e0f\"", "productId": "\"monthly\"",
            "offerIdentifier": "\"spring\"", "transactionId": "\"2000000000000001\"", "allowIntroductoryOffer": "true",
        ]
        claims.merge(change) { $1 }
        let payload = claims.filter { $0.value != "null" }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let kid = keyID.map { ",\"kid\":\"\($0)\"" } ?? ""
        let input = [#"{"alg":"ES256","typ":"JWT"\#(kid)}"#, "{\(payload)}"]
            .map { Data($0.utf8).base64URL }.joined(separator: ".")
        return try input + "." + key.signature(of: Data(input.utf8)).base64URL
    }

    func verify(_ signature: OfferSignature, _ claim: OfferClaim = claim, at now: StoreInstant = now) -> OfferProof {
        verifier.verify(
            signature, for: claim, at: now, otherProductIDs: ["yearly", "weekly"], otherOfferIDs: ["autumn"])
    }
}

extension Data {
    fileprivate var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

@Suite struct OfferSignatureTests {
    @Test("A signature over this very purchase holds, with a token and without")
    func valid() throws {
        let signer = try OfferSigner()
        #expect(signer.verify(try signer.sign()) == .valid)
        var claim = OfferSigner.claim
        claim.appAccountToken = nil
        #expect(signer.verify(try signer.sign(token: ""), claim) == .valid)
    }

    @Test("The bytes that are signed are the documented ones")
    func message() {
        let nonce = UUID(uuid: (0xCD, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
        let message = OfferSignature.message(
            bundleID: "b", keyID: "K", productID: "p", offerID: "O", appAccountToken: nil, nonce: nonce, timestamp: 7)
        let separator: [UInt8] = [0xE2, 0x81, 0xA3]
        let parts = ["b", "K", "p", "O", "", "cd010203-0405-0607-0809-0a0b0c0d0e0f", "7"]
        #expect(Array(message) == Array(parts.map { Array($0.utf8) }.joined(separator: separator)))
    }

    @Test("It holds for 24 hours, and not before its time")
    func times() throws {
        let signer = try OfferSigner()
        let signature = try signer.sign()
        let day: Int64 = 24 * 3_600_000
        #expect(signer.verify(signature, at: OfferSigner.now + (day - 1)) == .valid)
        #expect(signer.verify(signature, at: OfferSigner.now + day) == .invalid(.expired))
        #expect(signer.verify(signature, at: OfferSigner.now + -300_000) == .valid)
        #expect(signer.verify(signature, at: OfferSigner.now + -300_001) == .invalid(.notYetValid))
        let extreme = try signer.sign(at: StoreInstant(milliseconds: .min))
        #expect(signer.verify(extreme) == .invalid(.expired))
    }

    @Test("What was signed for another purchase does not hold, and the likely faults are named")
    func otherPurchases() throws {
        let signer = try OfferSigner()
        #expect(signer.verify(try signer.sign(productID: "yearly")) == .invalid(.wrongProduct))
        #expect(signer.verify(try signer.sign(offerID: "autumn")) == .invalid(.wrongOffer))
        #expect(signer.verify(try signer.sign(token: "")) == .invalid(.wrongToken))
        #expect(
            signer.verify(try signer.sign(token: UUID().uuidString.lowercased())) == .invalid(.wrongSignature))
        #expect(
            signer.verify(try signer.sign(token: OfferSigner.token.uuidString)) == .invalid(.wrongSignature),
            "upper case is another text")
        #expect(signer.verify(try signer.sign(lowercasingNonce: false)) == .invalid(.wrongSignature))
        #expect(signer.verify(try signer.sign(bundleID: "com.example.other")) == .invalid(.wrongSignature))
    }

    @Test("Tampered with, cut short, lengthened, or made by another key it does not hold")
    func tampered() throws {
        let signer = try OfferSigner()
        var signature = try signer.sign()
        let good = signature.signature
        for broken in [good.dropLast(), good + [0], Data(good.reversed()), Data([0x30, 0])] {
            signature.signature = Data(broken)
            #expect(signer.verify(signature) == .invalid(.wrongSignature))
        }
        signature.signature = good
        signature.timestamp += 1
        #expect(signer.verify(signature) == .invalid(.wrongSignature))
        #expect(signer.verify(try OfferSigner().sign()) == .invalid(.wrongSignature))
    }

    @Test("A key that is not registered, or a part that is missing, is named")
    func keys() throws {
        let signer = try OfferSigner()
        #expect(signer.verify(try signer.sign(keyID: "KEY2")) == .invalid(.unknownKey))
        #expect(signer.verify(try signer.sign(keyID: "")) == .invalid(.missingParameters))
        var signature = try signer.sign()
        signature.signature = Data()
        #expect(signer.verify(signature) == .invalid(.missingParameters))
        #expect(signer.verify(try signer.sign(), OfferClaim(productID: "monthly")) == .invalid(.missingParameters))
    }

    @Test("The key pair of a configuration is registered")
    func keyPair() throws {
        let signer = try OfferSigner()
        let pair = StoreKitConfiguration.OffersKeyPair(id: "KEY1", privateKey: signer.key.derRepresentation)
        let verifier = try OfferVerifier(bundleID: "com.example.shop", keyPair: pair)
        #expect(verifier.verify(try signer.sign(), for: OfferSigner.claim, at: OfferSigner.now) == .valid)
        let empty = try OfferVerifier(bundleID: "com.example.shop", keyPair: nil)
        #expect(
            empty.verify(try signer.sign(), for: OfferSigner.claim, at: OfferSigner.now) == .invalid(.unknownKey))
    }
}

@Suite struct OfferTokenTests {
    private func promotional(_ signer: OfferSigner, _ compact: String, at now: StoreInstant = OfferSigner.now)
        -> OfferProof
    {
        signer.verifier.verifyPromotional(compact, for: OfferSigner.claim, at: now)
    }

    @Test("A JWS for this offer holds, also without a transaction")
    func valid() throws {
        let signer = try OfferSigner()
        #expect(promotional(signer, try signer.sign(audience: "promotional-offer")) == .valid)
        let anyone = try signer.sign(["transactionId": "null"], audience: "promotional-offer")
        #expect(promotional(signer, anyone) == .valid)
    }

    @Test(
        "Any other claim is refused with its fault",
        arguments: [
            ("productId", #""yearly""#, OfferProof.Fault.wrongProduct), ("offerIdentifier", #""autumn""#, .wrongOffer),
            ("bid", #""com.example.other""#, .wrongBundle), ("aud", #""appstoreconnect-v1""#, .wrongAudience),
            ("aud", #""introductory-offer-eligibility""#, .wrongAudience),
            ("transactionId", #""2000000000000002""#, .wrongCustomer), ("iat", "1e300", .malformed),
            ("iat", #""today""#, .malformed), ("iat", "0", .expired), ("iat", "1767225901", .notYetValid),
            ("iat", "null", .missingParameters), ("iss", "null", .missingParameters),
            ("nonce", "null", .missingParameters), ("nonce", #""7""#, .missingParameters),
            ("productId", "null", .missingParameters), ("offerIdentifier", "null", .missingParameters),
        ])
    func faults(claim: String, value: String, fault: OfferProof.Fault) throws {
        let signer = try OfferSigner()
        let compact = try signer.sign([claim: value], audience: "promotional-offer")
        #expect(promotional(signer, compact) == .invalid(fault))
    }

    @Test("Tampered with, unreadable or made by another key it is refused")
    func signatures() throws {
        let signer = try OfferSigner()
        let compact = try signer.sign(audience: "promotional-offer")
        let parts = compact.split(separator: ".")
        let other = try signer.sign(["iss": #""other""#], audience: "promotional-offer").split(separator: ".")
        #expect(promotional(signer, "\(parts[0]).\(other[1]).\(parts[2])") == .invalid(.wrongSignature))
        #expect(
            promotional(signer, try OfferSigner().sign(audience: "promotional-offer")) == .invalid(.wrongSignature))
        #expect(promotional(signer, "") == .invalid(.missingParameters))
        #expect(promotional(signer, "a.b.c") == .invalid(.malformed))
        #expect(
            promotional(signer, try signer.sign(keyID: "KEY2", audience: "promotional-offer")) == .invalid(.unknownKey))
        #expect(
            promotional(signer, try signer.sign(keyID: nil, audience: "promotional-offer"))
                == .invalid(.missingParameters))
        #expect(promotional(signer, compact, at: OfferSigner.now + 86_400_000) == .invalid(.expired))
    }

    @Test("A claim about the introductory offer says whether it is allowed", arguments: [true, false])
    func introductory(isAllowed: Bool) throws {
        let signer = try OfferSigner()
        let compact = try signer.sign(
            ["allowIntroductoryOffer": "\(isAllowed)"], audience: "introductory-offer-eligibility")
        let override = signer.verifier.introductoryOverride(compact, for: OfferSigner.claim, at: OfferSigner.now)
        #expect(override == IntroductoryOverride(isAllowed: isAllowed))
    }

    @Test(
        "A claim that is not proven allows nothing",
        arguments: [
            ("transactionId", "null", OfferProof.Fault.missingParameters),
            ("allowIntroductoryOffer", "null", .missingParameters),
            ("transactionId", #""2000000000000002""#, .wrongCustomer), ("productId", #""yearly""#, .wrongProduct),
            ("aud", #""promotional-offer""#, .wrongAudience),
        ])
    func unproven(claim: String, value: String, fault: OfferProof.Fault) throws {
        let signer = try OfferSigner()
        let compact = try signer.sign([claim: value], audience: "introductory-offer-eligibility")
        let override = signer.verifier.introductoryOverride(compact, for: OfferSigner.claim, at: OfferSigner.now)
        #expect(override == IntroductoryOverride(isAllowed: false, proof: .invalid(fault)))
    }

    @Test("A customer is meant by each of their transactions and by their app transaction")
    func customers() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("coins")
        let account = fixture.host.account()
        let identifiers = fixture.host.read { $0.offerIdentifiers(of: account) }
        let expected = fixture.host.read {
            [$0.identifier(of: $0.transactions[0].index), $0[account].appTransactionID]
        }
        #expect(identifiers == Set(expected))
    }

    @Test("The host remembers the last 100 purchases made without the introductory offer that was claimed")
    func notices() async throws {
        let fixture = try await HostFixture()
        let override = IntroductoryOverride(isAllowed: true, proof: .invalid(.wrongSignature))
        for _ in 0..<101 {
            let account = try fixture.host.perform(.openAccount(storefront: nil))
            guard case .account(let account) = account else { continue }
            try fixture.host.perform(
                .purchase(.init(account: account, productID: "monthly", introductoryOverride: override)))
        }
        let notices = fixture.host.offerNotices
        #expect(notices.count == 100)
        #expect(notices.first?.account.value == 2, "the device's account is 0, so the oldest was 1")
        #expect(notices.allSatisfy { $0.reason == .invalidProof(.wrongSignature) })
    }
}
