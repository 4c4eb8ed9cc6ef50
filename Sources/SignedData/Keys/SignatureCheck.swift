// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Synchronization

/// Checks signatures by one key of P-256, and prepares for more once it has seen many.
final class SignatureCheck: Sendable {
    /// By then the time a table takes is lost in that of the checks before it.
    static let checksBeforeTable = 1_000

    let key: KeyHandle
    private let contexts = LendingPool<VerificationContext>()
    private let checks = Atomic<Int>(0)
    private let table = AtomicLazyReference<KeyTable>()

    init(key: KeyHandle) {
        self.key = key
    }

    /// Whether 64 bytes, r and s side by side, are a signature of a digest of 32.
    ///
    /// - Parameter writeDigest: Computes the digest in what it is handed; false when that cannot be done.
    func isSignature(
        _ signature: UnsafeRawBufferPointer,
        writingDigest writeDigest: (DigestContext, UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        guard let scalars = ECDSASignature.Scalars(p256: signature) else { return false }
        let isValid = contexts.withItem(orMake: { VerificationContext(key: key) }) { context in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digest in
                writeDigest(context.digest, digest) && isSignature(scalars, of: digest, with: context)
            }
        }
        // A signature that does not hold may leave an entry in this thread's queue.
        if isValid != true { ERR_clear_error() }
        return isValid ?? false
    }

    private func isSignature(
        _ scalars: ECDSASignature.Scalars, of digest: UnsafeMutableBufferPointer<UInt8>,
        with context: VerificationContext
    ) -> Bool {
        // Each context takes the table once: to look at it again would make all processors write to its count of owners.
        if context.tabled == nil { context.tabled = table.load()?.makeCheck() }
        return context.tabled?.isSignature(r: scalars.r, s: scalars.s, of: digest)
            ?? isSignature(scalars, withoutTableOf: digest, with: context)
    }

    private func isSignature(
        _ scalars: ECDSASignature.Scalars, withoutTableOf digest: UnsafeMutableBufferPointer<UInt8>,
        with context: VerificationContext
    ) -> Bool {
        // Exactly one check makes the table, so a key for which there is none is not tried again.
        if checks.wrappingAdd(1, ordering: .relaxed).oldValue == Self.checksBeforeTable, let made = KeyTable(key: key) {
            _ = table.storeIfNil(made)
        }
        return scalars.withDER { context.isSignature($0, of: digest) }
    }
}
