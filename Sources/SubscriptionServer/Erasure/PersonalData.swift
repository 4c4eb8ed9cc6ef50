// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// What in signed texts tells who somebody is.
///
/// Identifiers of transactions stay: without them later facts about a purchase would find nothing to change.
enum PersonalData {
    /// The members of transactions and renewal infos that name a person's account, download or device.
    static let names: Set<String> = [
        "appAccountToken", "appTransactionId", "deviceVerification", "deviceVerificationNonce",
    ]

    /// The same JSON object without them; equal objects come out as equal bytes.
    ///
    /// What was verified is an object with members of these names at its top alone.
    static func removed(from json: [UInt8]) -> [UInt8] {
        guard var object = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else { return json }
        for name in names { object[name] = nil }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: object, options: options)).map(Array.init) ?? json
    }

    /// Whether a text, or what is encoded somewhere in it, has one of these as a whole string in it.
    static func stands(anyOf strings: Set<String>, in text: some Sequence<UInt8>, depth: Int = 4) -> Bool {
        let decoded = String(decoding: Array(text), as: UTF8.self).lowercased()
        let found = decoded.split(separator: "\"", omittingEmptySubsequences: false)
            .contains { strings.contains(String($0)) }
        guard !found, depth > 0 else { return found }
        // Signed texts stand in one another, encoded each time; their case counts.
        return String(decoding: Array(text), as: UTF8.self)
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")) }
            .contains { part in
                guard part.utf8.count >= shortestEncoding, let inside = Base64URL.decode(String(part)) else {
                    return false
                }
                return stands(anyOf: strings, in: inside, depth: depth - 1)
            }
    }

    /// Shorter runs are words.
    private static let shortestEncoding = 24
}

extension Fact {
    /// The same without what tells who somebody is; its place in the order of versions stays.
    func withoutPersonalData() -> Self {
        let bytes = PersonalData.removed(from: version.bytes)
        guard let decoded = try? WireJSON.decodeSigned(Payload.self, from: Data(bytes)) else { return self }
        return Fact(decoded.value, signedBytes: bytes)
    }
}
