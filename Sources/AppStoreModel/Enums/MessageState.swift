// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How far the review of a message has got.
public enum MessageState: String, Codable, Hashable, Sendable {
    /// Not reviewed yet.
    case pending = "PENDING"
    /// May be shown.
    case approved = "APPROVED"
    /// May not be shown.
    case rejected = "REJECTED"
}
