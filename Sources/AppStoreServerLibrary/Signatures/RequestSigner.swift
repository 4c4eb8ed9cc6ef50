// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// Signs what an app hands to StoreKit on behalf of its server.
struct RequestSigner: Sendable {
    private let key: SigningKey
    private let keyID: String
    private let issuerID: String
    private let bundleID: String
    private let audience: String
    var now: @Sendable () -> Date = { Date() }
    var nonce: @Sendable () -> UUID = { UUID() }

    init(signingKey: String, keyId: String, issuerId: String, bundleId: String, audience: String) throws {
        key = try SigningKey(es256PEM: signingKey)
        keyID = keyId
        issuerID = issuerId
        bundleID = bundleId
        self.audience = audience
    }

    /// Signs claims together with those that every request carries.
    func sign(_ claims: some Encodable) throws -> String {
        let common = CommonClaims(
            nonce: nonce().uuidString.lowercased(), iss: issuerID, bid: bundleID, aud: audience,
            iat: Int64(now().timeIntervalSince1970.rounded(.down)))
        let header = try WireJSON.encode(["alg": "ES256", "kid": keyID, "typ": "JWT"])
        let payload = try WireJSON.encode(Payload(common: common, own: claims))
        let signed = Base64URL.encode(header) + "." + Base64URL.encode(payload)
        return try signed + "." + Base64URL.encode(key.signature(of: Data(signed.utf8)))
    }

    private struct CommonClaims: Encodable {
        let nonce: String
        let iss: String
        let bid: String
        let aud: String
        let iat: Int64
    }

    private struct Payload<Own: Encodable>: Encodable {
        let common: CommonClaims
        let own: Own

        func encode(to encoder: any Encoder) throws {
            try common.encode(to: encoder)
            try own.encode(to: encoder)
        }
    }
}
