// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One image the developer uploaded.
public struct GetImageListResponseItem: Codable, Hashable, Sendable {
    /// The developer's identifier of the image.
    public var imageIdentifier: UUID?

    /// ``imageState`` as it stands on the wire, also when the value is unknown.
    public var rawImageState: String?

    /// ``imageSize`` as it stands on the wire, also when the value is unknown.
    public var rawImageSize: String?

    /// Creates one from known values.
    public init(imageIdentifier: UUID? = nil, imageState: ImageState? = nil, imageSize: ImageSize? = nil) {
        self.init(
            imageIdentifier: imageIdentifier, rawImageState: imageState?.rawValue, rawImageSize: imageSize?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(imageIdentifier: UUID? = nil, rawImageState: String? = nil, rawImageSize: String? = nil) {
        self.imageIdentifier = imageIdentifier
        self.rawImageState = rawImageState
        self.rawImageSize = rawImageSize
    }

    private enum CodingKeys: String, CodingKey {
        case imageIdentifier
        case rawImageState = "imageState"
        case rawImageSize = "imageSize"
    }

    /// How far the review of the image has got.
    public var imageState: ImageState? {
        get { rawImageState.flatMap(ImageState.init(rawValue:)) }
        set { rawImageState = newValue?.rawValue }
    }

    /// What the image is made for.
    public var imageSize: ImageSize? {
        get { rawImageSize.flatMap(ImageSize.init(rawValue:)) }
        set { rawImageSize = newValue?.rawValue }
    }
}
