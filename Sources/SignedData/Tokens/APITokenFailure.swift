// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Why a token of the App Store Server API was refused; the App Store itself says only 401.
package struct APITokenFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was found, with the values that decided.
    package enum Reason: Sendable, Hashable {
        /// The token is no ES256 JWS.
        case malformed(VerificationFailure)
        /// The header has no `kid`.
        case keyIDMissing
        /// No such key is registered.
        case keyUnknown(String)
        /// The signature was not made by the key that the token names.
        case signatureInvalid(keyID: String)
        /// A claim is missing or has the wrong type.
        case claimMissing(String)
        /// `aud` is not the App Store's.
        case wrongAudience(String)
        /// `iss` is not the issuer the key belongs to.
        case wrongIssuer(found: String, expected: String)
        /// `bid` is no app the key may speak for.
        case wrongBundleID(found: String, accepted: Set<String>)
        /// `exp` is past.
        case expired(at: Date, now: Date)
        /// `iat` lies in the future.
        case issuedInFuture(at: Date, now: Date)
        /// `exp` is more than an hour after `iat`, or after now when there is no `iat`.
        case lifetimeTooLong(seconds: Double)
    }

    /// What was found.
    package let reason: Reason

    init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason without its values, for programs.
    package var code: String { text.code }

    /// What was found and what was expected, as a sentence without its full stop.
    package var message: String { text.message }

    /// What the reader can do now.
    package var fix: String { text.fix }

    /// All of it in one line.
    package var description: String { "\(code): \(message). \(fix)" }

    private var text: (code: String, message: String, fix: String) {
        switch reason {
        case .malformed(let failure):
            (
                "malformed", failure.message,
                "Send \"Authorization: Bearer\" and a JWT signed with ES256 by the key of a .p8 file."
            )
        case .keyIDMissing:
            ("keyIDMissing", "The token's header has no kid", "Put the key's identifier into the header as kid.")
        case .keyUnknown(let keyID):
            ("keyUnknown", "No key \(keyID) is registered here", "Use the identifier in the name of the .p8 file.")
        case .signatureInvalid(let keyID):
            (
                "signatureInvalid", "The signature was not made by the key \(keyID)",
                "Sign with the .p8 file that belongs to this kid; the signature is r and s, 64 bytes, not DER."
            )
        case .claimMissing(let name):
            ("claimMissing", "The claim \(name) is missing or has the wrong type", "Add \(name) to the token.")
        case .wrongAudience(let found):
            ("wrongAudience", "aud is \(found), expected \(APIToken.audience)", "Set aud to \(APIToken.audience).")
        case .wrongIssuer(let found, let expected):
            ("wrongIssuer", "iss is \(found), expected \(expected)", "Set iss to the issuer ID shown beside the key.")
        case .wrongBundleID(let found, let accepted):
            (
                "wrongBundleID", "bid is \(found), expected \(accepted.sorted().joined(separator: " or "))",
                "Set bid to the app's bundle identifier."
            )
        case .expired(let date, let now):
            (
                "expired", "The token expired at \(date.formatted(.iso8601)), now it is \(now.formatted(.iso8601))",
                "Make a new token, and check the clock if it was new."
            )
        case .issuedInFuture(let date, let now):
            (
                "issuedInFuture",
                "The token was issued at \(date.formatted(.iso8601)), now it is \(now.formatted(.iso8601))",
                "Check the clock of the machine that made the token."
            )
        case .lifetimeTooLong(let seconds):
            (
                "lifetimeTooLong", "The token lives \(Int(seconds)) seconds, at most 3600 are allowed",
                "Set exp to at most 60 minutes after iat."
            )
        }
    }
}
