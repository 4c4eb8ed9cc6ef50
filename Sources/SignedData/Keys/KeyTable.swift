// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Multiples of one public key of P-256, with which its signatures are checked faster than without.
///
/// A check adds a multiple of the curve's generator, for which OpenSSL has a table, to a multiple of the key, which
/// takes it most of the time. With a table for the key too, a check takes two thirds of what it took. Making one takes
/// the time of some 400 checks, and 150 KB. Everything in it is public, so nothing depends on constant time.
///
/// Sendable because the groups and numbers are complete once they are here, and only read afterwards.
final class KeyTable: @unchecked Sendable {
    fileprivate let curve: OpaquePointer
    /// The curve again, with the key as its generator: OpenSSL makes tables for generators alone.
    fileprivate let keyCurve: OpaquePointer
    fileprivate let order: OpaquePointer
    fileprivate let orderLessTwo: OpaquePointer

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
        guard BN_sub_word(orderLessTwo, 2) == 1, let check = makeCheck(), makeTable(of: key, check) else { return nil }
    }

    deinit {
        BN_free(orderLessTwo)
        EC_GROUP_free(keyCurve)
        EC_GROUP_free(curve)
    }

    /// Room for one thread at a time to check signatures in; `nil` when OpenSSL has no memory left.
    func makeCheck() -> Check? {
        Check(self)
    }

    private func makeTable(of key: KeyHandle, _ check: Check) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65) { encoded in
            var count = 0
            return EVP_PKEY_get_octet_string_param(key.pointer, "pub", encoded.baseAddress, encoded.count, &count) == 1
                && EC_POINT_oct2point(keyCurve, check.keyPart, encoded.baseAddress, count, check.numbers) == 1
                && EC_GROUP_set_generator(keyCurve, check.keyPart, order, BN_value_one()) == 1
                && openstorekit_precompute_multiples(keyCurve, check.numbers) == 1
        }
    }

    /// Checks signatures by a table, for one thread at a time.
    ///
    /// What it needs of the table it has itself: to ask the table would make all processors write to its count of owners.
    final class Check {
        private let table: KeyTable
        private let curve: OpaquePointer
        private let keyCurve: OpaquePointer
        private let order: OpaquePointer
        private let orderLessTwo: OpaquePointer
        fileprivate let numbers: OpaquePointer
        private let montgomery: OpaquePointer
        private let sum: OpaquePointer
        fileprivate let keyPart: OpaquePointer
        private let r: OpaquePointer
        private let s: OpaquePointer
        private let digest: OpaquePointer
        private let inverse: OpaquePointer
        private let factor: OpaquePointer
        private let x: OpaquePointer

        fileprivate init?(_ table: KeyTable) {
            guard let numbers = BN_CTX_new() else { return nil }
            // Owned by `numbers` until it ends.
            BN_CTX_start(numbers)
            guard let montgomery = BN_MONT_CTX_new(), let sum = EC_POINT_new(table.curve),
                let keyPart = EC_POINT_new(table.curve), let r = BN_CTX_get(numbers), let s = BN_CTX_get(numbers),
                let digest = BN_CTX_get(numbers), let inverse = BN_CTX_get(numbers),
                let factor = BN_CTX_get(numbers), let x = BN_CTX_get(numbers),
                BN_MONT_CTX_set(montgomery, table.order, numbers) == 1
            else { return nil }
            self.table = table
            curve = table.curve
            keyCurve = table.keyCurve
            order = table.order
            orderLessTwo = table.orderLessTwo
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

        /// Whether r and s are a signature of a digest, all 32 bytes long; `nil` when OpenSSL could not find out.
        ///
        /// SEC 1, section 4.1.4. That r and s lie between zero and the order is for the caller to know.
        func isSignature(
            r rBytes: UnsafeRawBufferPointer, s sBytes: UnsafeRawBufferPointer,
            of digestBytes: UnsafeMutableBufferPointer<UInt8>
        ) -> Bool? {
            guard BN_bin2bn(rBytes.baseAddress, 32, r) != nil, BN_bin2bn(sBytes.baseAddress, 32, s) != nil,
                BN_bin2bn(digestBytes.baseAddress, 32, digest) != nil,
                // The order is prime, so this is 1/s, and sooner than by Euclid's way.
                BN_mod_exp_mont(inverse, s, orderLessTwo, order, numbers, montgomery) == 1,
                BN_mod_mul(factor, digest, inverse, order, numbers) == 1,
                EC_POINT_mul(curve, sum, factor, nil, nil, numbers) == 1,
                BN_mod_mul(factor, r, inverse, order, numbers) == 1,
                EC_POINT_mul(keyCurve, keyPart, factor, nil, nil, numbers) == 1,
                EC_POINT_add(curve, sum, sum, keyPart, numbers) == 1
            else { return nil }
            guard EC_POINT_is_at_infinity(curve, sum) == 0 else { return false }
            // x and r are the same modulo the order; nearly always they are the same number.
            if openstorekit_has_x(curve, sum, r, x, factor, numbers) == 1 { return true }
            guard EC_POINT_get_affine_coordinates(curve, sum, x, nil, numbers) == 1,
                BN_nnmod(x, x, order, numbers) == 1
            else { return nil }
            return BN_cmp(x, r) == 0
        }
    }
}
