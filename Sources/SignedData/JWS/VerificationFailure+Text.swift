// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

extension VerificationFailure {
    /// The reason without its values.
    public var code: Code { Code(rawValue: text.code) }

    /// What was found and what was expected, as a sentence without its full stop.
    public var message: String { text.message }

    /// What the reader can do now.
    public var fix: String { text.fix }

    private var text: (code: String, message: String, fix: String) {
        switch reason {
        case .empty, .tokenTooLarge, .segmentCount, .segmentMalformed, .headerMalformed, .algorithm, .criticalHeader,
            .signatureSize, .payloadMalformed, .duplicateKey, .nestingTooDeep, .wrongPayloadKind:
            formText
        case .certificatesMissing, .certificateCount, .certificateTooLarge, .certificateMalformed, .keyUnsupported,
            .untrustedRoot, .chainBroken, .certificateUnsuitable, .markerMissing, .certificateExpired,
            .certificateNotYetValid:
            certificateText
        case .certificateRevoked, .revocationUnknown, .revocationUnavailable, .revocationUnchecked:
            revocationText
        case .signatureInvalid:
            (
                "signatureInvalid", "The signature does not belong to this header and payload",
                "Somebody altered the text, or it was cut or mixed up on the way. Do not use it."
            )
        case .wrongBundleID(let found, let expected):
            (
                "wrongBundleID", "The payload is about the app \(found ?? "(none)"), expected \(expected)",
                "Check the bundle identifier you expect; if it is right, the data belongs to another app."
            )
        case .wrongAppAppleID(let found, let expected):
            (
                "wrongAppAppleID",
                "The payload is about the app \(found.map(String.init) ?? "(none)"), expected \(expected)",
                "Check the Apple ID of the app in App Store Connect; if it is right, the data belongs to another app."
            )
        case .wrongEnvironment(let found, let accepted):
            (
                "wrongEnvironment",
                "The payload comes from \(found ?? "(no environment)"), accepted: "
                    + accepted.map(\.rawValue).sorted().joined(separator: ", "),
                "Accept that environment too, if its data is meant to count here."
            )
        }
    }

    private var formText: (code: String, message: String, fix: String) {
        let sendAll = "Give the whole signed string, three base64url parts with full stops between, without whitespace."
        switch reason {
        case .empty:
            return ("empty", "There is no signed text", sendAll)
        case .tokenTooLarge(let size, let limit):
            return ("tokenTooLarge", "The text has \(size) bytes, at most \(limit) are read", sendAll)
        case .segmentCount(let count):
            return ("segmentCount", "A JWS has 3 segments, this text has \(count)", sendAll)
        case .segmentMalformed(let segment):
            return ("segmentMalformed", "The \(segment.rawValue) is not canonical base64url", sendAll)
        case .headerMalformed(let problem):
            return ("headerMalformed", "The header cannot be read: \(problem)", sendAll)
        case .algorithm(let found):
            return (
                "algorithm", "The algorithm is \(found ?? "missing"), expected ES256",
                "The App Store signs with ES256 only. Do not use this text."
            )
        case .criticalHeader:
            return (
                "criticalHeader", "The header has the field crit, which the App Store never sends",
                "Do not use this text."
            )
        case .signatureSize(let size):
            return ("signatureSize", "The signature has \(size) bytes, expected 64", sendAll)
        case .payloadMalformed(let problem):
            return (
                "payloadMalformed", "The payload is not what was asked for: \(problem)",
                "Check which kind of signed data this is: notification, transaction, renewal info or app transaction."
            )
        case .duplicateKey(let segment, let name):
            return (
                "duplicateKey", "The \(segment.rawValue) has two members named \(name) in one object",
                "The App Store writes each name once. Do not use this text."
            )
        case .nestingTooDeep(let segment, let limit):
            return (
                "nestingTooDeep", "The JSON of the \(segment.rawValue) is nested deeper than \(limit) levels",
                "The App Store needs five levels at most. Do not use this text."
            )
        case .wrongPayloadKind(let found, let expected):
            return (
                "wrongPayloadKind", "The payload is a \(found.rawValue), expected a \(expected.rawValue)",
                "Verify it as a \(found.rawValue), or check which field or endpoint it came from."
            )
        default:
            preconditionFailure("\(reason) is not about the form")
        }
    }

    private var certificateText: (code: String, message: String, fix: String) {
        let notApple = "The text was not signed by the App Store. Do not use it."
        switch reason {
        case .certificatesMissing:
            return ("certificatesMissing", "The header has no certificates (x5c)", notApple)
        case .certificateCount(let found, let expected):
            return (
                "certificateCount", "The header has \(found) certificates, expected \(expected)",
                "Data from StoreKit testing in Xcode has 1 and must be trusted by name; App Store data has 3."
            )
        case .certificateTooLarge(let index, let size, let limit):
            return (
                "certificateTooLarge", "Certificate \(index) has \(size) bytes, at most \(limit) are read", notApple
            )
        case .certificateMalformed(let index):
            return ("certificateMalformed", "Certificate \(index) in x5c cannot be read", notApple)
        case .keyUnsupported(let position):
            return ("keyUnsupported", "The key of the \(position.rawValue) certificate is not on P-256", notApple)
        case .untrustedRoot(let issuer, let trusted):
            return (
                "untrustedRoot",
                "The certificates lead to \(issuer), trusted: \(trusted.joined(separator: "; "))",
                "If a local store signed this, give its root certificate. Otherwise do not use it."
            )
        case .chainBroken(let leaf, let intermediate):
            return ("chainBroken", "\(leaf) was not issued by \(intermediate)", notApple)
        case .certificateUnsuitable(let position, let problem):
            return ("certificateUnsuitable", "The \(position.rawValue) certificate will not do: \(problem)", notApple)
        case .markerMissing(let position, let identifier):
            return (
                "markerMissing", "The \(position.rawValue) certificate lacks the extension \(identifier)", notApple
            )
        case .certificateExpired(let position, let validity, let date):
            return (
                "certificateExpired",
                "The \(position.rawValue) certificate expired on \(validity.upperBound.formatted(.iso8601)), "
                    + "judged at \(date.formatted(.iso8601))",
                "Get freshly signed data, or judge certificates at the date of signing."
            )
        case .certificateNotYetValid(let position, let validity, let date):
            return (
                "certificateNotYetValid",
                "The \(position.rawValue) certificate is valid from \(validity.lowerBound.formatted(.iso8601)), "
                    + "judged at \(date.formatted(.iso8601))",
                "Check the clock of this machine and the date in the payload."
            )
        default:
            preconditionFailure("\(reason) is not about certificates")
        }
    }
}
