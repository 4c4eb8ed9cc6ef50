// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A message for customers who are about to cancel.
public struct UploadMessageRequestBody: Codable, Hashable, Sendable {
    /// The header, at most 66 characters.
    public var header: String

    /// The text, at most 144 characters.
    public var body: String

    /// The image to show.
    public var image: UploadMessageImage?

    /// ``headerPosition`` as it stands on the wire, also when the value is unknown.
    public var rawHeaderPosition: String?

    /// The points to list, at most five.
    public var bulletPoints: [BulletPoint]?

    /// Creates one from known values, of which none is too long.
    public init(
        header: String, body: String, image: UploadMessageImage? = nil, headerPosition: HeaderPosition? = nil,
        bulletPoints: [BulletPoint]? = nil
    ) throws(ValidationError) {
        try self.init(
            header: header, body: body, image: image, rawHeaderPosition: headerPosition?.rawValue,
            bulletPoints: bulletPoints)
    }

    /// Creates one from raw values, known or not, of which none is too long.
    @_disfavoredOverload
    public init(
        header: String, body: String, image: UploadMessageImage? = nil, rawHeaderPosition: String? = nil,
        bulletPoints: [BulletPoint]? = nil
    ) throws(ValidationError) {
        guard header.count <= 66 else { throw .headerTooLong }
        guard body.count <= 144 else { throw .bodyTooLong }
        if let bulletPoints, bulletPoints.count > 5 { throw .tooManyBulletPoints }
        self.header = header
        self.body = body
        self.image = image
        self.rawHeaderPosition = rawHeaderPosition
        self.bulletPoints = bulletPoints
    }

    private enum CodingKeys: String, CodingKey {
        case header, body, image
        case rawHeaderPosition = "headerPosition"
        case bulletPoints
    }

    /// Where the header stands.
    public var headerPosition: HeaderPosition? {
        get { rawHeaderPosition.flatMap(HeaderPosition.init(rawValue:)) }
        set { rawHeaderPosition = newValue?.rawValue }
    }

    /// A value the App Store would refuse.
    public enum ValidationError: Error {
        /// The header has more than 66 characters.
        case headerTooLong
        /// The text has more than 144 characters.
        case bodyTooLong
        /// There are more than five points.
        case tooManyBulletPoints
    }
}
