// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to set the customer of a subscription in the developer's own system.
public struct UpdateAppAccountTokenRequest: Codable, Hashable, Sendable {
    /// The customer in the developer's own system.
    public var appAccountToken: UUID

    /// Creates one from its parts.
    public init(appAccountToken: UUID) {
        self.appAccountToken = appAccountToken
    }
}
