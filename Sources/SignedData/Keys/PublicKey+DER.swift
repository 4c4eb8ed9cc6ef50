// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension PublicKey {
    /// Tells whether a signature in DER, as promotional offers carry it, was made over a message by this key; P-256 and
    /// SHA-256 only.
    package func isDERSignature(_ der: Data, of message: some ContiguousBytes) -> Bool {
        guard let raw = der.withUnsafeBytes({ ECDSASignature.raw(fromDER: $0, scalarSize: 32) }) else { return false }
        // Written anew it must be the same, so that nothing stands behind the signature or inside its numbers.
        let isCanonical = raw.withUnsafeBytes { raw in
            ECDSASignature.Scalars(p256: raw)?.withDER { der.elementsEqual($0) }
        }
        return isCanonical == true && isES256Signature(raw, of: message)
    }
}
