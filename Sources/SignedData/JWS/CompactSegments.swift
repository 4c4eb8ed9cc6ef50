// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the full stops stand in a compact JWS.
struct CompactSegments: Sendable {
    let compact: String
    private let headerEnd: Int
    private let payloadEnd: Int

    init(_ compact: String) throws(VerificationFailure) {
        guard !compact.isEmpty else { throw VerificationFailure(.empty) }
        let size = compact.utf8.count
        guard size <= UnverifiedJWS.sizeLimit else {
            throw VerificationFailure(.tokenTooLarge(size: size, limit: UnverifiedJWS.sizeLimit))
        }
        var compact = compact
        let stops = compact.withUTF8 { Self.stops(in: UnsafeRawBufferPointer($0)) }
        guard stops.count == 2 else { throw VerificationFailure(.segmentCount(stops.count + 1)) }
        self.compact = compact
        self.headerEnd = stops.first
        self.payloadEnd = stops.second
    }

    private static func stops(in text: UnsafeRawBufferPointer) -> (count: Int, first: Int, second: Int) {
        var stops = (count: 0, first: 0, second: 0)
        guard let start = text.baseAddress else { return stops }
        var offset = 0
        while let found = memchr(start + offset, Int32(UInt8(ascii: ".")), text.count - offset) {
            offset = UnsafeRawPointer(found) - start
            stops.count += 1
            if stops.count == 1 { stops.first = offset } else if stops.count == 2 { stops.second = offset }
            offset += 1
        }
        return stops
    }

    /// The encoded header, which is the same for every payload of one signer.
    func withHeaderSegment<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withText { body(UnsafeRawBufferPointer(rebasing: $0[..<headerEnd])) }
    }

    func header() throws(VerificationFailure) -> JWSHeader {
        try JWSHeader(json: decode(.header))
    }

    func decode(_ segment: VerificationFailure.Segment) throws(VerificationFailure) -> Data {
        let bytes = withText { text in
            let part =
                switch segment {
                case .header: text[..<headerEnd]
                case .payload: text[(headerEnd + 1)..<payloadEnd]
                case .signature: text[(payloadEnd + 1)...]
                }
            return Base64URL.decode(utf8: UnsafeRawBufferPointer(rebasing: part))
        }
        guard let bytes else { throw VerificationFailure(.segmentMalformed(segment)) }
        return bytes
    }

    /// The header's digest, full stop included, for texts of the same signer to begin with.
    var headerDigest: DigestPrefix? {
        withText { DigestPrefix(UnsafeRawBufferPointer(rebasing: $0[...headerEnd])) }
    }

    /// The encoded payload: what the signature covers after header and full stop.
    func withPayloadSegment<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withText { body(UnsafeRawBufferPointer(rebasing: $0[(headerEnd + 1)..<payloadEnd])) }
    }

    func withSigningInput<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withText { body(UnsafeRawBufferPointer(rebasing: $0[..<payloadEnd])) }
    }

    private func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var compact = compact
        return compact.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
