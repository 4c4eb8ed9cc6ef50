// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How far moving the renewal dates has got; the counts come with the completion.
public struct MassExtendRenewalDateStatusResponse: Codable, Hashable, Sendable {
    /// The identifier the developer chose for the request.
    public var requestIdentifier: String?

    /// Whether the request has been carried out for every subscriber.
    public var complete: Bool?

    /// When it was complete.
    public var completeDate: Date?

    /// How many subscriptions were extended.
    public var succeededCount: Int64?

    /// How many subscriptions could not be extended.
    public var failedCount: Int64?

    /// Creates one from its parts.
    public init(
        requestIdentifier: String? = nil, complete: Bool? = nil, completeDate: Date? = nil,
        succeededCount: Int64? = nil, failedCount: Int64? = nil
    ) {
        self.requestIdentifier = requestIdentifier
        self.complete = complete
        self.completeDate = completeDate
        self.succeededCount = succeededCount
        self.failedCount = failedCount
    }
}
