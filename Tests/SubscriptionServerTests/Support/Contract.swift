// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService

/// What a server says of itself, to be held against what it does.
struct Contract: Sendable {
    private let paths: JSON

    /// Reads a description.
    init(_ description: JSON) {
        paths = description["paths"]
    }

    /// In what an answer differs from the description; `nil` when in nothing.
    func breach(_ method: HTTPMethod, _ path: String, status: Int, _ body: Data) -> String? {
        guard let operation = operation(method, path) else {
            return status == 404 || status == 405 ? nil : "\(method) \(path) is not described"
        }
        let response = operation["responses"][String(status)]
        guard !response.isNull else { return "\(method) \(path) is not said to answer \(status)" }
        let schema = response["content"]["application/json"]["schema"]
        guard !schema.isNull else { return nil }
        guard let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) else {
            return "\(method) \(path) answers no JSON"
        }
        return Self.mismatch(JSON(value), schema).map { "\(method) \(path) \(status): \($0)" }
    }

    private func operation(_ method: HTTPMethod, _ path: String) -> JSON? {
        let segments = path.split(separator: "/")
        let fitting = paths.names.filter { name in
            let pattern = name.split(separator: "/")
            return pattern.count == segments.count
                && zip(pattern, segments).allSatisfy { $0.first == "{" || $0 == $1 }
        }
        // What is spelt out goes before what has a parameter there.
        let best = fitting.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
        guard let best else { return nil }
        let operation = paths[best][method.rawValue.lowercased()]
        return operation.isNull ? nil : operation
    }

    private static func mismatch(_ value: JSON, _ schema: JSON) -> String? {
        if !schema["anyOf"].isNull {
            return schema["anyOf"].array.contains { mismatch(value, $0) == nil } ? nil : "no choice fits"
        }
        switch schema["type"].string {
        case "object": return mismatch(object: value, schema)
        case "array":
            guard value.value is [Any] else { return "no array" }
            return value.array.lazy.compactMap { mismatch($0, schema["items"]) }.first
        case "string":
            guard let text = value.string else { return "no string" }
            let choices = schema["enum"].array.compactMap(\.string)
            return choices.isEmpty || choices.contains(text) ? nil : "\(text) is none of \(choices)"
        case "integer": return value.value is NSNumber && value.int != nil ? nil : "no integer"
        case "boolean": return value.bool != nil ? nil : "no boolean"
        case "null": return value.isNull ? nil : "not null"
        default: return nil
        }
    }

    private static func mismatch(object value: JSON, _ schema: JSON) -> String? {
        guard value.value is [String: Any] else { return "no object" }
        for name in schema["required"].array.compactMap(\.string) where value[name].isNull {
            return "\(name) is missing"
        }
        for name in value.names {
            let known = schema["properties"][name].isNull ? schema["additionalProperties"] : schema["properties"][name]
            guard !known.isNull else { return "\(name) is not described" }
            if let found = mismatch(value[name], known) { return "\(name): \(found)" }
        }
        return nil
    }
}
