// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a value in JSON looks like, as OpenAPI 3.1 writes it down.
indirect enum JSONSchema: Sendable, Encodable {
    case string
    case integer
    case number
    case boolean
    /// Milliseconds since 1970.
    case date
    /// One of these texts.
    case oneOf([String])
    case array(JSONSchema)
    /// An object of any names with values of one kind.
    case dictionary(JSONSchema)
    /// An object of these names, and of others unless it is closed.
    case object([String: JSONSchema], required: Set<String>, isClosed: Bool = false)
    case nullable(JSONSchema)
    case null
    /// Anything.
    case any

    /// An object whose every field is there.
    static func object(_ fields: [String: JSONSchema]) -> JSONSchema {
        .object(fields, required: Set(fields.keys))
    }

    /// The same without names that it does not say, however deep.
    var closed: JSONSchema {
        switch self {
        case .object(let fields, let required, _):
            .object(fields.mapValues(\.closed), required: required, isClosed: true)
        case .array(let element): .array(element.closed)
        case .dictionary(let value): .dictionary(value.closed)
        case .nullable(let schema): .nullable(schema.closed)
        default: self
        }
    }

    private enum CodingKeys: String, CodingKey {
        case type, properties, required, items, additionalProperties, format, anyOf
        case choices = "enum"
        case text = "description"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .string: try container.encode("string", forKey: .type)
        case .integer: try container.encode("integer", forKey: .type)
        case .number: try container.encode("number", forKey: .type)
        case .boolean: try container.encode("boolean", forKey: .type)
        case .date:
            try container.encode("integer", forKey: .type)
            try container.encode("Milliseconds since 1970, UTC", forKey: .text)
        case .oneOf(let texts):
            try container.encode("string", forKey: .type)
            try container.encode(texts, forKey: .choices)
        case .array(let element):
            try container.encode("array", forKey: .type)
            try container.encode(element, forKey: .items)
        case .dictionary(let value):
            try container.encode("object", forKey: .type)
            try container.encode(value, forKey: .additionalProperties)
        case .object(let fields, let required, let isClosed):
            if isClosed { try container.encode(false, forKey: .additionalProperties) }
            try container.encode("object", forKey: .type)
            try container.encode(fields, forKey: .properties)
            try container.encode(required.sorted(), forKey: .required)
        case .nullable(let schema):
            try container.encode([schema, .null], forKey: .anyOf)
        case .null: try container.encode("null", forKey: .type)
        case .any: break
        }
    }
}
