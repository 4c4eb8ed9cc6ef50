// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@testable import SubscriptionServer

@Suite struct RefusalTests {
    @Test(arguments: [(HTTPMethod.get, "/v1/nowhere", 404, "notFound"), (.patch, "/v1/keys", 405, "methodNotAllowed")])
    func whatNoRouteTakesIsToldWhy(method: HTTPMethod, path: String, status: Int, code: String) async throws {
        let backend = try await Backend()
        let request = HTTPRequest(method: method, target: try #require(HTTPTarget(path)))
        let response = try await backend.server.respond(to: request)
        guard case .data(let data) = response.body else {
            Issue.record("a stream")
            return
        }
        let told = JSON(try JSONSerialization.jsonObject(with: data))
        #expect(response.status == status && told["code"].string == code)
        #expect(told["message"].string?.isEmpty == false && told["fix"].string?.isEmpty == false)
        #expect(response.headers.first("Allow") == (status == 405 ? "GET, HEAD, POST" : nil))
    }

    @Test(arguments: [400, 413])
    func whatNoRouteSeesIsToldWhy(status: Int) throws {
        let response = BackendRoutes.refusal(status)
        guard case .data(let data) = response.body else {
            Issue.record("a stream")
            return
        }
        let told = JSON(try JSONSerialization.jsonObject(with: data))
        #expect(response.status == status && response.headers.first("Content-Type") == "application/json")
        #expect(told.names == ["code", "fix", "message"])
    }

    @Test func whatIsNotThereIsNotTriedAgain() async throws {
        let backend = try await Backend()
        for path in ["/v1/webhooks/77/replay", "/v1/webhooks/x/replay", "/v1/webhooks/77/deliveries/1/replay"] {
            #expect(try await backend.ask(.post, path).status == 404)
        }
        let made = try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/events"}"#)
        let id = try #require(made["id"].string)
        let nothing = try await backend.ask(.post, "/v1/webhooks/\(id)/replay")
        #expect(nothing.status == 200 && nothing["replayed"].int == 0)
    }

    @Test(arguments: [("abc", 400), ("-1", 400), ("1.5", 400), ("", 200), ("0", 200)])
    func aStreamGoesOnAfterANumber(last: String, status: Int) async throws {
        let backend = try await Backend()
        let request = HTTPRequest(
            method: .get, target: try #require(HTTPTarget("/v1/events/stream")),
            headers: ["Authorization": "Bearer \(backend.key)", "Last-Event-ID": last])
        #expect(try await backend.server.respond(to: request).status == status)
    }
}
