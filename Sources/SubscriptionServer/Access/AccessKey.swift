// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// A key of the server's own API, as its holder has it.
///
/// The server keeps its identifier and a hash of its secret. The secret is random, so a hash without salt is enough.
package struct AccessKey: Sendable, Hashable {
    /// What names the key; no secret.
    package let id: String
    private let secret: String

    /// Makes a key.
    package init(using random: inout some RandomNumberGenerator) {
        func text(_ count: Int) -> String {
            Base64URL.encode((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
        // Without the two signs that are used to take a key apart.
        id = text(9).replacing("_", with: "x").replacing("-", with: "x")
        secret = text(32)
    }

    /// Reads a key as its holder sends it; `nil` when it is none.
    package init?(_ text: some StringProtocol) {
        // Bytes: each request brings one, and the ends of characters take long to find.
        let bytes = text.utf8
        let parts = bytes.split(separator: UInt8(ascii: "_"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("osk".utf8), !parts[1].isEmpty, !parts[2].isEmpty,
            bytes.count < 200
        else { return nil }
        id = String(decoding: parts[1], as: UTF8.self)
        secret = String(decoding: parts[2], as: UTF8.self)
    }

    /// What the holder sends; it is shown once and never written down.
    package var text: String { "osk_\(id)_\(secret)" }

    /// What the server keeps of the secret.
    package var hash: [UInt8] { SHA384.digest(secret.utf8) }

    /// Compares with another key in a time that tells nothing about where they differ.
    func isSame(as other: AccessKey) -> Bool {
        Self.areSame(id.utf8, other.id.utf8) && Self.areSame(secret.utf8, other.secret.utf8)
    }

    /// Compares with a kept hash in a time that tells nothing about where they differ.
    package func matches(_ hash: [UInt8]) -> Bool {
        Self.areSame(self.hash, hash)
    }

    private static func areSame(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
        one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
