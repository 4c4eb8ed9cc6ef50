// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension JSONSchema {
    /// The first name in a value that the schema does not have; where nobody reads what a name says, its writer is to hear.
    func strangeName(in value: Any) -> String? {
        switch self {
        case .object(let fields, _):
            guard let object = value as? [String: Any] else { return nil }
            for (name, field) in object.sorted(by: { $0.key < $1.key }) {
                guard let schema = fields[name] else { return name }
                if let found = schema.strangeName(in: field) { return "\(name).\(found)" }
            }
            return nil
        case .array(let element):
            for (index, field) in (value as? [Any] ?? []).enumerated() {
                if let found = element.strangeName(in: field) { return "[\(index)].\(found)" }
            }
            return nil
        default: return nil
        }
    }
}
