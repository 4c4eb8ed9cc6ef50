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

    enum Source: Sendable, Hashable {
        /// Three certificates with Apple's markers that end in one of these roots.
        case appStore(roots: [Certificate])
        /// This very certificate, signed by itself.
        case pinned(Certificate)
    }

    let source: Source
    /// The date at which certificates must be valid.
    public let validationTime: ValidationTime

    /// Trusts chains as the App Store makes them: leaf, intermediate and one of the roots, the first two with Apple's
    /// markers.
    ///
    /// Give the root of a local store to accept its data too. Authority key identifiers are not required, but must be
    /// right where they are present; roots that came with the data are never used.
    public static func appStore(
        roots: [Certificate] = [.appleRootCAG3], validationTime: ValidationTime = .signingDate
    ) -> Trust {
        Trust(source: .appStore(roots: roots), validationTime: validationTime)
    }

    /// Trusts one certificate of StoreKit testing in Xcode and what its key signed.
    public static func xcode(_ certificate: Certificate, validationTime: ValidationTime = .signingDate) -> Trust {
        Trust(source: .pinned(certificate), validationTime: validationTime)
    }
}
