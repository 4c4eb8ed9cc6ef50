// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// The two encodings of an ECDSA signature: r and s side by side in a JWS, DER everywhere else.
enum ECDSASignature {
    /// The number of points of P-256; r and s lie between 0 and it.
    private static let orderP256: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The two numbers of a signature on P-256, each above zero and below the order.
    ///
    /// Without this check a signature of zeros would rest on the C library alone.
    struct Scalars {
        let r: UnsafeRawBufferPointer
        let s: UnsafeRawBufferPointer
        private let rStart: Int
        private let sStart: Int

        /// Borrows them from 64 bytes, r and s side by side.
        init?(p256 raw: UnsafeRawBufferPointer) {
            guard raw.count == 64 else { return nil }
            r = UnsafeRawBufferPointer(rebasing: raw[..<32])
            s = UnsafeRawBufferPointer(rebasing: raw[32...])
            guard let rStart = significantStart(r), let sStart = significantStart(s) else { return nil }
            self.rStart = rStart
            self.sStart = sStart
        }

        /// Hands the signature's DER to `body`.
        func withDER<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 72) { der in
                var end = write(r, from: rStart, to: der, at: 2)
                end = write(s, from: sStart, to: der, at: end)
                der[0] = 0x30
                der[1] = UInt8(end - 2)
                return body(UnsafeMutableBufferPointer(rebasing: der[..<end]))
            }
        }
    }

    /// Where the first digit stands that is not zero; `nil` when all are or the number is not below the order.
    private static func significantStart(_ scalar: UnsafeRawBufferPointer) -> Int? {
        guard let start = scalar.baseAddress, memcmp(start, orderP256, 32) < 0 else { return nil }
        return scalar.firstIndex { $0 != 0 }
    }

    /// Writes a positive INTEGER and returns where it ends.
    private static func write(
        _ scalar: UnsafeRawBufferPointer, from start: Int, to der: UnsafeMutableBufferPointer<UInt8>, at offset: Int
    ) -> Int {
        // A first bit that is set would make it negative.
        let sign = scalar[start] >= 0x80 ? 1 : 0
        der[offset] = 0x02
        der[offset + 1] = UInt8(scalar.count - start + sign)
        der[offset + 2] = 0
        var end = offset + 2 + sign
        for index in start..<scalar.count {
            der[end] = scalar[index]
            end += 1
        }
        return end
    }

    /// Turns DER into r and s of a fixed size each.
    static func raw(fromDER der: UnsafeRawBufferPointer, scalarSize: Int) -> Data? {
        var cursor = der.bindMemory(to: UInt8.self).baseAddress
        guard let signature = d2i_ECDSA_SIG(nil, &cursor, der.count) else {
            ERR_clear_error()
            return nil
        }
        defer { ECDSA_SIG_free(signature) }
        var raw = Data(count: 2 * scalarSize)
        let isWritten = raw.withUnsafeMutableBytes { raw in
            guard let start = raw.bindMemory(to: UInt8.self).baseAddress else { return false }
            let size = Int32(scalarSize)
            return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, size) == size
                && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + scalarSize, size) == size
        }
        return isWritten ? raw : nil
    }
}
