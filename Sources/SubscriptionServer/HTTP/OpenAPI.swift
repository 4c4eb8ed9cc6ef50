// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService

/// The description of everything that is mounted, made of the same list that is mounted.
struct OpenAPI: Encodable {
    struct Info: Encodable {
        var title = "OpenStoreKit subscription server"
        var version = "1"
    }

    struct Parameter: Encodable {
        var name: String
        var place: String
        var required: Bool
        var schema: JSONSchema

        private enum CodingKeys: String, CodingKey {
            case name, required, schema
            case place = "in"
        }
    }

    struct Content: Encodable {
        var description: String?
        var required: Bool?
        var content: [String: [String: JSONSchema]]?
    }

    struct Operation: Encodable {
        var operationId: String
        var summary: String
        var parameters: [Parameter]
        var requestBody: Content?
        var responses: [String: Content]
        var security: [[String: [String]]]
    }

    struct Components: Encodable {
        var securitySchemes = ["key": ["type": "http", "scheme": "bearer"]]
    }

    var openapi = "3.1.0"
    var info = Info()
    var paths: [String: [String: Operation]] = [:]
    var components = Components()

    init(_ routes: [Route]) {
        for route in routes {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = Self.operation(route)
        }
    }

    private static func operation(_ route: Route) -> Operation {
        let names = route.path.split(separator: "/").filter { $0.first == "{" }.map {
            String($0.dropFirst().dropLast())
        }
        let path = names.map { Parameter(name: $0, place: "path", required: true, schema: .string) }
        let query = route.query.sorted { $0.key < $1.key }.map {
            Parameter(name: $0.key, place: "query", required: false, schema: $0.value)
        }
        let key =
            route.takesKey
            ? [Parameter(name: Call.keyHeader, place: "header", required: false, schema: .string)] : []
        let id =
            route.method.rawValue.lowercased()
            + route.path.map { "/-".contains($0) ? "_" : $0 }.filter { !"{}".contains($0) }
        return Operation(
            operationId: id, summary: route.summary, parameters: path + query + key,
            requestBody: route.body.map { Content(required: true, content: json($0)) },
            responses: responses(route),
            security: route.scope == nil ? [] : [["key": []]])
    }

    private static func responses(_ route: Route) -> [String: Content] {
        var responses: [String: Content] = [:]
        let good = route.answer.map { Content(description: "Done", content: json($0)) } ?? Content(description: "Done")
        responses[String(route.status)] = good
        var failures = [503: "The ledger or the App Store cannot be asked now: try again"]
        if route.method != .get || !route.query.isEmpty || route.path.contains("{") {
            failures[400] = "The request can never be answered"
        }
        if route.path.contains("{") || !route.query.isEmpty { failures[404] = "What is named is not there" }
        if route.scope != nil {
            failures[401] = "There is no key that is valid"
            failures[403] = "The key does not open this"
            failures[429] = "The key has made too many requests"
        }
        if route.scope == .write || route.scope == .admin { failures[409] = "It contradicts what is there" }
        if route.body != nil { failures[413] = "The body is too large" }
        for (status, text) in failures {
            responses[String(status)] = Content(description: text, content: json(BackendFailure.schema))
        }
        return responses
    }

    private static func json(_ schema: JSONSchema) -> [String: [String: JSONSchema]] {
        ["application/json": ["schema": schema]]
    }
}

extension BackendFailure {
    static let schema = JSONSchema.object(["code": .string, "message": .string, "fix": .string])
}
