// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A call that failed, as an error: what ``APIResult/get()`` and ``APIPages`` throw.
public struct APIFailure: Error, Sendable, CustomStringConvertible {
    /// The HTTP status; `nil` when nothing came back or it could not be read.
    public let statusCode: Int?
    /// The error's number as sent, also when it is unknown here.
    public let rawApiError: Int64?
    /// The error the number stands for.
    public let apiError: APIError?
    /// The App Store's sentence for it, for people.
    public let errorMessage: String?
    /// What failed on this side, or an ``AppStoreServerAPIError``.
    public let causedBy: (any Error)?

    /// All of it in one line.
    public var description: String {
        var parts: [String] = []
        if let statusCode { parts.append("HTTP \(statusCode)") }
        if let rawApiError { parts.append("error \(rawApiError)") }
        if let errorMessage { parts.append(errorMessage) }
        if let causedBy { parts.append("\(causedBy)") }
        return parts.isEmpty ? "The call failed for no known reason." : parts.joined(separator: ", ")
    }
}
