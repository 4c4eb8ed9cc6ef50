// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Verifies text that the App Store signed without asking StoreKit, which cannot be given text that was kept.
public protocol SignedTextVerifier: Sendable {
    /// The payload of a compact JWS.
    ///
    /// - Throws: Anything, when the signature does not hold or does not lead to a certificate that is trusted.
    func payload(of compact: String, as kind: SignedTextKind) throws -> Data
}

/// What signed text is about.
public enum SignedTextKind: Hashable, Sendable {
    /// A transaction.
    case transaction
    /// What the store intends for a subscription's next period.
    case renewalInfo
}

/// Why kept text is not believed.
public struct SignedTextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found, for people.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Cuts a compact JWS into its three parts.
struct CompactText {
    let header, payload, signature: Data
    /// What the signature covers.
    let signedPart: Data

    init(_ compact: String) throws(SignedTextProblem) {
        let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.decode(parts[0]), let payload = Self.decode(parts[1]),
            let signature = Self.decode(parts[2])
        else { throw SignedTextProblem("It is not a compact JWS of three parts") }
        self.header = header
        self.payload = payload
        self.signature = signature
        signedPart = Data((parts[0] + "." + parts[1]).utf8)
    }

    private static func decode(_ part: Substring) -> Data? {
        var text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text)
    }
}
