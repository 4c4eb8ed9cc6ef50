// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whose signatures count and at which date certificates are judged.
///
/// No trust skips a signature.
public struct Trust: Sendable, Hashable {
    /// The date at which certificates must be valid.
    public enum ValidationTime: Sendable, Hashable {
        /// The date of signing that the payload states, or now when it states none: what was validly signed stays
        /// valid, which is how Apple's libraries judge without network access.
        ///
        /// The risk: who steals the key of an expired certificate can state an old date.
        case signingDate
        /// The present: data must be signed afresh once its certificates have expired.
        case now
    }

    /// Whether the issuers of certificates are asked, by OCSP, if they have withdrawn them.
    public enum Revocation: Sendable, Hashable {
        /// Nobody is asked.
        case off
        /// Every certificate must be known to be good; without an answer data is refused, to be tried again.
        case ocspHardFail
        /// Only certificates known to be revoked are refused; without an answer data is accepted.
        case ocspSoftFail
    }

    enum Source: Sendable, Hashable {
        /// Three certificates with Apple's markers that end in one of these roots.
        case appStore(roots: [Certificate])
        /// This very certificate, signed by itself.
        case pinned(Certificate)
    }

    let source: Source
    /// The date at which certificates must be valid.
    public let validationTime: ValidationTime
    /// Whether it is asked if certificates were revoked.
    public let revocation: Revocation

    /// Trusts chains as the App Store makes them: leaf, intermediate and one of the roots, the first two with Apple's
    /// markers.
    ///
    /// Give the root of a local store to accept its data too. Authority key identifiers are not required, but must be
    /// right where they are present; roots that came with the data are never used.
    public static func appStore(
        roots: [Certificate] = [.appleRootCAG3], validationTime: ValidationTime = .signingDate,
        revocation: Revocation = .off
    ) -> Trust {
        Trust(source: .appStore(roots: roots), validationTime: validationTime, revocation: revocation)
    }

    /// Trusts one certificate of StoreKit testing in Xcode and what its key signed; there is nobody to revoke it.
    public static func xcode(_ certificate: Certificate, validationTime: ValidationTime = .signingDate) -> Trust {
        Trust(source: .pinned(certificate), validationTime: validationTime, revocation: .off)
    }
}
