// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The certificates that vouch for a signature, each checked against the next, the last one trusted by itself.
public struct Signer: Sendable, Hashable {
    /// From the one that signed to the one that is trusted; these may be the same.
    public let certificates: [Certificate]
    let key: PublicKey

    /// The certificate whose key made the signature.
    public var leaf: Certificate { certificates[0] }

    /// The certificate that was trusted by itself: which of several roots accepted this.
    public var root: Certificate { certificates[certificates.count - 1] }

    /// Creates a signer from one certificate or more.
    init(leaf: Certificate, authorities: [Certificate], key: PublicKey) {
        self.certificates = [leaf] + authorities
        self.key = key
    }

    /// The same in memory of its own.
    var copy: Signer {
        Signer(leaf: leaf, authorities: Array(certificates.dropFirst()), key: key)
    }

    /// Throws unless every certificate is valid at a date; the first second and the last are still inside.
    func checkValidity(at date: Date) throws(VerificationFailure) {
        for (index, certificate) in certificates.enumerated() {
            let position: VerificationFailure.Position =
                switch index {
                case 0: .leaf
                case certificates.count - 1: .root
                default: .intermediate
                }
            let validity = certificate.validity
            guard date <= validity.upperBound else {
                throw VerificationFailure(.certificateExpired(position, validity: validity, at: date))
            }
            guard date >= validity.lowerBound else {
                throw VerificationFailure(.certificateNotYetValid(position, validity: validity, at: date))
            }
        }
    }

    /// Two signers are equal when their certificates are.
    public static func == (one: Self, other: Self) -> Bool { one.certificates == other.certificates }

    /// Feeds the certificates to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(certificates) }
}
