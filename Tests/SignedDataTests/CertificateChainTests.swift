// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Chains that are right but for one thing, and dates at both ends of their validity.
@Suite struct CertificateChainTests {
    private static let validity = LocalStore.now.addingTimeInterval(-1000)...LocalStore.now.addingTimeInterval(1000)
    private let rootKey: SigningKey
    private let intermediateKey: SigningKey
    private let leafKey: SigningKey
    private let root: Certificate
    private let intermediate: Certificate
    private let leaf: Certificate

    init() throws {
        (rootKey, intermediateKey, leafKey) = try (.generate(.p384), .generate(.p384), .generate())
        root = try Self.authorityTemplate("Root").issue(for: rootKey.publicKey, signedBy: rootKey)
        intermediate = try Self.intermediateTemplate.issue(
            for: intermediateKey.publicKey, signedBy: rootKey, of: root)
        leaf = try Self.leafTemplate.issue(for: leafKey.publicKey, signedBy: intermediateKey, of: intermediate)
    }

    private static func authorityTemplate(_ name: String) -> CertificateTemplate {
        CertificateTemplate(
            commonName: name, organization: "Tests", validity: validity, basicConstraints: "critical,CA:TRUE",
            keyUsage: "critical,keyCertSign,cRLSign")
    }

    private static var intermediateTemplate: CertificateTemplate {
        var template = authorityTemplate("Intermediate")
        template.basicConstraints = "critical,CA:TRUE,pathlen:0"
        template.markers = [AppleMarker.developerRelations]
        return template
    }

    private static var leafTemplate: CertificateTemplate {
        CertificateTemplate(
            commonName: "Leaf", organization: "Tests", validity: validity, basicConstraints: "critical,CA:FALSE",
            keyUsage: "critical,digitalSignature", markers: [AppleMarker.receiptSigning])
    }

    private func leaf(_ change: (inout CertificateTemplate) -> Void, key: SigningKey? = nil) throws -> Certificate {
        var template = Self.leafTemplate
        change(&template)
        return try template.issue(
            for: (key ?? leafKey).publicKey, signedBy: intermediateKey, of: intermediate)
    }

    private func intermediate(_ change: (inout CertificateTemplate) -> Void) throws -> Certificate {
        var template = Self.intermediateTemplate
        change(&template)
        return try template.issue(for: intermediateKey.publicKey, signedBy: rootKey, of: root)
    }

    /// The reason for refusing a chain; `nil` when it is accepted.
    private func reason(_ leaf: Certificate, _ intermediate: Certificate, roots: [Certificate]? = nil)
        -> VerificationFailure.Reason?
    {
        let evaluator = SignerEvaluator(.appStore(roots: roots ?? [root]))
        do throws(VerificationFailure) {
            _ = try evaluator.signer([leaf, intermediate, root].map(\.derRepresentation))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func theRightChainIsAccepted() {
        #expect(reason(leaf, intermediate) == nil)
    }

    @Test func keyIdentifiersAndKeyUsageMayBeMissing() throws {
        #expect(try reason(leaf { $0.hasKeyIdentifiers = false }, intermediate) == nil)
        #expect(try reason(leaf { $0.keyUsage = nil }, intermediate) == nil)
    }

    @Test func missingMarkersAreRefused() throws {
        #expect(
            try reason(leaf { $0.markers = [AppleMarker.developerRelations] }, intermediate)
                == .markerMissing(.leaf, identifier: AppleMarker.receiptSigning))
        #expect(
            try reason(leaf, intermediate { $0.markers = [] })
                == .markerMissing(.intermediate, identifier: AppleMarker.developerRelations))
    }

    @Test func leavesThatMayNotSignAreRefused() throws {
        let asAuthority = try leaf { $0.basicConstraints = "critical,CA:TRUE" }
        #expect(
            reason(asAuthority, intermediate)
                == .certificateUnsuitable(.leaf, problem: "it is a certificate authority"))
        let forKeyAgreement = try leaf { $0.keyUsage = "critical,keyAgreement" }
        #expect(
            reason(forKeyAgreement, intermediate)
                == .certificateUnsuitable(.leaf, problem: "its key usage is not digital signature"))
        let onP384 = try leaf({ _ in }, key: SigningKey.generate(.p384))
        #expect(reason(onP384, intermediate) == .keyUnsupported(.leaf))
    }

    @Test func intermediatesThatMayNotIssueAreRefused() throws {
        let notAuthority = try intermediate { $0.basicConstraints = "critical,CA:FALSE" }
        let withoutCertificateSigning = try intermediate { $0.keyUsage = "critical,digitalSignature" }
        for changed in [notAuthority, withoutCertificateSigning] {
            guard case .certificateUnsuitable(.intermediate, _) = try #require(reason(leaf, changed)) else {
                throw Unexpected(reason(leaf, changed) as Any)
            }
        }
    }

    @Test func rootsThatAllowNoIntermediateAreRefused() throws {
        var template = Self.authorityTemplate("Root")
        template.basicConstraints = "critical,CA:TRUE,pathlen:0"
        let strict = try template.issue(for: rootKey.publicKey, signedBy: rootKey)
        let below = try Self.intermediateTemplate.issue(
            for: intermediateKey.publicKey, signedBy: rootKey, of: strict)
        // pathlen 0 allows leaves below it, but no further authority.
        guard case .certificateUnsuitable(.root, _) = try #require(reason(leaf, below, roots: [strict])) else {
            throw Unexpected(reason(leaf, below, roots: [strict]) as Any)
        }
    }

    @Test func unknownCriticalExtensionsAreRefused() throws {
        let changed = try leaf { $0.criticalExtension = "1.2.3.4.5" }
        guard case .certificateUnsuitable(.leaf, _) = try #require(reason(changed, intermediate)) else {
            throw Unexpected(reason(changed, intermediate) as Any)
        }
    }

    @Test func nameConstraintsAreObeyed() throws {
        func constrained(_ constraint: String) throws -> Certificate {
            try intermediate { $0.nameConstraints = constraint }
        }
        let named = try leaf { $0.subjectAlternativeName = "DNS:shop.example" }
        #expect(try reason(named, constrained("critical,permitted;DNS:shop.example")) == nil)
        for constraint in ["critical,excluded;DNS:shop.example", "critical,permitted;DNS:other.example"] {
            guard case .certificateUnsuitable(.leaf, _) = try #require(reason(named, constrained(constraint))) else {
                throw Unexpected(constraint)
            }
        }
    }

    @Test func certificatesSignedOverSHA1AreRefused() throws {
        let weakLeaf = try leaf { $0.usesSHA1 = true }
        guard case .certificateUnsuitable(.leaf, _) = try #require(reason(weakLeaf, intermediate)) else {
            throw Unexpected(reason(weakLeaf, intermediate) as Any)
        }
        let weakIntermediate = try intermediate { $0.usesSHA1 = true }
        guard case .certificateUnsuitable(.intermediate, _) = try #require(reason(leaf, weakIntermediate)) else {
            throw Unexpected(reason(leaf, weakIntermediate) as Any)
        }
    }

    @Test func manyChainsLeaveTheMemoryOfAVerifierBounded() throws {
        let evaluator = SignerEvaluator(.appStore(roots: [root]))
        let verifier = LocalStore.verifier(.appStore(roots: [root]), cacheCapacity: 8)
        for number in 0..<200 {
            let leaf = try leaf { $0.commonName = "Leaf \(number)" }
            let chain = [leaf, intermediate, root]
            _ = try evaluator.signer(chain.map(\.derRepresentation))
            _ = try verifier.verify(
                JWSSigner(key: leafKey, chain: chain).sign(LocalStore.transaction()),
                as: JWSTransactionDecodedPayload.self)
            #expect(evaluator.knownCertificates.count <= SignerEvaluator.knownCertificateLimit)
            #expect(verifier.cache.count <= 8)
        }
        #expect(evaluator.knownCertificates.count == SignerEvaluator.knownCertificateLimit)
        #expect(verifier.cache.count == 8)
        // What is refused is not remembered.
        let fresh = SignerEvaluator(.appStore(roots: [root]))
        let stranger = try Self.leafTemplate.issue(for: leafKey.publicKey, signedBy: rootKey, of: intermediate)
        #expect(throws: VerificationFailure.self) {
            try fresh.signer([stranger, intermediate, root].map(\.derRepresentation))
        }
        #expect(fresh.knownCertificates.count == 0)
    }

    @Test func chainsMustHoldTogether() throws {
        let stranger = try SigningKey.generate(.p384)
        let template = Self.leafTemplate
        let leaves = try [
            template.issue(for: leafKey.publicKey, signedBy: stranger, of: intermediate),
            template.issue(for: leafKey.publicKey, signedBy: rootKey, of: root),
            template.issue(for: leafKey.publicKey, signedBy: leafKey),
        ]
        for changed in leaves {
            #expect(
                reason(changed, intermediate)
                    == .chainBroken(leaf: changed.subject, intermediate: intermediate.subject))
        }
        let forged = try Self.intermediateTemplate.issue(
            for: intermediateKey.publicKey, signedBy: stranger, of: root)
        let untrusted = VerificationFailure.Reason.untrustedRoot(issuer: root.subject, trusted: [root.subject])
        #expect(reason(leaf, forged) == untrusted)
        #expect(reason(leaf, intermediate, roots: []) == .untrustedRoot(issuer: root.subject, trusted: []))
    }

    @Test func rootsThatShareANameAreAllTried() throws {
        let otherKey = try SigningKey.generate(.p384)
        let other = try Self.authorityTemplate("Root").issue(for: otherKey.publicKey, signedBy: otherKey)
        #expect(reason(leaf, intermediate, roots: [other, root]) == nil)
        #expect(reason(leaf, intermediate, roots: [root, other]) == nil)
        guard case .untrustedRoot = reason(leaf, intermediate, roots: [other]) else { throw Unexpected("accepted") }
    }

    @Test func bothEndsOfTheValidityAreInside() throws {
        let signer = JWSSigner(key: leafKey, chain: [leaf, intermediate, root])
        let verifier = LocalStore.verifier(.appStore(roots: [root]))
        for offset in [-1000.0, 0, 1000] {
            let jws = try signer.sign(LocalStore.transaction(signedDate: LocalStore.now.addingTimeInterval(offset)))
            _ = try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
        }
        for (offset, isLate) in [(-1000.001, false), (1000.001, true)] {
            let date = LocalStore.now.addingTimeInterval(offset)
            let jws = try signer.sign(LocalStore.transaction(signedDate: date))
            // The second time the signer is known already.
            for _ in 0..<2 {
                let reason = try refusal { () throws(VerificationFailure) in
                    try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
                }
                switch reason {
                case .certificateExpired(.leaf, Self.validity, _): #expect(isLate)
                case .certificateNotYetValid(.leaf, Self.validity, _): #expect(!isLate)
                default: throw Unexpected(reason)
                }
            }
        }
    }

    @Test func theNarrowestCertificateDecides() throws {
        let short = LocalStore.now.addingTimeInterval(-10)...LocalStore.now.addingTimeInterval(10)
        let brief = try intermediate { $0.validity = short }
        let signer = JWSSigner(key: leafKey, chain: [leaf, brief, root])
        let date = LocalStore.now.addingTimeInterval(20)
        let jws = try signer.sign(LocalStore.transaction(signedDate: date))
        let verifier = LocalStore.verifier(.appStore(roots: [root]))
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
        }
        guard case .certificateExpired(.intermediate, short, _) = reason else { throw Unexpected(reason) }
    }

    @Test func theValidationTimeIsAPolicy() throws {
        let signer = JWSSigner(key: leafKey, chain: [leaf, intermediate, root])
        let later = LocalStore.now.addingTimeInterval(5000)
        let dated = try signer.sign(LocalStore.transaction())
        let undated = try signer.sign(LocalStore.transaction(signedDate: nil))
        let bySigning = LocalStore.verifier(.appStore(roots: [root]), now: later)
        let byNow = LocalStore.verifier(.appStore(roots: [root], validationTime: .now), now: later)
        _ = try bySigning.verify(dated, as: JWSTransactionDecodedPayload.self)
        let expired = VerificationFailure.Reason.certificateExpired(.leaf, validity: Self.validity, at: later)
        for (verifier, jws) in [(bySigning, undated), (byNow, dated), (byNow, undated)] {
            let reason = try refusal { () throws(VerificationFailure) in
                try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
            }
            #expect(reason == expired)
        }
        let inTime = LocalStore.verifier(.appStore(roots: [root], validationTime: .now))
        _ = try inTime.verify(
            signer.sign(LocalStore.transaction(signedDate: .distantPast)), as: JWSTransactionDecodedPayload.self)
    }
}
