// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Testing

@testable import StoreServer

extension TestStore {
    /// Sends content to the Server API with a good token.
    func send(_ method: HTTPMethod, _ target: String, _ body: Data = Data()) async throws -> Answer {
        let token = try credentials.token(bundleID: Self.bundleID, now: Self.start.date)
        let request = HTTPRequest(
            method: method, target: try #require(HTTPTarget(target)), headers: ["Authorization": "Bearer \(token)"],
            body: body)
        let response = try await router.respond(to: request)
        guard case .data(let data) = response.body else { throw UnexpectedAnswer() }
        return Answer(status: response.status, headers: response.headers, body: data)
    }

    func send(_ method: HTTPMethod, _ target: String, json: String) async throws -> Answer {
        try await send(method, target, Data(json.utf8))
    }
}
