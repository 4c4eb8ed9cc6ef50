// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AppStoreServerAPIError {
    /// What a client knows of its token, to guess why it was refused; nothing here is secret.
    struct TokenFacts: Sendable {
        let keyID: String
        let issuerID: String
        let bundleID: String
        let environment: AppStoreEnvironment?
    }

    private static let clockTolerance: TimeInterval = 60

    /// Explains a 401 as far as it can be known here: first what is certainly wrong, then what is usual.
    static func unauthorized(_ facts: TokenFacts, response: APIHTTPResponse, now: Date) -> Self {
        if let serverTime = response.header("Date").flatMap(date),
            abs(serverTime.timeIntervalSince(now)) > clockTolerance
        {
            return unauthorized(
                "The server's clock says \(serverTime.formatted(.iso8601)), this machine's \(now.formatted(.iso8601))",
                "Set this machine's clock: a token is good for five minutes only.")
        }
        guard facts.keyID.wholeMatch(of: /[A-Z0-9]{10}/) != nil else {
            return unauthorized(
                "The key identifier is \"\(facts.keyID)\", expected ten characters of A to Z and 0 to 9",
                "Use the identifier in the name of the .p8 file, as App Store Connect shows it.")
        }
        guard UUID(uuidString: facts.issuerID) != nil else {
            return unauthorized(
                "The issuer identifier is \"\(facts.issuerID)\", expected a UUID",
                "Use the issuer ID that App Store Connect shows above the in-app purchase keys.")
        }
        let refused = "The token of key \(facts.keyID) for the app \(facts.bundleID) was refused, no reason given"
        let check = "Check that the key is an In-App Purchase key, was not revoked and belongs to this issuer and file"
        return switch facts.environment {
        case .production:
            unauthorized(
                refused,
                check + "; if all that is right, the app was perhaps never released: until then only Sandbox answers.")
        case .sandbox, .xcode:
            unauthorized(refused, check + ", and that the app is in the same team.")
        case .localTesting, nil:
            unauthorized(refused, check + "; the log of a local store names the reason.")
        }
    }

    private static func unauthorized(_ message: String, _ fix: String) -> Self {
        Self(code: .unauthorized, message: message, fix: fix)
    }

    /// Reads the one form of date that HTTP servers write, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
