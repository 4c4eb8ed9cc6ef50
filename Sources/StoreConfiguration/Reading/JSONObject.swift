// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A JSON object and the place it was found at.
struct JSONObject {
    let path: String
    let members: [JSONValue.Member]

    /// The first value of a key; `null` counts as none, because Xcode writes either for the same thing.
    subscript(key: String) -> JSONValue? {
        guard let member = members.first(where: { $0.key == key }), member.value != .null else { return nil }
        return member.value
    }

    func path(to key: String) -> String {
        JSONObject.path(path, key)
    }

    static func path(_ parent: String, _ key: String) -> String {
        let isPlain =
            !key.isEmpty
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        guard !isPlain else { return "\(parent).\(key)" }
        return "\(parent)[\(String(key.prefix(80)).debugDescription)]"
    }
}
