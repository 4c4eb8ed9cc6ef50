// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The headers of tokens that were accepted: what one server writes with one key is the same text each time.
///
/// Only what stood over a valid signature enters, so strangers push nothing out.
final class TokenHeaders: Sendable {
    private let known: BoundedCache<[UInt8], JWSHeader>

    init(capacity: Int) {
        known = BoundedCache(capacity: capacity)
    }

    /// The header of a token, if it was read before.
    func header(of segments: CompactSegments) -> JWSHeader? {
        known.value(for: Self.key(segments))
    }

    func remember(_ jws: UnverifiedJWS) {
        known.insert(jws.header, for: Self.key(jws.segments))
    }

    private static func key(_ segments: CompactSegments) -> [UInt8] {
        segments.withHeaderSegment { Array($0) }
    }
}
