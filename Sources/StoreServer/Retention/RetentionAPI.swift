// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

/// The Retention Messaging API: messages for customers who are about to cancel.
struct RetentionAPI: Sendable {
    let desk: RetentionDesk
    let routes: GatedRoutes

    private static let base = "/inApps/v1/messaging"
    /// Where images are uploaded to, the largest content that the store takes.
    static let imagePath = "\(base)/image/{id}"

    func addRoutes(to router: inout Router) {
        let base = Self.base
        routes.on(.get, "\(base)/image/list", limit: 1, &router) { _, _ in try images() }
        routes.on(.put, Self.imagePath, limit: 1, &router) { try uploadImage($0, $1) }
        routes.on(.delete, "\(base)/image/{id}", limit: 1, &router) { try deleteImage($1) }
        routes.on(.get, "\(base)/message/list", limit: 1, &router) { _, _ in try messages() }
        routes.on(.put, "\(base)/message/{id}", limit: 1, &router) { try uploadMessage($0, $1) }
        routes.on(.delete, "\(base)/message/{id}", limit: 1, &router) { try deleteMessage($1) }
        routes.on(.put, "\(base)/default/{productId}/{locale}", limit: 10, &router) { try setDefault($0, $1) }
        routes.on(.delete, "\(base)/default/{productId}/{locale}", limit: 1, &router) { try deleteDefault($1) }
        routes.on(.get, "\(base)/default/{productId}/{locale}", limit: 1, &router) { try defaultMessage($1) }
        routes.on(.put, "\(base)/realtime/url", limit: 1, &router) { request, _ in try setRealtimeURL(request) }
        routes.on(.delete, "\(base)/realtime/url", limit: 1, &router) { _, _ in try deleteRealtimeURL() }
        routes.on(.get, "\(base)/realtime/url", limit: 1, &router) { _, _ in try realtimeURL() }
        routes.on(.post, "\(base)/performanceTest", limit: 1, &router) { request, _ in try beginTest(request) }
        routes.on(.get, "\(base)/performanceTest/result/{id}", limit: 1, &router) { try test($1) }
    }

    // MARK: - Images

    private func uploadImage(_ request: HTTPRequest, _ parameters: PathParameters) throws(APIError) -> HTTPResponse {
        let id = try identifier(parameters)
        var size = ImageSize.fullSize
        if let text = request.query.first("imageSize") {
            guard let named = ImageSize(rawValue: text) else { throw .badRequestImageSize }
            size = named
        }
        let image = try desk.change { [policy = desk.policy] contents throws(APIError) in
            try contents.upload(request.body, as: id, size: size, policy: policy)
        }
        if !size.fits(image.header) {
            desk.log(
                "image \(id.uuidString.lowercased()) has \(image.header.width) x \(image.header.height) pixels, which "
                    + "Production refuses for \(size.rawValue)")
        }
        return .empty(200)
    }

    private func deleteImage(_ parameters: PathParameters) throws(APIError) -> HTTPResponse {
        let id = try identifier(parameters)
        try desk.change { contents throws(APIError) in try contents.deleteImage(id) }
        return .empty(200)
    }

    private func images() throws -> HTTPResponse {
        let items = desk.contents.images.map { image in
            GetImageListResponseItem(imageIdentifier: image.id, imageState: image.state, imageSize: image.size)
        }
        return try json(GetImageListResponse(imageIdentifiers: items))
    }

    // MARK: - Messages

    private func uploadMessage(_ request: HTTPRequest, _ parameters: PathParameters) throws(APIError) -> HTTPResponse {
        let id = try identifier(parameters)
        let content: UploadMessageRequestBody = try body(of: request)
        try desk.change { [policy = desk.policy] contents throws(APIError) in
            try contents.upload(content, as: id, policy: policy)
        }
        return .empty(200)
    }

    private func deleteMessage(_ parameters: PathParameters) throws(APIError) -> HTTPResponse {
        let id = try identifier(parameters)
        try desk.change { contents throws(APIError) in try contents.deleteMessage(id) }
        return .empty(200)
    }

    private func messages() throws -> HTTPResponse {
        let items = desk.contents.messages.map { message in
            GetMessageListResponseItem(messageIdentifier: message.id, messageState: message.state)
        }
        return try json(GetMessageListResponse(messageIdentifiers: items))
    }

    // MARK: - Default messages

    private func setDefault(_ request: HTTPRequest, _ parameters: PathParameters) throws(APIError) -> HTTPResponse {
        let place = try place(parameters)
        let wanted: DefaultConfigurationRequest = try body(of: request)
        guard let id = wanted.messageIdentifier else { throw .generalBadRequest }
        try desk.change { contents throws(APIError) in try contents.setDefault(id, at: place) }
        return .empty(200)
    }

    private func deleteDefault(_ parameters: PathParameters) throws(APIError) -> HTTPResponse {
        let place = try place(parameters)
        try desk.change { contents throws(APIError) in try contents.deleteDefault(at: place) }
        return .empty(200)
    }

    private func defaultMessage(_ parameters: PathParameters) throws -> HTTPResponse {
        guard let id = desk.contents.defaults[try place(parameters)] else { throw APIError.defaultMessageNotFound }
        return try json(DefaultConfigurationResponse(messageIdentifier: id))
    }

    /// Default messages are for subscriptions of this app, in locales of App Store Connect.
    private func place(_ parameters: PathParameters) throws(APIError) -> RetentionState.Place {
        let productID = parameters["productId"] ?? ""
        guard case .subscription = desk.host.read({ $0.catalogue.item(productID) }) else { throw .invalidProductId }
        let locale = parameters["locale"] ?? ""
        guard RetentionLocale.all.contains(locale) else { throw .invalidLocale }
        return RetentionState.Place(productID: productID, locale: locale)
    }

    // MARK: - The developer's server

    private func setRealtimeURL(_ request: HTTPRequest) throws(APIError) -> HTTPResponse {
        guard let wanted = try? JSONDecoder().decode(RealtimeUrlRequest.self, from: request.body) else {
            throw .badRequestRealtimeUrl
        }
        try desk.setRealtimeURL(wanted.realtimeURL)
        return .empty(200)
    }

    private func deleteRealtimeURL() throws(APIError) -> HTTPResponse {
        try desk.change { contents throws(APIError) in
            guard contents.realtimeURL != nil else { throw .realtimeUrlNotFound }
            contents.realtimeURL = nil
        }
        return .empty(200)
    }

    private func realtimeURL() throws -> HTTPResponse {
        guard let url = desk.contents.realtimeURL else { throw APIError.realtimeUrlNotFound }
        return try json(RealtimeUrlResponse(realtimeURL: url))
    }

    private func beginTest(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let wanted = try? JSONDecoder().decode(PerformanceTestRequest.self, from: request.body) else {
            throw APIError.invalidPerformanceTestRequest
        }
        return try json(desk.beginTest(originalTransactionID: wanted.originalTransactionId))
    }

    private func test(_ parameters: PathParameters) throws -> HTTPResponse {
        guard let id = UUID(uuidString: parameters["id"] ?? "") else { throw APIError.invalidRequestId }
        return try json(desk.test(id))
    }

    // MARK: - Helpers

    private func identifier(_ parameters: PathParameters) throws(APIError) -> UUID {
        guard let id = UUID(uuidString: parameters["id"] ?? "") else { throw .generalBadRequest }
        return id
    }

    private func body<Body: Decodable>(of request: HTTPRequest) throws(APIError) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: request.body)
        } catch {
            throw .generalBadRequest
        }
    }

    private func json(_ body: some Encodable) throws -> HTTPResponse {
        .json(try WireJSON.encode(body))
    }
}
