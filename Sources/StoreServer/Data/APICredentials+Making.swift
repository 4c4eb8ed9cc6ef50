// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SignedData

extension APICredentials {
    /// Makes credentials as App Store Connect would hand them out.
    ///
    /// - Parameter random: Decides the two identifiers; the key itself comes from OpenSSL.
    package static func make(random: inout some RandomNumberGenerator) throws(SignedDataError) -> APICredentials {
        let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        let keyID = String((0..<10).map { _ in characters[Int.random(in: characters.indices, using: &random)] })
        return APICredentials(keyID: keyID, issuerID: uuid(using: &random), key: try SigningKey.generate())
    }

    /// A random UUID, version 4, in lower case.
    private static func uuid(using random: inout some RandomNumberGenerator) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        let groups = [hex[..<4], hex[4..<6], hex[6..<8], hex[8..<10], hex[10...]]
        return groups.map { $0.joined() }.joined(separator: "-")
    }
}
