// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

/// What a person does with the store: looks into it, moves its clock, and acts for customers, developers and the App
/// Store's staff.
struct ControlAPI: Sendable {
    let host: StoreHost
    let dispatcher: NotificationDispatcher
    let retention: RetentionDesk
    /// Takes down what is changed about the server.
    var keeper: StoreKeeper?
    /// All the apps of the server.
    let apps: [AppIdentity]

    var notifications: NotificationLog { dispatcher.sent }

    /// Something that can be asked, and what answers.
    struct Route: Sendable {
        let endpoint: Endpoint
        let handler: @Sendable (HTTPRequest, PathParameters) async throws -> any Encodable
    }

    static let basePath = "/control/v1"

    /// Everything that can be asked.
    var routes: [Route] {
        storeRoutes + appRoutes + productRoutes + accountRoutes + familyRoutes + purchaseRoutes + subscriptionRoutes
            + transactionRoutes + offerRoutes + keyRoutes + notificationRoutes + retentionRoutes
            + snapshotRoutes
    }

    func addRoutes(to router: inout Router) {
        for route in routes { add(route, to: &router) }
    }

    /// Describes something that can be asked, with its path under ``basePath``.
    func route(
        _ method: HTTPMethod, _ path: String, _ summary: String, query: [(name: String, schema: Schema)] = [],
        request: [Schema.Field]? = nil, response: Schema? = nil,
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async throws -> any Encodable
    ) -> Route {
        Route(
            endpoint: Endpoint(
                method, Self.basePath + path, summary, query: query, request: request.map { .object($0) },
                response: response), handler: handler)
    }

    /// What a call answers that has nothing to tell.
    struct Done: Encodable {}

    /// Adds a route; what it returns is answered as JSON, and so is a refusal.
    private func add(_ route: Route, to router: inout Router) {
        let fields = route.endpoint.request?.fieldNames
        router.on(route.endpoint.method, route.endpoint.path) { request, parameters in
            do {
                try checkApp(of: request)
                try Self.checkNames(in: request, known: fields ?? [])
                return .json(try await WireJSON.encode(route.handler(request, parameters)))
            } catch let failure as ControlFailure {
                return try Self.answer(failure)
            } catch let refusal as Refusal {
                return try Self.answer(ControlFailure(refusal))
            }
        }
    }

    /// Refuses names that mean nothing: whoever wrote them expects something of them.
    private static func checkNames(in request: HTTPRequest, known: [String]) throws(ControlFailure) {
        guard !request.body.isEmpty,
            let object = try? JSONSerialization.jsonObject(with: request.body) as? [String: Any],
            let stranger = object.keys.sorted().first(where: { !known.contains($0) })
        else { return }
        throw .badRequest(
            "\(request.method) \(request.target.path) knows no field \(stranger)",
            fix: known.isEmpty ? "Send no content." : "The fields are \(known.joined(separator: ", ")).")
    }

    static func answer(_ failure: ControlFailure) throws -> HTTPResponse {
        .json(try WireJSON.encode(failure), status: failure.status)
    }

    /// Reads the body of a request; no body is an empty object.
    static func body<Body: Decodable>(_ request: HTTPRequest) throws(ControlFailure) -> Body {
        do {
            return try WireJSON.decode(Body.self, from: request.body.isEmpty ? Data("{}".utf8) : request.body)
        } catch {
            throw .badRequest(
                "The body of \(request.method) \(request.target.path) cannot be used: \(Self.problem(in: error))",
                fix: "Send a JSON object as GET /control/v1/openapi.json describes it.")
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
