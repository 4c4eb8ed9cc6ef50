// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How an attempt to deliver a notification ended.
public enum SendAttemptResult: String, Codable, Hashable, Sendable {
    /// The server answered with success.
    case success = "SUCCESS"
    /// The server did not answer in time.
    case timedOut = "TIMED_OUT"
    /// The server's certificate or protocol was not acceptable.
    case tlsIssue = "TLS_ISSUE"
    /// The server redirected in a circle.
    case circularRedirect = "CIRCULAR_REDIRECT"
    /// The server answered nothing that could be used.
    case noResponse = "NO_RESPONSE"
    /// The connection failed.
    case socketIssue = "SOCKET_ISSUE"
    /// The answer's character set was not understood.
    case unsuportedCharset = "UNSUPPORTED_CHARSET"
    /// The answer was malformed.
    case invalidResponse = "INVALID_RESPONSE"
    /// The server closed the connection too early.
    case prematureClose = "PREMATURE_CLOSE"
    /// The server answered with another status than success.
    case unsuccessfulHttpResponseCode = "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
    /// Anything else.
    case other = "OTHER"
}
