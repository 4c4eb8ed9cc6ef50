// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import HTTPService

/// Why a request was not done, as it is answered.
package struct BackendFailure: Error, Encodable, Sendable, Hashable {
    /// What is wrong, for programs.
    package let code: String
    /// What was found and what was expected.
    package let message: String
    /// What the reader can do now.
    package let fix: String
    /// The HTTP status.
    package let status: Int
    /// After how many seconds the same request may be answered, as far as that is known.
    private(set) var retryAfter: Int64?

    private enum CodingKeys: CodingKey {
        case code, message, fix
    }

    /// Creates a failure.
    init(_ status: Int, _ code: String, _ message: String, fix: String) {
        self.status = status
        self.code = code
        self.message = message
        self.fix = fix
    }

    static func badRequest(_ message: String, fix: String) -> Self {
        Self(400, "badRequest", message, fix: fix)
    }

    static func notFound(_ message: String, fix: String) -> Self {
        Self(404, "notFound", message, fix: fix)
    }

    static func conflict(_ code: String, _ message: String, fix: String) -> Self {
        Self(409, code, message, fix: fix)
    }

    static let keyMissing = Self(
        401, "keyMissing", "The request carries no key", fix: "Send the header Authorization: Bearer osk_….")
    static let keyInvalid = Self(
        401, "keyInvalid", "The key is not known here, or is not valid any more",
        fix: "Ask the operator for another one.")

    static func tooManyRequests(retryAfter seconds: Int64) -> Self {
        var failure = Self(
            429, "tooManyRequests", "The key has made all the requests it may make for now",
            fix: "Try again in \(seconds) s, or ask the operator for a key that may make more.")
        failure.retryAfter = seconds
        return failure
    }

    static func scopeMissing(_ scope: AccessScope) -> Self {
        Self(
            403, "scopeMissing", "The key does not have the scope \(scope.names)",
            fix: "Use a key that has it; the operator can make one.")
    }

    /// What a refusal without content says, to a client that sent what no route takes; `nil` for other statuses.
    init?(refusal status: Int, allowed: String? = nil) {
        switch status {
        case 400:
            self.init(
                400, "badRequest", "The request line or a header is not what HTTP permits",
                fix: "Write the path in UTF-8, percent-encoded and without %00.")
        case 404:
            self = .notFound("No route has this path", fix: "Take one from /openapi.json.")
        case 405:
            self.init(
                405, "methodNotAllowed", "The route does not take this method",
                fix: allowed.map { "Take one of \($0)." } ?? "Take one from /openapi.json.")
        case 413:
            self.init(413, "tooLarge", "The body is larger than is taken", fix: "Send less at once.")
        default: return nil
        }
    }

    /// A notification that was not taken in: the status decides whether the App Store tries again.
    init(_ failure: IngestFailure) {
        self.init(failure.isRetryable ? 503 : 400, failure.code, failure.message, fix: failure.fix)
    }

    init(_ error: DatabaseError) {
        // What cannot be kept was asked for by the request.
        let told = error.told
        self.init(error.code == .unstorable ? 400 : 503, error.code.rawValue, told.message, fix: told.fix)
    }
}
