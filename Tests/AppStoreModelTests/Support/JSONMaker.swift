// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: a fixed sequence of well mixed numbers for a seed.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Writes JSON objects that are right, nearly right or odd in every way the App Store's never are.
struct JSONMaker {
    var generator: SplitMix
    var bytes: [UInt8] = []

    init(generator: SplitMix) {
        self.generator = generator
    }

    private static let values = [
        "null", "true", "false", "0", "1", "-1", "7", "42", "2147483647", "2147483648", "-2147483649", "1800000000000",
        "1697679936049.7297", "-62135769600000", "9007199254740993", "999999999999999999", "1000000000000000000",
        "9223372036854775807", "9223372036854775808", "1e3", "1.0", "1.5", "-0", "-0.0", "1E-2", "1e400", "\"\"",
        "\"text\"", "\"2000000812345678\"", "\"Auto-Renewable Subscription\"", "\"a\\/b\"",
        "\"\\\"\\\\\\b\\f\\n\\r\\t\"",
        "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud800\"", "\"é\"", "\"e\u{301}\"", "\"😀 and more than eight bytes\"",
        "\"7e3fb20b-4cdb-47cc-936d-99d65f608138\"", "\"7E3FB20B-4CDB-47CC-936D-99D65F608138\"",
        "\"7e3fb20b-4cdb-47cc-936d-99d65f60813\"", "\"7e3fb20b4cdb-47cc-936d-99d65f608138a\"", "[]", "{}", "[1,\"a\"]",
        "[\"a\",\"b\"]", "{\"a\":{\"b\":[true]}}", "{\"bundleId\":\"com.example\",\"appAppleId\":7,\"status\":1}",
        "{\"taxCode\":\"1\"}", "{\"price\":1,\"price\":2}",
    ]

    /// An object with some of the fields and others that no type has.
    consuming func object(fields: [String]) -> JSONMaker {
        var names = fields.filter { _ in Int.random(in: 0..<4, using: &generator) != 0 }
        names.shuffle(using: &generator)
        // Half of all objects are ordinary, else nearly none would be read to its end.
        let isOrdinary = Bool.random(using: &generator)
        if Bool.random(using: &generator) { names.insert("later", at: 0) }
        if !isOrdinary, Int.random(in: 0..<8, using: &generator) == 0, let name = names.last { names.append(name) }
        append("{")
        for (index, name) in names.enumerated() {
            if index > 0 { append(",") }
            append("\"\(name)\"")
            append(":")
            let value =
                isOrdinary
                ? Self.typicalValue(of: name, index: index, attempt: 0)
                : Self.values.randomElement(using: &generator)
            append(value ?? "null")
        }
        append("}")
        return self
    }

    private mutating func append(_ text: String) {
        bytes += Array(text.utf8)
        if Int.random(in: 0..<20, using: &generator) == 0 {
            bytes += [" ", "\n", "\t", "\r ", "  "].randomElement(using: &generator).map { Array($0.utf8) } ?? []
        }
    }

    /// A value of the type that the field of a name has.
    static func typicalValue(of name: String, index: Int, attempt: Int) -> String {
        switch name {
        case "later": "[{\"deep\":[1.5e3,null,\"x\"]}]"
        case "data": "{\"bundleId\":\"com.example.\(index)\"}"
        case "eligibleWinBackOfferIds": "[\"a\",\"b\(index)\"]"
        case "isUpgraded", "isInBillingRetryPeriod": "true"
        case "appAccountToken", "deviceVerificationNonce": "\"7e3fb20b-4cdb-47cc-936d-99d65f6081\(10 + index)\""
        case "quantity", "price", "offerType", "revocationReason", "revocationPercentage", "renewalPrice",
            "expirationIntent", "autoRenewStatus", "priceIncreaseStatus", "appAppleId", "status":
            "\(index + 1)"
        case let name where name.hasSuffix("Date"): "\(1_700_000_000_000 + index)"
        case "advancedCommerceInfo", "commitmentInfo", "summary", "externalPurchaseToken", "appData": "null"
        default: "\"value \(index)\""
        }
    }
}

extension [UInt8] {
    /// Changes, adds or removes a byte.
    mutating func mutate(using generator: inout SplitMix) {
        guard let position = indices.randomElement(using: &generator) else { return }
        let interesting =
            Array<UInt8>("\"\\{}[]:,0123456789-+.eE nulltruefalse/u".utf8) + [0, 0x1F, 0x7F, 0x80, 0xC3, 0xFF]
        let byte = interesting.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: self[position] = byte
        case 1: insert(byte, at: position)
        default: remove(at: position)
        }
    }
}
