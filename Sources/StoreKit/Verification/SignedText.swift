// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// A compact JWS as it came, for showing its parts; says nothing about who wrote it.
struct SignedText: Hashable, Sendable {
    let compact: String

    /// The decoded header, empty when it is no base64url.
    var header: Data { decode(0) }
    /// The decoded payload, empty when it is no base64url.
    var payload: Data { decode(1) }
    /// The decoded signature, empty when it is no base64url.
    var signature: Data { decode(2) }

    /// What the signature covers: header and payload, still encoded.
    var signingInput: Data {
        let end = compact.utf8.lastIndex(of: UInt8(ascii: ".")) ?? compact.endIndex
        return Data(compact.utf8[..<end])
    }

    /// The encoded payload: the same for the same facts, unlike signatures, which differ every time.
    var payloadSegment: Substring { segment(1) }

    private func segment(_ index: Int) -> Substring {
        let segments = compact.split(separator: ".", omittingEmptySubsequences: false)
        return segments.indices.contains(index) ? segments[index] : ""
    }

    private func decode(_ index: Int) -> Data {
        Base64URL.decode(String(segment(index))) ?? Data()
    }
}
