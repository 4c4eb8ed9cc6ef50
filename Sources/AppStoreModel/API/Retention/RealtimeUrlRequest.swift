// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to set where the store asks for messages.
public struct RealtimeUrlRequest: Codable, Hashable, Sendable {
    /// Where the store asks for a message, at most 256 characters.
    public var realtimeURL: String

    /// Creates one from a URL that is not too long.
    public init(realtimeURL: String) throws(ValidationError) {
        guard realtimeURL.count <= 256 else { throw .realtimeURLTooLong }
        self.realtimeURL = realtimeURL
    }

    /// A value the App Store would refuse.
    public enum ValidationError: Error {
        /// The URL has more than 256 characters.
        case realtimeURLTooLong
    }
}
