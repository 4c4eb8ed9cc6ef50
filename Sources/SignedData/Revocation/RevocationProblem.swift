// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why it could not be learnt whether a certificate was revoked.
public enum RevocationProblem: Error, Sendable, Hashable {
    /// The certificate does not say over HTTP whom to ask.
    case noResponder
    /// The responder gave no answer at all; the text is the transport's.
    case unreachable(String)
    /// The responder would not answer; the number is RFC 6960's, for example 3 for "try later".
    case refused(status: Int)
    /// The answer is no OCSP response.
    case malformed
    /// The answer was not signed by the certificate's issuer or by somebody the issuer named for this.
    case unauthorized
    /// The answer says nothing about the certificate.
    case otherCertificate
    /// The answer holds for another time.
    case stale(thisUpdate: Date, nextUpdate: Date?)

    /// Whether asking again later may help.
    var isTemporary: Bool { self != .noResponder }

    /// What happened, as the end of a sentence.
    var text: String {
        switch self {
        case .noResponder: "it names no OCSP responder"
        case .unreachable(let problem): "the OCSP responder could not be reached (\(problem))"
        case .refused(let status): "the OCSP responder refused to answer (status \(status))"
        case .malformed: "what the OCSP responder sent is no OCSP response"
        case .unauthorized: "the OCSP response is not signed by the issuer or a responder that it named"
        case .otherCertificate: "the OCSP response is about another certificate"
        case .stale(let thisUpdate, let nextUpdate):
            "the OCSP response holds from \(thisUpdate.formatted(.iso8601)) to "
                + (nextUpdate?.formatted(.iso8601) ?? "the same moment")
        }
    }
}

extension VerificationFailure {
    var revocationText: (code: String, message: String, fix: String) {
        switch reason {
        case .certificateRevoked(let position, let date, let why):
            return (
                "certificateRevoked",
                "The \(position.rawValue) certificate was revoked on \(date.formatted(.iso8601))"
                    + (why.map { " (\($0))" } ?? ""),
                "What was signed with it cannot be trusted. Get freshly signed data."
            )
        case .revocationUnknown(let position):
            return (
                "revocationUnknown", "The issuer of the \(position.rawValue) certificate does not know it",
                "Do not use this text, unless the responder is known to be behind."
            )
        case .revocationUnavailable(let position, let problem):
            return (
                "revocationUnavailable",
                "Nobody could say whether the \(position.rawValue) certificate was revoked: \(problem.text)",
                problem.isTemporary
                    ? "Try again later; nothing is known to be wrong with the text."
                    : "Use a trust without revocation checks for data of this store."
            )
        case .revocationUnchecked:
            return (
                "revocationUnchecked", "The trust asks for revocation checks, which need the network",
                "Call verifyOnline, or use a trust without revocation checks."
            )
        default:
            preconditionFailure("\(reason) is not about revocation")
        }
    }
}
