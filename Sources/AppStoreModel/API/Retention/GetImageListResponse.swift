// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The images the developer uploaded.
public struct GetImageListResponse: Codable, Hashable, Sendable {
    /// The images.
    public var imageIdentifiers: [GetImageListResponseItem]?

    /// Creates one from its parts.
    public init(imageIdentifiers: [GetImageListResponseItem]? = nil) {
        self.imageIdentifiers = imageIdentifiers
    }
}
