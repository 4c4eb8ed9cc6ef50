// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What every Advanced Commerce request says about itself.
public struct AdvancedCommerceRequestInfo: Codable, Hashable, Sendable {
    /// The developer's own identifier of the request, new for each.
    public var requestReferenceId: UUID

    /// The developer's identifier of the customer's account.
    public var appAccountToken: UUID?

    /// The token of the state the request builds on, from the renewal info; `nil` builds on any.
    public var consistencyToken: String?

    /// Creates one from its parts.
    public init(requestReferenceId: UUID, appAccountToken: UUID? = nil, consistencyToken: String? = nil) {
        self.requestReferenceId = requestReferenceId
        self.appAccountToken = appAccountToken
        self.consistencyToken = consistencyToken
    }
}
