// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The image of a message.
public struct UploadMessageImage: Codable, Hashable, Sendable {
    /// The identifier under which the image was uploaded.
    public var imageIdentifier: UUID

    /// What stands for the image where it cannot be seen, at most 150 characters.
    public var altText: String

    /// Creates one from its parts, of which none is too long.
    public init(imageIdentifier: UUID, altText: String) throws(ValidationError) {
        guard altText.count <= 150 else { throw .altTextTooLong }
        self.imageIdentifier = imageIdentifier
        self.altText = altText
    }

    /// A value the App Store would refuse.
    public enum ValidationError: Error {
        /// The text that stands for the image has more than 150 characters.
        case altTextTooLong
    }
}
