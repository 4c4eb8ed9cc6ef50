// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import AppStoreModel
@testable import SignedData

/// What strangers can send us, each with what must hold whatever they send; a broken promise traps.
///
/// `script/fuzz` compiles this file too.
enum FuzzTarget: String, CaseIterable {
    /// Compact JWS, verified as every kind of payload.
    case jws
    /// Payloads, read fast and by the decoder.
    case json
    /// Answers of an OCSP responder.
    case ocsp

    func run(_ input: Data) {
        switch self {
        case .jws: Self.verify(String(decoding: input, as: UTF8.self))
        case .json:
            Self.read(JWSTransactionDecodedPayload.self, input)
            Self.read(JWSRenewalInfoDecodedPayload.self, input)
            Self.read(ResponseBodyV2DecodedPayload.self, input)
        case .ocsp: Self.answer(input)
        }
    }

    private static let verifier = JWSVerifier(expecting: .anything, cacheCapacity: 4) {
        Date(timeIntervalSince1970: 1_761_962_975)
    }

    private static func verify(_ compact: String) {
        verify(compact, as: ResponseBodyV2DecodedPayload.self)
        verify(compact, as: JWSTransactionDecodedPayload.self)
        verify(compact, as: JWSRenewalInfoDecodedPayload.self)
        verify(compact, as: AppTransaction.self)
        _ = try? UnfoldedPayload(compact, verifier: verifier)
    }

    private static func verify<Payload: SignedPayload>(_ compact: String, as type: Payload.Type) {
        do {
            let verified = try verifier.verify(compact, as: type)
            let (jws, root) = (verified.jws, verified.signer.root)
            precondition(root == .appleRootCAG3, "Accepted under a root that is not trusted")
            precondition(jws.header.algorithm == "ES256" && jws.signature.count == 64, "Accepted another algorithm")
            let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
            precondition(
                parts.count == 3 && parts[1] == Base64URL.encode(jws.payloadData)
                    && parts[2] == Base64URL.encode(jws.signature), "Accepted two texts for one value")
        } catch {
            precondition(!error.description.isEmpty && !error.isRetryable)
        }
    }

    private static func read<Value: JSONScannable & Hashable>(_ type: Value.Type, _ input: Data) {
        let strict = try? WireJSON.decodeSlowly(type, from: input)
        if let scanned = WireJSON.scan(type, as: type, input) {
            precondition(scanned.value == strict?.value, "Read fast, the value is another")
            precondition(scanned.otherNames.isSubset(of: strict?.otherNames ?? []), "Read fast, the names are others")
        }
        if let strict {
            precondition((try? JSONDecoder().decode(type, from: input)) == strict.value, "Read otherwise than decoded")
        }
    }

    private static let question: OCSPQuestion? = {
        // No key of this root ever signs what a fuzzer makes up.
        try? OCSPQuestion(about: .appleRootCAG3, of: .appleRootCAG3)
    }()

    private static func answer(_ input: Data) {
        guard let question else { preconditionFailure("OpenSSL cannot ask") }
        let answer = try? OCSPAnswer(input, to: question, now: Date(timeIntervalSince1970: 1_800_000_000))
        precondition(answer == nil, "Accepted an answer that the issuer did not sign")
    }
}
