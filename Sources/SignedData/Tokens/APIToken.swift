// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
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
    private let issuedAt: Date?

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
        try verify(compact, now: now, bundleIDs: bundleIDs, headers: nil, registration: registration)
    }

    /// The same with a memory for headers.
    static func verify(
        _ compact: String, now: Date, bundleIDs: Set<String>, headers: TokenHeaders?,
        registration: (_ keyID: String) -> APIKeyRegistration?
    ) throws(APITokenFailure) -> APIToken {
        let jws: UnverifiedJWS
        let known: JWSHeader?
        do throws(VerificationFailure) {
            let segments = try CompactSegments(compact)
            known = headers?.header(of: segments)
            let header: JWSHeader = if let known { known } else { try segments.header() }
            jws = try UnverifiedJWS(segments, header: header)
        } catch {
            throw APITokenFailure(.malformed(error))
        }
        guard let keyID = jws.header.keyID else { throw APITokenFailure(.keyIDMissing) }
        guard let key = registration(keyID) else { throw APITokenFailure(.keyUnknown(keyID)) }
        guard jws.segments.withSigningInput({ key.publicKey.isES256Signature(jws.signature, of: $0) }) else {
            throw APITokenFailure(.signatureInvalid(keyID: keyID))
        }
        if known == nil { headers?.remember(jws) }
        let claims = try Claims(jws.payloadData)
        guard claims.audience == audience else { throw APITokenFailure(.wrongAudience(claims.audience)) }
        guard claims.issuer == key.issuerID else {
            throw APITokenFailure(.wrongIssuer(found: claims.issuer, expected: key.issuerID))
        }
        guard bundleIDs.contains(claims.bundleID) else {
            throw APITokenFailure(.wrongBundleID(found: claims.bundleID, accepted: bundleIDs))
        }
        let token = APIToken(
            keyID: keyID, issuerID: claims.issuer, bundleID: claims.bundleID,
            expiresAt: Date(timeIntervalSince1970: claims.expiry),
            issuedAt: claims.issuedAt.map(Date.init(timeIntervalSince1970:)))
        try token.checkTimes(now: now)
        return token
    }

    /// The app that a token says it is about, whoever wrote it: to find who checks it, never to decide.
    package static func claimedBundleID(of compact: String) -> String? {
        guard let jws = try? UnverifiedJWS(compact) else { return nil }
        return try? Claims(jws.payloadData).bundleID
    }

    /// Checks whether the token is good at a time; the rest of it does not change.
    func checkTimes(now: Date) throws(APITokenFailure) {
        guard expiresAt > now else { throw APITokenFailure(.expired(at: expiresAt, now: now)) }
        if let issuedAt, issuedAt > now.addingTimeInterval(Self.clockTolerance) {
            throw APITokenFailure(.issuedInFuture(at: issuedAt, now: now))
        }
        let lifetime = expiresAt.timeIntervalSince(issuedAt ?? now)
        guard lifetime <= Self.longestLifetime + (issuedAt == nil ? Self.clockTolerance : 0) else {
            throw APITokenFailure(.lifetimeTooLong(seconds: lifetime))
        }
    }

    private struct Claims {
        let issuer: String
        let audience: String
        let bundleID: String
        let expiry: Double
        let issuedAt: Double?

        init(_ json: Data) throws(APITokenFailure) {
            // What is unusual, such as a claim of another type, is left to the decoder.
            let plain = json.withUnsafeBytes { Fields.scan($0.bindMemory(to: UInt8.self))?.value }
            guard let fields = plain ?? (try? JSONDecoder().decode(Fields.self, from: json)) else {
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
    }

    /// The claims as far as they are there with the right type.
    private struct Fields: JSONScannable {
        var iss, aud, bid: String?
        var exp, iat: Double?

        enum CodingKeys: String, CodingKey, CaseIterable {
            case iss, aud, bid, exp, iat
        }

        static let fields = CodingKeys.allCases
        static let fieldNames = JSONNames(CodingKeys.allCases.map(\.rawValue))

        init(absent: Void) {}

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.iss = try? container.decode(String.self, forKey: .iss)
            self.aud = try? container.decode(String.self, forKey: .aud)
            self.bid = try? container.decode(String.self, forKey: .bid)
            self.exp = try? container.decode(Double.self, forKey: .exp)
            self.iat = try? container.decode(Double.self, forKey: .iat)
        }

        mutating func read(_ field: CodingKeys, from scanner: inout JSONScanner) throws(JSONProblem) {
            switch field {
            case .iss: iss = try scanner.stringIfPresent()
            case .aud: aud = try scanner.stringIfPresent()
            case .bid: bid = try scanner.stringIfPresent()
            case .exp: exp = try number(&scanner)
            case .iat: iat = try number(&scanner)
            }
        }

        private func number(_ scanner: inout JSONScanner) throws(JSONProblem) -> Double? {
            let seconds: Int64? = try scanner.integerIfPresent()
            return seconds.map(Double.init)
        }
    }
}
