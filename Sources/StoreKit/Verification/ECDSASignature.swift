// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A signature of ECDSA with P-256.
///
/// Where Apple hands out a type of CryptoKit, which only Apple's systems have, there is this, with the same members.
/// Its raw form is what other libraries of cryptography read, such as `P256.Signing.ECDSASignature(rawRepresentation:)`
/// of swift-crypto.
public struct ECDSASignature: Hashable, Sendable {
    /// r and s side by side, 64 bytes.
    public let rawRepresentation: Data

    /// The signature as the DER structure that certificates and OpenSSL use; empty when it does not have 64 bytes, which
    /// only an unverified value shows.
    public var derRepresentation: Data {
        guard rawRepresentation.count == 64 else { return Data() }
        let half = rawRepresentation.count / 2
        let numbers = Self.integer(rawRepresentation.prefix(half)) + Self.integer(rawRepresentation.dropFirst(half))
        return Data([0x30, UInt8(numbers.count)]) + numbers
    }

    /// A DER integer: without needless zeros in front, but with one where the number would look negative.
    private static func integer(_ bytes: Data) -> Data {
        var number = Data(bytes.drop { $0 == 0 })
        if number.first.map({ $0 >= 0x80 }) ?? true { number.insert(0, at: 0) }
        return Data([0x02, UInt8(number.count)]) + number
    }
}
