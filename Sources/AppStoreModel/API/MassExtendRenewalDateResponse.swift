// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Confirms that renewal dates will be moved; the work goes on after the answer.
public struct MassExtendRenewalDateResponse: Codable, Hashable, Sendable {
    /// The identifier the developer chose for the request.
    public var requestIdentifier: String?

    /// Creates one from its parts.
    public init(requestIdentifier: String? = nil) {
        self.requestIdentifier = requestIdentifier
    }
}
