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
        self.headerEnd = stops[0]
        self.payloadEnd = stops[1]
    }

    private static func stops(in text: UnsafeRawBufferPointer) -> [Int] {
        var stops: [Int] = []
        var rest = text[...]
        while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
            let found = memchr(start, Int32(UInt8(ascii: ".")), rest.count)
        {
            stops.append(rest.startIndex + (UnsafeRawPointer(found) - start))
            rest = text[(stops[stops.count - 1] + 1)...]
        }
        return stops
    }

    /// The encoded header, which is the same for every payload of one signer.
    var headerKey: [UInt8] {
        withText { Array($0[..<headerEnd]) }
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

    func withSigningInput<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withText { body(UnsafeRawBufferPointer(rebasing: $0[..<payloadEnd])) }
    }

    private func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var compact = compact
        return compact.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
