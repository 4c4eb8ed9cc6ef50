// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the store posts to the developer's realtime URL.
public struct RealtimeRequestBody: Codable, Hashable, Sendable {
    /// The request as a compact JWS.
    public var signedPayload: String?

    /// Creates one from its parts.
    public init(signedPayload: String? = nil) {
        self.signedPayload = signedPayload
    }
}
