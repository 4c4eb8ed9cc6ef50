// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The three certificates of a local App Store and the key that signs its payloads.
///
/// They look like Apple's to a verifier in everything but the root: P-384, P-384, P-256, the same markers. The keys of
/// root and intermediate are forgotten as soon as they have signed, so nothing more can be issued under them.
package struct CertificateAuthority: Sendable {
    /// What a verifier must be told to trust.
    package let root: Certificate
    /// Signed by the root.
    package let intermediate: Certificate
    /// Signed by the intermediate; vouches for ``leafKey``.
    package let leaf: Certificate
    /// Signs payloads.
    package let leafKey: SigningKey
    /// Vouches for the same key, but had expired before the authority was made; authorities of old have none.
    package var expiredLeaf: Certificate?

    /// Signs with a certificate that had expired, for those who want to see that refused.
    package var expiredSigner: JWSSigner? {
        expiredLeaf.map { JWSSigner(key: leafKey, chain: [$0, intermediate, root]) }
    }

    /// Leaf, intermediate and root: the order of `x5c`.
    package var chain: [Certificate] { [leaf, intermediate, root] }

    /// Makes keys and certificates.
    ///
    /// - Parameters:
    ///   - now: The certificates are valid from one day before; all for 100 years, so that a
    ///     store's clock can be moved far.
    ///   - ocspResponder: Written into intermediate and leaf, for verifiers that ask about revocation.
    /// - Throws: ``SignedDataError`` with the code `cryptographyFailed`.
    package static func make(now: Date, ocspResponder: String? = nil) throws(SignedDataError) -> CertificateAuthority {
        let start = now.addingTimeInterval(-86_400)
        let organization = "OpenStoreKit"
        let rootKey = try SigningKey.generate(.p384)
        let root = try CertificateTemplate(
            commonName: "OpenStoreKit Local Root", organization: organization,
            validity: start...start.adding(years: 100),
            basicConstraints: "critical,CA:TRUE", keyUsage: "critical,keyCertSign,cRLSign"
        ).issue(for: rootKey.publicKey, signedBy: rootKey)

        let intermediateKey = try SigningKey.generate(.p384)
        let intermediate = try CertificateTemplate(
            commonName: "OpenStoreKit Local Intermediate", organization: organization,
            validity: start...start.adding(years: 100), basicConstraints: "critical,CA:TRUE,pathlen:0",
            keyUsage: "critical,keyCertSign,cRLSign", markers: [AppleMarker.developerRelations],
            ocspResponder: ocspResponder
        ).issue(for: intermediateKey.publicKey, signedBy: rootKey, of: root)

        let leafKey = try SigningKey.generate(.p256)
        var template = CertificateTemplate(
            commonName: "OpenStoreKit Local Receipt Signing", organization: organization,
            validity: start...start.adding(years: 100), basicConstraints: "critical,CA:FALSE",
            keyUsage: "critical,digitalSignature", markers: [AppleMarker.receiptSigning], ocspResponder: ocspResponder)
        let leaf = try template.issue(for: leafKey.publicKey, signedBy: intermediateKey, of: intermediate)
        template.validity = start.adding(years: -2)...start.adding(years: -1)
        let expiredLeaf = try template.issue(for: leafKey.publicKey, signedBy: intermediateKey, of: intermediate)
        return CertificateAuthority(
            root: root, intermediate: intermediate, leaf: leaf, leafKey: leafKey, expiredLeaf: expiredLeaf)
    }
}

extension Date {
    /// The same moment so many Gregorian years later, a leap year counted as 365.2425 days.
    func adding(years: Double) -> Date {
        addingTimeInterval(years * 365.2425 * 86_400)
    }
}
