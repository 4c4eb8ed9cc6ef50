// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the App Store posts to the developer's server.
public struct ResponseBodyV2: Codable, Hashable, Sendable {
    /// The notification as a compact JWS.
    public var signedPayload: String?

    /// Creates one from its parts.
    public init(signedPayload: String? = nil) {
        self.signedPayload = signedPayload
    }
}
