// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The shape of a JSON value, as OpenAPI 3.1 describes it.
indirect enum Schema: Sendable {
    case string(String = "")
    case integer(String = "")
    case number(String = "")
    case boolean(String = "")
    /// One of these words.
    case choice([String], String = "")
    case array(Schema)
    case object([Field])
    /// An object whose names are not known before.
    case map(Schema)
    /// One that has a name of its own.
    case named(String)
    /// Anything.
    case any(String = "")

    /// A member of an object.
    struct Field: Sendable {
        let name: String
        let schema: Schema
        var isRequired = false
        var isNullable = false
    }

    /// The members of an object that are known by name.
    var fieldNames: [String]? {
        if case .object(let fields) = self { fields.map(\.name) } else { nil }
    }

    /// The schema as JSON.
    var json: [String: any Sendable] {
        switch self {
        case .string(let text): Self.typed("string", text)
        case .integer(let text): Self.typed("integer", text)
        case .number(let text): Self.typed("number", text)
        case .boolean(let text): Self.typed("boolean", text)
        case .choice(let words, let text): Self.typed("string", text).merging(["enum": words]) { $1 }
        case .array(let element): ["type": "array", "items": element.json]
        case .map(let element): ["type": "object", "additionalProperties": element.json]
        case .named(let name): ["$ref": "#/components/schemas/\(name)"]
        case .any(let text): text.isEmpty ? [:] : ["description": text]
        case .object(let fields): Self.object(fields)
        }
    }

    private static func typed(_ type: String, _ description: String) -> [String: any Sendable] {
        description.isEmpty ? ["type": type] : ["type": type, "description": description]
    }

    private static func object(_ fields: [Field]) -> [String: any Sendable] {
        var properties: [String: any Sendable] = [:]
        for field in fields {
            properties[field.name] =
                field.isNullable ? ["anyOf": [field.schema.json, ["type": "null"]]] : field.schema.json
        }
        var json: [String: any Sendable] = ["type": "object", "properties": properties]
        let required = fields.filter(\.isRequired).map(\.name)
        if !required.isEmpty { json["required"] = required }
        json["additionalProperties"] = false
        return json
    }
}

extension Schema.Field {
    /// A member that is always there.
    static func required(_ name: String, _ schema: Schema) -> Self {
        Self(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be left out.
    static func optional(_ name: String, _ schema: Schema) -> Self {
        Self(name: name, schema: schema)
    }

    /// A member that may be left out, and may be `null`.
    static func nullable(_ name: String, _ schema: Schema) -> Self {
        Self(name: name, schema: schema, isNullable: true)
    }
}
