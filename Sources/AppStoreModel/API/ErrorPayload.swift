// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The body of a Server API answer that is not a success.
public struct ErrorPayload: Codable, Hashable, Sendable {
    /// The reason as a number, see ``APIError``; its first three digits are the HTTP status.
    public var errorCode: Int64?

    /// The reason as a sentence for people.
    public var errorMessage: String?

    /// Creates one from its parts.
    public init(errorCode: Int64? = nil, errorMessage: String? = nil) {
        self.errorCode = errorCode
        self.errorMessage = errorMessage
    }

    /// Creates the body that answers a request with an error.
    public init(_ error: APIError) {
        self.init(errorCode: error.rawValue, errorMessage: error.errorMessage)
    }

    /// The error the code stands for, if it is one of the known ones.
    public var apiError: APIError? { errorCode.flatMap(APIError.init(rawValue:)) }
}
