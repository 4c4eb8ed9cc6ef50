// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension JSONSchema {
    /// A name that a schema does not have.
    struct StrangeName: Sendable, Hashable {
        /// Where it stands, with the names and numbers that lead there.
        var path: String
        /// What it might have been.
        var known: [String]
    }

    /// The first name in a value that a closed object of the schema does not have; where nobody reads what a name says,
    /// its writer is to hear.
    func strangeName(in value: Any) -> StrangeName? {
        switch self {
        case .object(let fields, _, let isClosed):
            for (name, field) in Self.sorted(value) {
                guard let schema = fields[name] else {
                    guard isClosed else { continue }
                    return StrangeName(path: name, known: fields.keys.sorted())
                }
                if let found = schema.strangeName(in: field) { return found.below(name) }
            }
            return nil
        case .dictionary(let schema):
            for (name, field) in Self.sorted(value) {
                if let found = schema.strangeName(in: field) { return found.below(name) }
            }
            return nil
        case .array(let element):
            for (index, field) in (value as? [Any] ?? []).enumerated() {
                if let found = element.strangeName(in: field) { return found.below("[\(index)]") }
            }
            return nil
        case .nullable(let schema): return schema.strangeName(in: value)
        default: return nil
        }
    }

    private static func sorted(_ value: Any) -> [(key: String, value: Any)] {
        (value as? [String: Any] ?? [:]).sorted { $0.key < $1.key }
    }
}

extension JSONSchema.StrangeName {
    fileprivate func below(_ name: String) -> Self {
        Self(path: "\(name).\(path)", known: known)
    }
}
