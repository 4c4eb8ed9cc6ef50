// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Data that Apple signed, changed in one place.
@Suite struct MutationTests {
    /// Positions changed in each segment of each file; 1,000 when `OPENSTOREKIT_LONG_TESTS` is set.
    static let positions = ProcessInfo.processInfo.environment["OPENSTOREKIT_LONG_TESTS"] == nil ? 40 : 1000

    @Test("A byte changed anywhere is refused", arguments: Fixture.notifications, [0, 1, 2])
    func anyChangeIsRefused(name: String, segment: Int) throws {
        let verifier = JWSVerifier(expecting: .anything)
        let jws = try Fixture.text("apple-signed/\(name).jws")
        // The cache is warm, as in a running server.
        _ = try verifier.verify(jws, as: ResponseBodyV2DecodedPayload.self)
        let segments = jws.split(separator: ".").map { Array($0.utf8) }
        var generator = SeededGenerator(seed: UInt64(name.utf8.count * 3 + segment))
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for round in 0..<Self.positions {
            var altered = segments
            let position = Int.random(in: 0..<altered[segment].count, using: &generator)
            let old = altered[segment][position]
            if round.isMultiple(of: 4) {
                altered[segment][position] = old ^ 1 << UInt8.random(in: 0...6, using: &generator)
            } else {
                // Still base64url, so that it gets further.
                let new = alphabet.filter { $0 != old }
                altered[segment][position] = new[Int.random(in: 0..<new.count, using: &generator)]
            }
            let text = altered.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
            #expect(throws: VerificationFailure.self, "segment \(segment), position \(position)") {
                try verifier.verify(text, as: ResponseBodyV2DecodedPayload.self)
            }
        }
    }
}
