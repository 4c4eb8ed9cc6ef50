// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import AppStoreModel
public import Foundation

/// Why a signed text was refused, or could not be judged: what was expected and what was found.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// One of the three parts of a compact JWS.
    public enum Segment: String, Sendable, Hashable {
        case header, payload, signature
    }

    /// A certificate's place in the chain.
    public enum Position: String, Sendable, Hashable {
        /// Signs payloads.
        case leaf
        /// Signs the leaf.
        case intermediate
        /// Is trusted by itself.
        case root
    }

    /// What was found, with the values that decided; more cases may come.
    public enum Reason: Sendable, Hashable {
        /// There was no text.
        case empty
        /// The text is longer than any App Store data, counted in bytes.
        case tokenTooLarge(size: Int, limit: Int)
        /// A compact JWS has three segments.
        case segmentCount(Int)
        /// A segment is not the one canonical base64url text of some bytes.
        case segmentMalformed(Segment)
        /// The header is no JSON object with fields of the right types.
        case headerMalformed(String)
        /// The header names no algorithm or one other than ES256.
        case algorithm(String?)
        /// The header demands that extensions be understood; the App Store uses none.
        case criticalHeader
        /// The header carries no certificates.
        case certificatesMissing
        /// The header carries too many or too few certificates.
        case certificateCount(found: Int, expected: Int)
        /// A certificate is larger than any the App Store uses, counted in bytes.
        case certificateTooLarge(index: Int, size: Int, limit: Int)
        /// An entry of `x5c` is no base64 of a certificate in DER.
        case certificateMalformed(index: Int)
        /// A certificate's key is not on the curve it must be on.
        case keyUnsupported(Position)
        /// The chain ends in none of the trusted roots.
        case untrustedRoot(issuer: String, trusted: [String])
        /// The leaf was not signed by the intermediate beside it.
        case chainBroken(leaf: String, intermediate: String)
        /// A certificate may not be used in its place; the text says why.
        case certificateUnsuitable(Position, problem: String)
        /// A certificate lacks the extension that lets it sign App Store data.
        case markerMissing(Position, identifier: String)
        /// A certificate was no longer valid on the date it is judged at.
        case certificateExpired(Position, validity: ClosedRange<Date>, at: Date)
        /// A certificate was not yet valid on the date it is judged at.
        case certificateNotYetValid(Position, validity: ClosedRange<Date>, at: Date)
        /// An ES256 signature has 64 bytes.
        case signatureSize(Int)
        /// The signature was not made over this text by the leaf's key.
        case signatureInvalid
        /// The payload is not the JSON of what was asked for; the text says where.
        case payloadMalformed(String)
        /// An object in the JSON of a segment has two members of one name, so that readers may disagree on its value.
        case duplicateKey(Segment, name: String)
        /// The JSON of a segment is nested deeper than any App Store data.
        case nestingTooDeep(Segment, limit: Int)
        /// The payload has the fields of another kind than was asked for.
        case wrongPayloadKind(found: PayloadKind, expected: PayloadKind)
        /// The payload belongs to another app.
        case wrongBundleID(found: String?, expected: String)
        /// The payload belongs to another app, by Apple's number for it.
        case wrongAppAppleID(found: Int64?, expected: Int64)
        /// The payload comes from another store.
        case wrongEnvironment(found: String?, accepted: Set<AppStoreEnvironment>)
        /// The issuer of a certificate has withdrawn it; the text is RFC 5280's name for the reason, if one was given.
        case certificateRevoked(Position, at: Date, reason: String?)
        /// The issuer of a certificate does not know it.
        case revocationUnknown(Position)
        /// Whether a certificate was revoked could not be learnt; that says nothing about the data.
        case revocationUnavailable(Position, RevocationProblem)
        /// The trust asks for revocation checks, which ``JWSVerifier/verify(_:as:)-(String,_)`` cannot make.
        case revocationUnchecked
    }

    /// The name of a reason, for programs, logs and metrics.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What was found.
    public let reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }

    /// Says what is wrong with the JSON of a segment.
    init(_ problem: JSONProblem, in segment: Segment, malformed: (String) -> Reason) {
        switch problem {
        case .duplicateKey(let name): self.init(.duplicateKey(segment, name: name))
        case .tooDeep: self.init(.nestingTooDeep(segment, limit: JSONScanner.depthLimit))
        case .malformed, .unusual: self.init(malformed("no JSON"))
        }
    }

    /// Whether the same text may be accepted later without anything about it having changed: only an answer about
    /// revocation was missing.
    public var isRetryable: Bool {
        guard case .revocationUnavailable(_, let problem) = reason else { return false }
        return problem.isTemporary
    }

    /// All of it in one line.
    public var description: String { "\(code.rawValue): \(message). \(fix)" }
}
