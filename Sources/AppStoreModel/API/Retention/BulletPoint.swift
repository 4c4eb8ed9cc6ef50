// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One point of the list in a message.
public struct BulletPoint: Codable, Hashable, Sendable {
    /// The point's text, at most 66 characters.
    public var text: String

    /// The identifier under which the image beside the text was uploaded.
    public var imageIdentifier: UUID

    /// What stands for the image where it cannot be seen, at most 150 characters.
    public var altText: String

    /// Creates one from its parts, of which none is too long.
    public init(text: String, imageIdentifier: UUID, altText: String) throws(ValidationError) {
        guard text.count <= 66 else { throw .textTooLong }
        guard altText.count <= 150 else { throw .altTextTooLong }
        self.text = text
        self.imageIdentifier = imageIdentifier
        self.altText = altText
    }

    /// A value the App Store would refuse.
    public enum ValidationError: Error {
        /// The text has more than 66 characters.
        case textTooLong
        /// The text that stands for the image has more than 150 characters.
        case altTextTooLong
    }
}
