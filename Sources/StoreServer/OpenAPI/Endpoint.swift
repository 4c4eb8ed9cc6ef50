// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService

/// What can be asked of the store at one path by one method.
struct Endpoint: Sendable {
    let method: HTTPMethod
    let path: String
    /// What it does, in one sentence.
    let summary: String
    /// The names of query parameters, and what they are.
    var query: [(name: String, schema: Schema)] = []
    /// The content of a request; `nil` when it has none.
    var request: Schema?
    /// The content of a good answer; `nil` when it has none, or is no JSON.
    var response: Schema?

    init(
        _ method: HTTPMethod, _ path: String, _ summary: String, query: [(name: String, schema: Schema)] = [],
        request: Schema? = nil, response: Schema? = nil
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.query = query
        self.request = request
        self.response = response
    }

    /// The endpoint as an OpenAPI operation.
    var operation: [String: any Sendable] {
        var operation: [String: any Sendable] = [
            "summary": summary, "operationId": operationID, "tags": [tag],
        ]
        var parameters: [[String: any Sendable]] = path.split(separator: "/").compactMap { segment in
            guard segment.first == "{" else { return nil }
            return [
                "name": String(segment.dropFirst().dropLast()), "in": "path", "required": true,
                "schema": ["type": "string"],
            ]
        }
        if tag == "client" || tag == "control", !ControlAPI.commonPaths.contains(path) {
            let schema = Schema.string("The bundle identifier, where the store has several apps.")
            parameters.append(["name": "app", "in": "query", "schema": schema.json])
        }
        parameters += query.map { ["name": $0.name, "in": "query", "schema": $0.schema.json] }
        if !parameters.isEmpty { operation["parameters"] = parameters }
        if let request { operation["requestBody"] = ["content": ["application/json": ["schema": request.json]]] }
        var good: [String: any Sendable] = ["description": "Done"]
        if let response { good["content"] = ["application/json": ["schema": response.json]] }
        operation["responses"] = ["200": good, "default": failure]
        switch tag {
        case "server": operation["security"] = [["token": [String]()]]
        // Free on loopback.
        case "client", "control": operation["security"] = [[:], ["\(tag)Token": []]] as [[String: [String]]]
        default: break
        }
        return operation
    }

    /// Which part of the store answers.
    private var tag: String {
        switch path.split(separator: "/").first {
        case "inApps", "advancedCommerce": "server"
        case "client": "client"
        case "control": "control"
        default: "store"
        }
    }

    private var operationID: String {
        let words = path.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return method.rawValue.lowercased() + words.joined()
    }

    private var failure: [String: any Sendable] {
        guard tag != "store" else { return ["description": "Not done"] }
        let name = tag == "server" ? "ServerFailure" : "Failure"
        return [
            "description": "Not done, and why",
            "content": ["application/json": ["schema": Schema.named(name).json]],
        ]
    }
}
