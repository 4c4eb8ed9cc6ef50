// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import SignedData

/// Why something that was sent was not taken in.
package struct IngestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for programs: a code of the verifier or of the database, or one of those below.
    package let code: String
    /// What was found and what was expected.
    package let message: String
    /// What the reader can do now.
    package let fix: String
    /// Whether the same text may be accepted later; then the sender is to try again.
    package let isRetryable: Bool

    package var description: String { "\(message). \(fix)" }

    static func badRequest(_ message: String) -> Self {
        Self(
            code: "badRequest", message: message, fix: #"Send {"signedPayload": "…"} as the App Store does."#,
            isRetryable: false)
    }

    /// The signature holds, so registering the app cures it.
    static func unknownApp(_ bundleID: IdentityClaims.Claim<String>) -> Self {
        let name = if case .made(let name?) = bundleID { name } else { "an app it does not name" }
        return Self(
            code: "unknownApp", message: "This is about \(name), which is not registered here",
            fix: "Register the app, or point its notifications elsewhere.", isRetryable: true)
    }

    static func signerOfAnotherEnvironment(_ environment: String?) -> Self {
        Self(
            code: "untrustedRoot",
            message: "Its signer does not count in the environment \(environment ?? "it is from")",
            fix: "Give the root certificate of a local store for this environment too, or do not use it.",
            isRetryable: false)
    }

    static func contradiction(_ what: String) -> Self {
        Self(
            code: "contradiction", message: "What is signed inside is about another \(what) than what is around it",
            fix: "Do not use it; no App Store signs that.", isRetryable: false)
    }

    init(_ failure: VerificationFailure) {
        self.init(
            code: failure.code.rawValue, message: failure.message, fix: failure.fix, isRetryable: failure.isRetryable)
    }

    init(_ error: DatabaseError) {
        self.init(
            code: error.code.rawValue, message: error.told.message, fix: error.told.fix,
            isRetryable: error.code != .unstorable)
    }

    private init(code: String, message: String, fix: String, isRetryable: Bool) {
        self.code = code
        self.message = message
        self.fix = fix
        self.isRetryable = isRetryable
    }
}
