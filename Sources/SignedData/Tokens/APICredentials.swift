// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A key for the App Store Server API with its names, as App Store Connect hands them out.
package struct APICredentials: Sendable {
    /// Ten characters of A to Z and 0 to 9; also part of the file's name.
    package let keyID: String
    /// The UUID of the team that owns the key.
    package let issuerID: String
    /// Signs tokens.
    package let key: SigningKey

    /// Creates credentials from their parts.
    package init(keyID: String, issuerID: String, key: SigningKey) {
        self.keyID = keyID
        self.issuerID = issuerID
        self.key = key
    }

    /// What a server needs to check tokens.
    package var registration: APIKeyRegistration {
        APIKeyRegistration(issuerID: issuerID, publicKey: key.publicKey)
    }

    /// The name under which App Store Connect offers the key's file; its contents are the key's PEM.
    package var fileName: String { "AuthKey_\(keyID).p8" }

    /// Makes a token for one app; throws `keyUnsupported` unless the key is on P-256.
    package func token(bundleID: String, now: Date, lifetime: TimeInterval = 20 * 60) throws(SignedDataError) -> String
    {
        let issuedAt = now.timeIntervalSince1970.rounded(.down)
        return try token(claims: [
            "iss": .text(issuerID), "iat": .number(issuedAt), "exp": .number(issuedAt + lifetime),
            "aud": .text(APIToken.audience), "bid": .text(bundleID),
        ])
    }

    /// A value in a token.
    enum Claim: Encodable {
        case text(String)
        case number(Double)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    func token(claims: [String: Claim]) throws(SignedDataError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let header = try? encoder.encode(["alg": "ES256", "kid": keyID, "typ": "JWT"]),
            let payload = try? encoder.encode(claims)
        else { throw .cryptographyFailed("write a token") }
        return try JWSSigner.compact(headerSegment: Base64URL.encode(header), payload: payload, key: key)
    }
}

/// What a server knows of a key for the App Store Server API.
package struct APIKeyRegistration: Sendable {
    /// The UUID of the team that owns the key.
    package let issuerID: String
    /// Checks tokens.
    package let publicKey: PublicKey

    /// Creates a registration from its parts.
    package init(issuerID: String, publicKey: PublicKey) {
        self.issuerID = issuerID
        self.publicKey = publicKey
    }
}
