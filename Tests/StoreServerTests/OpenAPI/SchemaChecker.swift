// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService

/// Checks JSON values against the schemas of an OpenAPI document, as far as the store uses them.
struct SchemaChecker {
    let document: [String: Any]

    func operation(_ method: HTTPMethod, _ path: String) -> [String: Any]? {
        let item = (document["paths"] as? [String: Any])?[path] as? [String: Any]
        return item?[method.rawValue.lowercased()] as? [String: Any]
    }

    func problem(in value: Any, request operation: [String: Any]) -> String? {
        problem(in: value, content: operation["requestBody"] as? [String: Any])
    }

    func problem(in value: Any, response operation: [String: Any]) -> String? {
        let responses = operation["responses"] as? [String: Any]
        return problem(in: value, content: responses?["200"] as? [String: Any])
    }

    func problem(in value: Any, at name: String) -> String? {
        problem(value, ["$ref": "#/components/schemas/\(name)"], "$")
    }

    private func problem(in value: Any, content: [String: Any]?) -> String? {
        let media = (content?["content"] as? [String: Any])?["application/json"] as? [String: Any]
        guard let schema = media?["schema"] as? [String: Any] else { return "there is no schema" }
        return problem(value, schema, "$")
    }

    private func problem(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
        if let reference = schema["$ref"] as? String {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any]
            guard let target = schemas?[name] as? [String: Any] else { return "\(reference) is not there" }
            return problem(value, target, path)
        }
        if let choices = schema["anyOf"] as? [[String: Any]] {
            return choices.contains { problem(value, $0, path) == nil } ? nil : "\(path) fits none"
        }
        switch schema["type"] as? String {
        case "object": return objectProblem(value, schema, path)
        case "array":
            guard let array = value as? [Any], let items = schema["items"] as? [String: Any] else {
                return "\(path) is no array"
            }
            return array.enumerated().lazy.compactMap { problem($1, items, "\(path)[\($0)]") }.first
        case "string":
            guard let text = value as? String else { return "\(path) is no string" }
            guard let words = schema["enum"] as? [String] else { return nil }
            return words.contains(text) ? nil : "\(path) is none of \(words)"
        case "integer":
            return (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
                ? nil : "\(path) is no integer"
        case "number": return value is NSNumber ? nil : "\(path) is no number"
        case "boolean": return value is Bool ? nil : "\(path) is no boolean"
        case "null": return value is NSNull ? nil : "\(path) is not null"
        default: return nil
        }
    }

    private func objectProblem(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
        guard let object = value as? [String: Any] else { return "\(path) is no object" }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        for name in schema["required"] as? [String] ?? [] where object[name] == nil {
            return "\(path).\(name) is missing"
        }
        for (name, member) in object {
            if let property = properties[name] {
                if let problem = problem(member, property, "\(path).\(name)") { return problem }
            } else if let other = schema["additionalProperties"] as? [String: Any] {
                if let problem = problem(member, other, "\(path).\(name)") { return problem }
            } else {
                return "\(path).\(name) is not described"
            }
        }
        return nil
    }
}
