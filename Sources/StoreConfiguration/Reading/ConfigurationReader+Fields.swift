// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension ConfigurationReader {
    /// Text; a number in its place is taken as it is written.
    mutating func string(_ node: JSONObject, _ key: String) -> String? {
        switch node[key] {
        case nil: return nil
        case .string(let text): return text
        case .number(let literal):
            wrongType(node, key, expected: "text", found: .number(literal), instead: "the number is used as text")
            return literal
        case .some(let value):
            wrongType(node, key, expected: "text", found: value)
            return nil
        }
    }

    mutating func bool(_ node: JSONObject, _ key: String) -> Bool? {
        switch node[key] {
        case nil: return nil
        case .bool(let bool): return bool
        case .some(let value):
            wrongType(node, key, expected: "true or false", found: value)
            return nil
        }
    }

    /// A whole number; text in its place is taken when it is one.
    mutating func integer(_ node: JSONObject, _ key: String) -> Int? {
        switch node[key] {
        case nil: return nil
        case .number(let literal):
            if let integer = Int(literal) { return integer }
            wrongType(node, key, expected: "a whole number", found: .number(literal))
            return nil
        case .string(let text):
            let integer = Int(text)
            wrongType(
                node, key, expected: "a whole number", found: .string(text),
                instead: integer == nil ? "it is ignored" : "the number in it is used")
            return integer
        case .some(let value):
            wrongType(node, key, expected: "a whole number", found: value)
            return nil
        }
    }

    mutating func array(_ node: JSONObject, _ key: String) -> [JSONValue] {
        switch node[key] {
        case nil: return []
        case .array(let elements): return elements
        case .some(let value):
            wrongType(node, key, expected: "an array", found: value)
            return []
        }
    }

    mutating func object(_ node: JSONObject, _ key: String) -> JSONObject? {
        switch node[key] {
        case nil: return nil
        case .object(let members): return JSONObject(path: node.path(to: key), members: members)
        case .some(let value):
            wrongType(node, key, expected: "an object", found: value)
            return nil
        }
    }

    /// The objects of an array; other elements are left out.
    mutating func objects(_ node: JSONObject, _ key: String) -> [JSONObject] {
        var objects: [JSONObject] = []
        for (index, element) in array(node, key).enumerated() {
            let path = "\(node.path(to: key))[\(index)]"
            guard case .object(let members) = element else {
                problems.add(
                    .warning, .wrongType, at: path, "Expected an object, found \(element); it is ignored",
                    fix: "Remove it, or write an object.")
                continue
            }
            objects.append(JSONObject(path: path, members: members))
        }
        return objects
    }

    mutating func price(_ node: JSONObject, _ key: String = "displayPrice") -> StoreKitConfiguration.Price {
        let path = node.path(to: key)
        let text: String
        switch node[key] {
        case .string(let string): text = string
        case .number(let literal):
            problems.add(
                .warning, .priceIsNumber, at: path, "The price is a number, where Xcode writes text",
                fix: "Put it between double quotes: \"\(excerpt(literal))\".")
            text = literal
        case nil:
            missing(node, key, .error, instead: "the price is 0", fix: "Write a price such as \"0.99\".")
            return .zero
        case .some(let value):
            wrongType(node, key, expected: "text", found: value, instead: "the price is 0")
            return .zero
        }
        switch StoreKitConfiguration.Price.parse(text) {
        case .success(let price): return price
        case .failure(let defect): return price(of: defect, text: text, path: path)
        }
    }

    private mutating func price(
        of defect: StoreKitConfiguration.Price.Defect, text: String, path: String
    ) -> StoreKitConfiguration.Price {
        let found = excerpt(text)
        switch defect {
        case .notDecimal:
            problems.add(
                .error, .invalidPrice, at: path, "‘\(found)’ is not a decimal number, so the price is 0",
                fix: "Write digits and at most one full stop: \"9.99\".")
        case .tooLarge:
            problems.add(
                .error, .invalidPrice, at: path, "‘\(found)’ is too large for a price, so the price is 0",
                fix: "Write at most twelve digits before the full stop.")
        case .negative:
            problems.add(
                .error, .negativePrice, at: path, "‘\(found)’ is below zero, so the price is 0",
                fix: "Write the price without a minus sign.")
        case .comma(let read):
            problems.add(
                .error, .commaInPrice, at: path, "‘\(found)’ has a comma; it is read as \(read)",
                fix: "Write a full stop before the decimals, and nothing between thousands.")
            return read
        case .tooPrecise(let read):
            problems.add(
                .error, .tooPrecisePrice, at: path, "‘\(found)’ has more than three decimals; it is read as \(read)",
                fix: "Write at most three decimals, the most a currency has.")
            return read
        }
        return .zero
    }

    mutating func period(_ node: JSONObject, _ key: String) -> StoreKitConfiguration.Period? {
        let text = string(node, key)
        if let period = text.flatMap(StoreKitConfiguration.Period.init(iso8601:)) { return period }
        problems.add(
            .error, .unknownPeriod, at: node.path(to: key),
            text.map {
                "‘\(excerpt($0))’ is not a period of days, weeks, months or years; what it belongs to is left out"
            }
                ?? "There is no period; what it belongs to is left out",
            fix: "Write one such as P1W, P1M or P1Y.")
        return nil
    }

    mutating func reportUnknownKeys(in node: JSONObject, known: Set<String>) {
        for member in node.members where !known.contains(member.key) {
            problems.add(
                .note, .unknownKey, at: node.path(to: member.key),
                "Xcode writes no such key here; it is kept and not used",
                fix: "If it is misspelled, correct it.")
        }
    }

    mutating func missing(
        _ node: JSONObject, _ key: String, _ severity: ConfigurationProblem.Severity, instead: String, fix: String
    ) {
        problems.add(severity, .missingValue, at: node.path(to: key), "\(key) is missing; \(instead)", fix: fix)
    }

    private mutating func wrongType(
        _ node: JSONObject, _ key: String, expected: String, found: JSONValue, instead: String = "it is ignored"
    ) {
        problems.add(
            .warning, .wrongType, at: node.path(to: key), "Expected \(expected), found \(found); \(instead)",
            fix: "Write \(expected) there.")
    }

    /// As much of a text from the file as fits a message.
    func excerpt(_ text: String) -> String {
        text.count > 40 ? text.prefix(40) + "…" : text
    }
}
