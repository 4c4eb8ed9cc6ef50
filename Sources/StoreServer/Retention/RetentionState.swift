// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation

/// The images and messages of an app, and what is shown when.
///
/// It is a value that can be written down and read back. Images are known by what their header says; their pixels are
/// not kept, because nothing here shows them.
package struct RetentionState: Codable, Sendable, Hashable {
    /// An image that was uploaded.
    package struct Image: Codable, Sendable, Hashable {
        package let id: UUID
        package let size: ImageSize
        package let header: PNGHeader
        package var state: ImageState
    }

    /// A message that was uploaded.
    package struct Message: Codable, Sendable, Hashable {
        package let id: UUID
        package let content: UploadMessageRequestBody
        package var state: MessageState

        /// The images it shows.
        package var images: [UUID] {
            (content.image.map { [$0.imageIdentifier] } ?? []) + (content.bulletPoints ?? []).map(\.imageIdentifier)
        }
    }

    /// What a default message is for.
    package struct Place: Codable, Sendable, Hashable {
        package let productID: String
        package let locale: String
    }

    /// In the order of their uploads.
    package private(set) var images: [Image] = []
    /// In the order of their uploads.
    package private(set) var messages: [Message] = []
    package private(set) var defaults: [Place: UUID] = [:]
    /// Where the developer's server is asked for a message.
    package internal(set) var realtimeURL: String?
    /// Whether a performance test was ever passed.
    package internal(set) var hasPassedTest = false

    /// Creates the state of an app that has uploaded nothing.
    package init() {}
}

// MARK: - Images

extension RetentionState {
    /// The image of an identifier.
    package func image(_ id: UUID) -> Image? {
        images.first { $0.id == id }
    }

    mutating func upload(
        _ file: Data, as id: UUID, size: ImageSize, policy: RetentionPolicy
    ) throws(APIError) -> Image {
        guard image(id) == nil else { throw .imageAlreadyExists }
        guard images.count < policy.capacity else { throw .maximumNumberOfImagesReached }
        guard let header = PNGHeader(file), !header.hasTransparency else { throw .invalidImage }
        guard !policy.checksPixels || size.fits(header) else { throw .badRequestImageSize }
        let image = Image(id: id, size: size, header: header, state: policy.reviewsUploads ? .pending : .approved)
        images.append(image)
        return image
    }

    mutating func deleteImage(_ id: UUID) throws(APIError) {
        guard image(id) != nil else { throw .imageNotFound }
        guard !messages.contains(where: { $0.images.contains(id) }) else { throw .imageInUse }
        images.removeAll { $0.id == id }
    }

    mutating func decide(image id: UUID, _ state: ImageState) throws(APIError) {
        guard let position = images.firstIndex(where: { $0.id == id }) else { throw .imageNotFound }
        images[position].state = state
    }
}

// MARK: - Messages

extension RetentionState {
    /// The message of an identifier.
    package func message(_ id: UUID) -> Message? {
        messages.first { $0.id == id }
    }

    mutating func upload(
        _ content: UploadMessageRequestBody, as id: UUID, policy: RetentionPolicy
    ) throws(APIError) {
        try check(content)
        guard message(id) == nil else { throw .messageAlreadyExists }
        guard messages.count < policy.capacity else { throw .maximumNumberOfMessagesReached }
        messages.append(Message(id: id, content: content, state: policy.reviewsUploads ? .pending : .approved))
    }

    private func check(_ content: UploadMessageRequestBody) throws(APIError) {
        guard content.header.count <= 66 else { throw .headerTooLong }
        guard content.body.count <= 144 else { throw .bodyTooLong }
        let points = content.bulletPoints ?? []
        guard points.count <= 5 else { throw .badRequestTooManyBulletPoints }
        guard points.allSatisfy({ $0.text.count <= 66 }) else { throw .badRequestBulletPointTextTooLong }
        let altTexts = (content.image.map { [$0.altText] } ?? []) + points.map(\.altText)
        guard altTexts.allSatisfy({ $0.count <= 150 }) else { throw .altTextTooLong }
        guard content.rawHeaderPosition == nil || content.headerPosition != nil else { throw .generalBadRequest }
        guard content.headerPosition != .aboveImage || content.image != nil else {
            throw .badRequestAboveImageRequiresAnImage
        }
        if let image = content.image { try check(image.imageIdentifier, is: .fullSize) }
        for point in points { try check(point.imageIdentifier, is: .bulletPoint) }
    }

    private func check(_ id: UUID, is size: ImageSize) throws(APIError) {
        guard let image = image(id) else { throw .imageNotFound }
        guard image.size == size else { throw .badRequestImageSize }
    }

    mutating func deleteMessage(_ id: UUID) throws(APIError) {
        guard message(id) != nil else { throw .messageNotFound }
        messages.removeAll { $0.id == id }
        defaults = defaults.filter { $0.value != id }
    }

    mutating func decide(message id: UUID, _ state: MessageState) throws(APIError) {
        guard let position = messages.firstIndex(where: { $0.id == id }) else { throw .messageNotFound }
        messages[position].state = state
    }

    /// A message that may be shown now, with its images.
    package func showable(_ id: UUID) throws(APIError) -> Message {
        guard let message = message(id) else { throw .messageNotFound }
        guard message.state == .approved else { throw .messageNotApproved }
        guard message.images.allSatisfy({ image($0)?.state == .approved }) else { throw .imageNotApproved }
        return message
    }
}

// MARK: - Default messages

extension RetentionState {
    mutating func setDefault(_ id: UUID, at place: Place) throws(APIError) {
        defaults[place] = try showable(id).id
    }

    mutating func deleteDefault(at place: Place) throws(APIError) {
        guard defaults.removeValue(forKey: place) != nil else { throw .defaultMessageNotFound }
    }
}

extension ImageSize {
    /// Whether an image has as many pixels as the App Store shows.
    func fits(_ header: PNGHeader) -> Bool {
        switch self {
        case .fullSize: header.width == 3840 && (160...2160).contains(header.height)
        case .bulletPoint: header.width == 1024 && header.height == 1024
        }
    }
}
