// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What came of a call: the App Store's answer, or why there is none.
public enum APIResult<T: Sendable>: Sendable {
    /// The App Store did what was asked.
    case success(response: T)

    /// There is no answer, or it says no.
    ///
    /// - Parameters:
    ///   - statusCode: The HTTP status; `nil` when nothing came back or it could not be read.
    ///   - rawApiError: The error's number as sent, also when it is unknown here.
    ///   - apiError: The error the number stands for, of those of the App Store Server API and Retention Messaging.
    ///   - errorMessage: The App Store's sentence for it, for people.
    ///   - causedBy: What failed on this side, or an ``AppStoreServerAPIError`` with what is known beyond the status.
    case failure(
        statusCode: Int?, rawApiError: Int64?, apiError: APIError?, errorMessage: String?, causedBy: (any Error)?)
}

extension APIResult {
    /// The answer; throws ``APIFailure`` when there is none.
    public func get() throws(APIFailure) -> T {
        switch self {
        case .success(let response): return response
        case .failure(let statusCode, let rawApiError, let apiError, let errorMessage, let causedBy):
            throw APIFailure(
                statusCode: statusCode, rawApiError: rawApiError, apiError: apiError, errorMessage: errorMessage,
                causedBy: causedBy)
        }
    }

    /// Why the Advanced Commerce API refused; its numbers overlap with those of ``APIError``, so ask only after a call
    /// to that API.
    public var advancedCommerceError: AdvancedCommerceAPIError? {
        guard case .failure(_, let rawApiError, _, _, _) = self else { return nil }
        return rawApiError.flatMap(AdvancedCommerceAPIError.init(rawValue:))
    }

    /// The same with another answer, or the same failure.
    func map<Other>(_ transform: (T) -> Other) -> APIResult<Other> {
        switch self {
        case .success(let response): .success(response: transform(response))
        case .failure(let statusCode, let rawApiError, let apiError, let errorMessage, let causedBy):
            .failure(
                statusCode: statusCode, rawApiError: rawApiError, apiError: apiError, errorMessage: errorMessage,
                causedBy: causedBy)
        }
    }

    static func failure(causedBy error: any Error) -> Self {
        .failure(statusCode: nil, rawApiError: nil, apiError: nil, errorMessage: nil, causedBy: error)
    }
}
