// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a message's header stands.
public enum HeaderPosition: String, Codable, Hashable, Sendable {
    /// Above the text.
    case aboveBody = "ABOVE_BODY"
    /// Above the image.
    case aboveImage = "ABOVE_IMAGE"
}
