// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Multiples of one public key of P-256, with which its signatures are checked faster than without.
///
/// A check adds a multiple of the curve's generator, for which OpenSSL has a table, to a multiple of the key, which
/// takes it most of the time. With a table for the key too, a check takes two thirds of what it took. Making one takes
/// the time of some 400 checks, and 150 KB. Everything in it is public, so nothing depends on constant time.
///
/// Sendable because the groups are complete once they are here, and each scratch pad is lent to one thread at a time.
final class KeyTable: @unchecked Sendable {
    private let curve: OpaquePointer
    /// The curve again, with the key as its generator: OpenSSL makes tables for generators alone.
    private let keyCurve: OpaquePointer
    private let order: OpaquePointer
    private let orderLessTwo: OpaquePointer
    private let scratchPads = LendingPool<Scratch>()

    /// Computes the table; `nil` when the key is on another curve or OpenSSL cannot do it.
    init?(key: KeyHandle) {
        guard let curve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        guard let keyCurve = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), let order = EC_GROUP_get0_order(curve),
            let orderLessTwo = BN_dup(order)
        else {
            EC_GROUP_free(curve)
            return nil
        }
        self.curve = curve
        self.keyCurve = keyCurve
        self.order = order
        self.orderLessTwo = orderLessTwo
        guard BN_sub_word(orderLessTwo, 2) == 1, withScratch({ makeTable(of: key, $0) }) == true else { return nil }
    }

    deinit {
        BN_free(orderLessTwo)
        EC_GROUP_free(keyCurve)
        EC_GROUP_free(curve)
    }

    private func withScratch<Result>(_ use: (Scratch) -> Result) -> Result? {
        scratchPads.withItem(orMake: { Scratch(curve: curve, order: order) }, use)
    }

    private func makeTable(of key: KeyHandle, _ scratch: Scratch) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65) { encoded in
            var count = 0
            return EVP_PKEY_get_octet_string_param(key.pointer, "pub", encoded.baseAddress, encoded.count, &count) == 1
                && EC_POINT_oct2point(keyCurve, scratch.keyPart, encoded.baseAddress, count, scratch.numbers) == 1
                && EC_GROUP_set_generator(keyCurve, scratch.keyPart, order, BN_value_one()) == 1
                && openstorekit_precompute_multiples(keyCurve, scratch.numbers) == 1
        }
    }

    /// Whether r and s are a signature of a digest, all 32 bytes long; `nil` when OpenSSL could not find out.
    ///
    /// SEC 1, section 4.1.4. That r and s lie between zero and the order is for the caller to know.
    func isSignature(
        r: UnsafeRawBufferPointer, s: UnsafeRawBufferPointer, of digest: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool? {
        withScratch { scratch -> Bool? in
            guard BN_bin2bn(r.baseAddress, 32, scratch.r) != nil, BN_bin2bn(s.baseAddress, 32, scratch.s) != nil,
                BN_bin2bn(digest.baseAddress, 32, scratch.digest) != nil,
                // The order is prime, so this is 1/s, and sooner than by Euclid's way.
                BN_mod_exp_mont(
                    scratch.inverse, scratch.s, orderLessTwo, order, scratch.numbers, scratch.montgomery) == 1,
                BN_mod_mul(scratch.factor, scratch.digest, scratch.inverse, order, scratch.numbers) == 1,
                EC_POINT_mul(curve, scratch.sum, scratch.factor, nil, nil, scratch.numbers) == 1,
                BN_mod_mul(scratch.factor, scratch.r, scratch.inverse, order, scratch.numbers) == 1,
                EC_POINT_mul(keyCurve, scratch.keyPart, scratch.factor, nil, nil, scratch.numbers) == 1,
                EC_POINT_add(curve, scratch.sum, scratch.sum, scratch.keyPart, scratch.numbers) == 1
            else { return nil }
            guard EC_POINT_is_at_infinity(curve, scratch.sum) == 0 else { return false }
            // x and r are the same modulo the order; nearly always they are the same number.
            if openstorekit_has_x(curve, scratch.sum, scratch.r, scratch.x, scratch.factor, scratch.numbers) == 1 {
                return true
            }
            guard EC_POINT_get_affine_coordinates(curve, scratch.sum, scratch.x, nil, scratch.numbers) == 1,
                BN_nnmod(scratch.x, scratch.x, order, scratch.numbers) == 1
            else { return nil }
            return BN_cmp(scratch.x, scratch.r) == 0
        } ?? nil
    }

    /// What one check computes with.
    private final class Scratch {
        let numbers: OpaquePointer
        let montgomery: OpaquePointer
        let sum: OpaquePointer
        let keyPart: OpaquePointer
        let r: OpaquePointer
        let s: OpaquePointer
        let digest: OpaquePointer
        let inverse: OpaquePointer
        let factor: OpaquePointer
        let x: OpaquePointer

        init?(curve: OpaquePointer, order: OpaquePointer) {
            guard let numbers = BN_CTX_new() else { return nil }
            // Owned by `numbers` until it ends.
            BN_CTX_start(numbers)
            guard let montgomery = BN_MONT_CTX_new(), let sum = EC_POINT_new(curve), let keyPart = EC_POINT_new(curve),
                let r = BN_CTX_get(numbers), let s = BN_CTX_get(numbers), let digest = BN_CTX_get(numbers),
                let inverse = BN_CTX_get(numbers), let factor = BN_CTX_get(numbers), let x = BN_CTX_get(numbers),
                BN_MONT_CTX_set(montgomery, order, numbers) == 1
            else { return nil }
            self.numbers = numbers
            self.montgomery = montgomery
            self.sum = sum
            self.keyPart = keyPart
            self.r = r
            self.s = s
            self.digest = digest
            self.inverse = inverse
            self.factor = factor
            self.x = x
        }

        deinit {
            EC_POINT_free(sum)
            EC_POINT_free(keyPart)
            BN_MONT_CTX_free(montgomery)
            BN_CTX_end(numbers)
            BN_CTX_free(numbers)
        }
    }
}
