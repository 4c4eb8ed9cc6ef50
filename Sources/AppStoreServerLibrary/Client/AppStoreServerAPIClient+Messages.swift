// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AppStoreServerAPIClient {
    /// Uploads an image for messages to customers who are about to cancel.
    ///
    /// - Parameters:
    ///   - imageIdentifier: An identifier of the developer's own; it cannot be used twice.
    ///   - image: A PNG without transparency.
    ///   - imageSize: What the image is for; a whole picture when `nil`.
    public func uploadImage(imageIdentifier: UUID, image: Data, imageSize: ImageSize? = nil) async -> APIResult<Void> {
        let query = imageSize.map { [(name: "imageSize", value: $0.rawValue)] } ?? []
        return await connection.send(
            APIRequest("PUT", "/inApps/v1/messaging/image", imageIdentifier.path, query: query, body: .png(image)))
    }

    /// Deletes an image that no message uses.
    public func deleteImage(imageIdentifier: UUID) async -> APIResult<Void> {
        await connection.send(APIRequest("DELETE", "/inApps/v1/messaging/image", imageIdentifier.path))
    }

    /// Asks for every image and whether it was approved.
    public func getImageList() async -> APIResult<GetImageListResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/messaging/image/list"))
    }

    /// Uploads a message under an identifier of the developer's own, which cannot be used twice.
    public func uploadMessage(
        messageIdentifier: UUID, uploadMessageRequestBody: UploadMessageRequestBody
    ) async -> APIResult<Void> {
        await connection.send(
            APIRequest(
                "PUT", "/inApps/v1/messaging/message", messageIdentifier.path, body: .json(uploadMessageRequestBody)))
    }

    /// Deletes a message.
    public func deleteMessage(messageIdentifier: UUID) async -> APIResult<Void> {
        await connection.send(APIRequest("DELETE", "/inApps/v1/messaging/message", messageIdentifier.path))
    }

    /// Asks for every message and whether it was approved.
    public func getMessageList() async -> APIResult<GetMessageListResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/messaging/message/list"))
    }

    /// Makes an approved message the one that is shown for a product in a language when the server has no better.
    public func configureDefaultMessage(
        productId: String, locale: String, defaultConfigurationRequest: DefaultConfigurationRequest
    ) async -> APIResult<Void> {
        await connection.send(
            APIRequest(
                "PUT", "/inApps/v1/messaging/default", productId, locale, body: .json(defaultConfigurationRequest)))
    }

    /// Leaves a product without a default message in a language.
    public func deleteDefaultMessage(productId: String, locale: String) async -> APIResult<Void> {
        await connection.send(APIRequest("DELETE", "/inApps/v1/messaging/default", productId, locale))
    }

    /// Asks for the default message of a product in a language.
    public func getDefaultMessage(productId: String, locale: String) async -> APIResult<DefaultConfigurationResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/messaging/default", productId, locale))
    }
}

extension UUID {
    /// As Apple's library writes it into a path.
    fileprivate var path: String { uuidString }
}
