// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

/// What a person does with the store: looks into it, moves its clock, and acts for customers and the App Store's staff.
struct ControlAPI: Sendable {
    let host: StoreHost
    let notifications: NotificationLog

    func addRoutes(to router: inout Router) {
        on(.get, "", &router) { _, _ in description() }
        on(.get, "/clock", &router) { _, _ in clock() }
        on(.post, "/clock", &router) { request, _ in try moveClock(Self.body(request)) }
        on(.get, "/products", &router) { _, _ in products() }
        on(.get, "/accounts", &router) { _, _ in accounts() }
        on(.get, "/transactions", &router) { request, _ in try transactions(request.query) }
        on(.get, "/subscriptions", &router) { _, _ in subscriptions() }
        on(.get, "/notifications", &router) { request, _ in try sentNotifications(request.query) }
        on(.post, "/purchases", &router) { request, _ in try buy(Self.body(request)) }
        on(.post, "/subscriptions/{id}/autoRenew", &router) { request, parameters in
            try setAutoRenew(Self.body(request), of: parameters["id"] ?? "")
        }
        on(.post, "/transactions/{id}/refund", &router) { request, parameters in
            try refund(Self.body(request), of: parameters["id"] ?? "")
        }
        on(.post, "/settings", &router) { request, _ in try configure(Self.body(request)) }
    }

    /// Adds a route; what it returns is answered as JSON, and so is a refusal.
    private func on(
        _ method: HTTPMethod, _ path: String, _ router: inout Router,
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) throws -> any Encodable
    ) {
        router.on(method, "/control/v1\(path)") { request, parameters in
            do {
                return .json(try WireJSON.encode(handler(request, parameters)))
            } catch let failure as ControlFailure {
                return try Self.answer(failure)
            } catch let refusal as Refusal {
                return try Self.answer(ControlFailure(refusal))
            }
        }
    }

    private static func answer(_ failure: ControlFailure) throws -> HTTPResponse {
        .json(try WireJSON.encode(failure), status: failure.status)
    }

    /// Reads the body of a request; no body is an empty object.
    private static func body<Body: Decodable>(_ request: HTTPRequest) throws(ControlFailure) -> Body {
        do {
            return try WireJSON.decode(Body.self, from: request.body.isEmpty ? Data("{}".utf8) : request.body)
        } catch {
            throw .badRequest(
                "The body of \(request.method) \(request.target.path) cannot be used: \(Self.problem(in: error))",
                fix: "Send a JSON object with the fields that the documentation names.")
        }
    }

    private static func problem(in error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            (context.codingPath.map(\.stringValue).joined(separator: ".") + " " + context.debugDescription)
                .trimmingCharacters(in: CharacterSet(charactersIn: " ."))
        default: "it is no JSON"
        }
    }
}
