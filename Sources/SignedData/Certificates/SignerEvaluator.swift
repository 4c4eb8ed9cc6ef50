// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decides whether the certificates in a header may vouch for a signature, by the rules of a ``Trust``.
struct SignerEvaluator: Sendable {
    private enum Rule {
        case appStore([TrustAnchor])
        case pinned(Certificate)
    }

    private let rule: Rule
    /// Certificates of chains that held.
    ///
    /// OpenSSL takes longer to read one than to check a P-256 signature. Only those enter, so strangers can neither fill it nor push others out.
    let knownCertificates = BoundedCache<Data, Certificate>(capacity: knownCertificateLimit)
    static let knownCertificateLimit = 128

    init(_ trust: Trust) {
        self.rule =
            switch trust.source {
            case .appStore(let roots): .appStore(roots.map(TrustAnchor.init))
            case .pinned(let certificate): .pinned(certificate)
            }
    }

    /// Checks everything about the certificates but their dates.
    ///
    /// - Parameter certificates: What `x5c` holds, in DER; `nil` when the header has no such field.
    func signer(_ certificates: [Data]?) throws(VerificationFailure) -> Signer {
        guard let certificates else { throw VerificationFailure(.certificatesMissing) }
        switch rule {
        case .appStore(let anchors):
            try checkCount(certificates, 3)
            // The third entry is a copy of a root, and a root counts only if we were given it: it is not read.
            let leaf = try certificate(certificates, 0)
            let intermediate = try certificate(certificates, 1)
            let signer = try signer(leaf: leaf, intermediate: intermediate, anchors: anchors)
            knownCertificates.insert(leaf, for: certificates[0])
            knownCertificates.insert(intermediate, for: certificates[1])
            return signer
        case .pinned(let trusted):
            try checkCount(certificates, 1)
            return try signer(certificate(certificates, 0), pinned: trusted)
        }
    }

    private func signer(leaf: Certificate, intermediate: Certificate, anchors: [TrustAnchor])
        throws(VerificationFailure) -> Signer
    {
        // Roots may share a name: each that could have signed the intermediate is tried.
        let issuers = anchors.filter { $0.certificate.isNamedAsIssuer(of: intermediate) }
        var problem = TrustAnchor.Problem.notIssuedByRoot
        for anchor in issuers {
            guard let found = anchor.problem(leaf: leaf, intermediate: intermediate) else {
                return try signer(leaf: leaf, intermediate: intermediate, root: anchor.certificate)
            }
            problem = found
            guard case .notIssuedByRoot = found else { break }
        }
        switch problem {
        case .notIssuedByRoot:
            throw VerificationFailure(
                .untrustedRoot(issuer: intermediate.issuer, trusted: anchors.map(\.certificate.subject)))
        case .leafNotIssuedByIntermediate:
            throw VerificationFailure(.chainBroken(leaf: leaf.subject, intermediate: intermediate.subject))
        case .unsuitable(let position, let text):
            throw VerificationFailure(.certificateUnsuitable(position, problem: text))
        }
    }

    private func signer(leaf: Certificate, intermediate: Certificate, root: Certificate)
        throws(VerificationFailure) -> Signer
    {
        guard leaf.hasExtension(AppleMarker.receiptSigning) else {
            throw VerificationFailure(.markerMissing(.leaf, identifier: AppleMarker.receiptSigning))
        }
        guard intermediate.hasExtension(AppleMarker.developerRelations) else {
            throw VerificationFailure(.markerMissing(.intermediate, identifier: AppleMarker.developerRelations))
        }
        guard !leaf.isAuthority else {
            throw VerificationFailure(.certificateUnsuitable(.leaf, problem: "it is a certificate authority"))
        }
        return try Signer(leaf: leaf, authorities: [intermediate, root], key: signingKey(leaf))
    }

    private func signer(_ certificate: Certificate, pinned: Certificate) throws(VerificationFailure) -> Signer {
        guard certificate == pinned else {
            throw VerificationFailure(.untrustedRoot(issuer: certificate.issuer, trusted: [pinned.subject]))
        }
        guard certificate.isSelfSigned else {
            throw VerificationFailure(.certificateUnsuitable(.leaf, problem: "it is not signed by itself"))
        }
        return try Signer(leaf: certificate, authorities: [], key: signingKey(certificate))
    }

    private func signingKey(_ leaf: Certificate) throws(VerificationFailure) -> PublicKey {
        guard !leaf.forbidsSigning else {
            throw VerificationFailure(.certificateUnsuitable(.leaf, problem: "its key usage is not digital signature"))
        }
        guard let key = try? leaf.publicKey(), key.curve == .p256 else {
            throw VerificationFailure(.keyUnsupported(.leaf))
        }
        return key
    }

    private func checkCount(_ certificates: [Data], _ expected: Int) throws(VerificationFailure) {
        guard certificates.count == expected else {
            throw VerificationFailure(.certificateCount(found: certificates.count, expected: expected))
        }
    }

    private func certificate(_ certificates: [Data], _ index: Int) throws(VerificationFailure) -> Certificate {
        if let certificate = knownCertificates.value(for: certificates[index]) { return certificate }
        do {
            return try Certificate(der: certificates[index])
        } catch {
            throw VerificationFailure(.certificateMalformed(index: index))
        }
    }
}
