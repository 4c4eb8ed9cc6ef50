// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The claims of a token of the App Store Server API that has been checked.
package struct APIToken: Sendable, Hashable {
    /// The key that signed the token.
    package let keyID: String
    /// The team the key belongs to.
    package let issuerID: String
    /// The app the request is about.
    package let bundleID: String
    /// When the token ceases to be accepted.
    package let expiresAt: Date

    /// The audience of every token.
    package static let audience = "appstoreconnect-v1"
    private static let longestLifetime: TimeInterval = 60 * 60
    /// How far the clocks of two machines may be apart.
    private static let clockTolerance: TimeInterval = 60

    /// Checks a token.
    ///
    /// `iat` may be missing, as the App Store allows; then `exp` may be at most 60 minutes from now.
    ///
    /// - Parameters:
    ///   - compact: What followed `Bearer`.
    ///   - now: The real time; a store whose own clock was moved must not hand in that one.
    ///   - bundleIDs: The apps this server speaks for.
    ///   - registration: Finds a key by its identifier.
    package static func verify(
        _ compact: String, now: Date, bundleIDs: Set<String>, registration: (_ keyID: String) -> APIKeyRegistration?
    ) throws(APITokenFailure) -> APIToken {
        let jws: UnverifiedJWS
        do {
            jws = try UnverifiedJWS(compact)
        } catch {
            throw APITokenFailure(.malformed(error))
        }
        guard let keyID = jws.header.keyID else { throw APITokenFailure(.keyIDMissing) }
        guard let key = registration(keyID) else { throw APITokenFailure(.keyUnknown(keyID)) }
        guard key.publicKey.isES256Signature(jws.signature, of: jws.signingInput) else {
            throw APITokenFailure(.signatureInvalid(keyID: keyID))
        }
        let claims = try Claims(jws.payloadData)
        guard claims.audience == audience else { throw APITokenFailure(.wrongAudience(claims.audience)) }
        guard claims.issuer == key.issuerID else {
            throw APITokenFailure(.wrongIssuer(found: claims.issuer, expected: key.issuerID))
        }
        guard bundleIDs.contains(claims.bundleID) else {
            throw APITokenFailure(.wrongBundleID(found: claims.bundleID, accepted: bundleIDs))
        }
        try claims.checkTimes(now: now)
        return APIToken(
            keyID: keyID, issuerID: claims.issuer, bundleID: claims.bundleID,
            expiresAt: Date(timeIntervalSince1970: claims.expiry))
    }

    private struct Claims {
        let issuer: String
        let audience: String
        let bundleID: String
        let expiry: Double
        let issuedAt: Double?

        init(_ json: Data) throws(APITokenFailure) {
            guard let fields = try? JSONDecoder().decode(Fields.self, from: json) else {
                throw APITokenFailure(.malformed(VerificationFailure(.payloadMalformed("no object of claims"))))
            }
            guard let issuer = fields.iss else { throw APITokenFailure(.claimMissing("iss")) }
            guard let audience = fields.aud else { throw APITokenFailure(.claimMissing("aud")) }
            guard let bundleID = fields.bid else { throw APITokenFailure(.claimMissing("bid")) }
            guard let expiry = fields.exp else { throw APITokenFailure(.claimMissing("exp")) }
            // Beyond these dates a calendar has nothing to say; a number this far off is no time in seconds.
            guard abs(expiry) < 1e11, abs(fields.iat ?? 0) < 1e11 else { throw APITokenFailure(.claimMissing("exp")) }
            self.issuer = issuer
            self.audience = audience
            self.bundleID = bundleID
            self.expiry = expiry
            self.issuedAt = fields.iat
        }

        func checkTimes(now: Date) throws(APITokenFailure) {
            let present = now.timeIntervalSince1970
            guard expiry > present else {
                throw APITokenFailure(.expired(at: Date(timeIntervalSince1970: expiry), now: now))
            }
            if let issuedAt, issuedAt > present + clockTolerance {
                throw APITokenFailure(.issuedInFuture(at: Date(timeIntervalSince1970: issuedAt), now: now))
            }
            let lifetime = expiry - (issuedAt ?? present)
            guard lifetime <= longestLifetime + (issuedAt == nil ? clockTolerance : 0) else {
                throw APITokenFailure(.lifetimeTooLong(seconds: lifetime))
            }
        }
    }

    /// The claims as far as they are there with the right type.
    private struct Fields: Decodable {
        let iss, aud, bid: String?
        let exp, iat: Double?

        enum CodingKeys: String, CodingKey {
            case iss, aud, bid, exp, iat
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.iss = try? container.decode(String.self, forKey: .iss)
            self.aud = try? container.decode(String.self, forKey: .aud)
            self.bid = try? container.decode(String.self, forKey: .bid)
            self.exp = try? container.decode(Double.self, forKey: .exp)
            self.iat = try? container.decode(Double.self, forKey: .iat)
        }
    }
}
