// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What an image is made for.
public enum ImageSize: String, Codable, Hashable, Sendable {
    /// To stand in the message.
    case fullSize = "FULL_SIZE"
    /// To stand beside a bullet point.
    case bulletPoint = "BULLET_POINT"
}
