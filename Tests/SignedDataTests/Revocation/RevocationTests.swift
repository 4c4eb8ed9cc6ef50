// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import COpenSSL
import Foundation
import Synchronization
import Testing

@testable import SignedData

@Suite struct RevocationTests {
    private let store: RevocableStore
    private let jws: String

    init() throws {
        self.store = try RevocableStore()
        self.jws = try store.jws()
    }

    /// A verifier with answers about both certificates.
    private func transport(leaf: Data? = nil, intermediate: Data? = nil) throws -> TableTransport {
        try TableTransport([
            (store.leaf, store.intermediate, leaf ?? good(store.leaf)),
            (store.intermediate, store.root, intermediate ?? good(store.intermediate)),
        ])
    }

    /// A response of the certificate's own issuer.
    private func good(_ certificate: Certificate, _ template: ResponseTemplate = ResponseTemplate()) throws -> Data {
        let isLeaf = certificate == store.leaf
        let issuer = isLeaf ? store.intermediate : store.root
        return try template.sign(
            about: certificate, of: issuer, by: issuer, key: isLeaf ? store.intermediateKey : store.rootKey)
    }

    private func verifier(
        _ transport: any OCSPTransport, _ policy: Trust.Revocation = .ocspHardFail,
        now: @escaping @Sendable () -> Date = { LocalStore.now }
    ) -> JWSVerifier {
        JWSVerifier(
            trust: .appStore(roots: [store.root], revocation: policy),
            expecting: ExpectedApp(bundleID: LocalStore.bundleID), transport: transport, now: now)
    }

    private func failure(_ verifier: JWSVerifier, _ jws: String? = nil) async throws -> VerificationFailure {
        do {
            _ = try await verifier.verifyOnline(jws ?? self.jws, as: JWSTransactionDecodedPayload.self)
        } catch {
            #expect(!error.message.isEmpty && !error.fix.isEmpty && !error.code.rawValue.isEmpty)
            return error
        }
        throw Unexpected("accepted")
    }

    /// Checks what becomes of a response about the leaf: the reason under hard fail, and that soft fail accepts.
    private func expectUnavailable(
        _ problem: RevocationProblem, _ response: Data, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let transport = try transport(leaf: response)
        let failure = try await failure(verifier(transport))
        #expect(
            failure.reason == .revocationUnavailable(.leaf, problem), "\(failure)", sourceLocation: sourceLocation)
        #expect(failure.isRetryable, sourceLocation: sourceLocation)
        _ = try await verifier(transport, .ocspSoftFail).verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
    }

    @Test("Good certificates are accepted and remembered", arguments: [false, true])
    func good(isByName: Bool) async throws {
        var template = ResponseTemplate()
        template.isByName = isByName
        let transport = try transport(
            leaf: good(store.leaf, template), intermediate: good(store.intermediate, template))
        let verifier = verifier(transport)
        for _ in 0..<3 {
            let verified = try await verifier.verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
            #expect(verified.signer.leaf == store.leaf)
        }
        #expect(transport.questions == Array(repeating: URL(string: RevocableStore.responderURL), count: 2))
        #expect(verifier.revocation?.count == 2)
    }

    @Test func withoutAPolicyNobodyIsAsked() async throws {
        let transport = try TableTransport([])
        _ = try await verifier(transport, .off).verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
        #expect(transport.questions.isEmpty)
    }

    @Test func theSynchronousWayRefusesWhatItCannotCheck() throws {
        for policy in [Trust.Revocation.ocspHardFail, .ocspSoftFail] {
            let verifier = try verifier(transport(), policy)
            let reasons = [
                try refusal { () throws(VerificationFailure) in
                    try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
                },
                try refusal { () throws(VerificationFailure) in
                    try verifier.verify(UnverifiedJWS(jws), as: JWSTransactionDecodedPayload.self)
                },
            ]
            #expect(reasons == [.revocationUnchecked, .revocationUnchecked])
        }
    }

    @Test func nobodyIsAskedAboutForgeries() async throws {
        let transport = try transport()
        let forged = try JWSSigner(key: .generate(), chain: [store.leaf, store.intermediate, store.root])
            .sign(LocalStore.transaction())
        let stranger = try RevocableStore().jws()
        #expect(try await failure(verifier(transport), forged).reason == .signatureInvalid)
        guard case .untrustedRoot = try await failure(verifier(transport), stranger).reason else {
            throw Unexpected("accepted")
        }
        #expect(transport.questions.isEmpty)
    }

    @Test("Revoked certificates are refused under both policies", arguments: [true, false])
    func revoked(isLeaf: Bool) async throws {
        var template = ResponseTemplate()
        template.status = V_OCSP_CERTSTATUS_REVOKED
        template.reason = OCSP_REVOKED_STATUS_KEYCOMPROMISE
        let transport =
            isLeaf
            ? try transport(leaf: good(store.leaf, template))
            : try transport(intermediate: good(store.intermediate, template))
        for policy in [Trust.Revocation.ocspHardFail, .ocspSoftFail] {
            let verifier = verifier(transport, policy)
            for _ in 0..<2 {
                let failure = try await failure(verifier)
                #expect(
                    failure.reason
                        == .certificateRevoked(
                            isLeaf ? .leaf : .intermediate, at: LocalStore.now.addingTimeInterval(-1000),
                            reason: "keyCompromise"))
                #expect(!failure.isRetryable)
            }
        }
    }

    @Test func unknownCertificatesAreRefusedUnderHardFail() async throws {
        var template = ResponseTemplate()
        template.status = V_OCSP_CERTSTATUS_UNKNOWN
        let transport = try transport(leaf: good(store.leaf, template))
        let failure = try await failure(verifier(transport))
        #expect(failure.reason == .revocationUnknown(.leaf))
        #expect(!failure.isRetryable)
        _ = try await verifier(transport, .ocspSoftFail).verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
    }

    @Test func certificatesThatNameNoResponderCannotBeChecked() async throws {
        let silent = try RevocableStore(responder: nil)
        let trust = { (policy: Trust.Revocation) in Trust.appStore(roots: [silent.root], revocation: policy) }
        let transport = try TableTransport([])
        let make = { (policy: Trust.Revocation) in
            JWSVerifier(trust: trust(policy), expecting: .anything, transport: transport) { LocalStore.now }
        }
        let failure = try await failure(make(.ocspHardFail), silent.jws())
        #expect(failure.reason == .revocationUnavailable(.leaf, .noResponder))
        #expect(!failure.isRetryable)
        _ = try await make(.ocspSoftFail).verifyOnline(silent.jws(), as: JWSTransactionDecodedPayload.self)
        #expect(transport.questions.isEmpty)
    }

    @Test func unreachableRespondersAreNoRefusal() async throws {
        let transport = try TableTransport([])
        let failure = try await failure(verifier(transport))
        guard case .revocationUnavailable(.leaf, .unreachable) = failure.reason else { throw Unexpected(failure) }
        #expect(failure.isRetryable)
        _ = try await verifier(transport, .ocspSoftFail).verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
    }

    @Test func garbageIsNoAnswer() async throws {
        let right = try good(store.leaf)
        var generator = SeededGenerator(seed: 5)
        for garbage in [Data(), Data("<html>".utf8), right.dropLast(), right + Data([0]), Data(count: 70_000)] {
            try await expectUnavailable(.malformed, Data(garbage))
        }
        for _ in 0..<60 {
            var altered = right
            let position = Int.random(in: 0..<altered.count, using: &generator)
            altered[position] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            let failure = try await failure(verifier(transport(leaf: altered)))
            #expect(failure.isRetryable, "\(position)")
        }
    }

    @Test func respondersMayRefuseToAnswer() async throws {
        let tryLater = try ResponseTemplate.refusal(status: OCSP_RESPONSE_STATUS_TRYLATER)
        try await expectUnavailable(.refused(status: 3), tryLater)
    }

    @Test func answersHoldForATime() async throws {
        func response(this: TimeInterval, next: TimeInterval?) throws -> Data {
            var template = ResponseTemplate()
            template.thisUpdate = LocalStore.now.addingTimeInterval(this)
            template.nextUpdate = next.map { LocalStore.now.addingTimeInterval($0) }
            return try good(store.leaf, template)
        }
        for (this, next) in [(60.0, 100.0), (-1000, -60), (-60, nil), (0, nil)] as [(TimeInterval, TimeInterval?)] {
            _ = try await verifier(transport(leaf: response(this: this, next: next)))
                .verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
        }
        for (this, next) in [(61.0, 100.0), (-1000, -61), (-61, nil), (50, 40)] as [(TimeInterval, TimeInterval?)] {
            let stale = RevocationProblem.stale(
                thisUpdate: LocalStore.now.addingTimeInterval(this),
                nextUpdate: next.map { LocalStore.now.addingTimeInterval($0) })
            try await expectUnavailable(stale, response(this: this, next: next))
        }
    }

    @Test func answersAreForgottenInTime() async throws {
        let clock = Mutex(LocalStore.now)
        let transport = try transport()
        let verifier = verifier(transport) { clock.withLock { $0 } }
        for (seconds, questions) in [(0.0, 2), (3599, 2), (3600, 4), (7199, 4), (7200, 6)] {
            clock.withLock { $0 = LocalStore.now.addingTimeInterval(seconds) }
            _ = try await verifier.verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
            #expect(transport.questions.count == questions)
        }
        // Beyond the next update the responder's old answer does not count any more.
        clock.withLock { $0 = LocalStore.now.addingTimeInterval(43_261) }
        #expect(try await failure(verifier).isRetryable)
    }

    @Test("Delegates of the issuer may answer", arguments: [false, true])
    func delegates(isByName: Bool) async throws {
        let key = try SigningKey.generate()
        var template = ResponseTemplate()
        template.isByName = isByName
        let delegate = try store.delegate(for: key)
        let response = try template.sign(about: store.leaf, of: store.intermediate, by: delegate, key: key)
        _ = try await verifier(transport(leaf: response)).verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
    }

    @Test func strangersMayNotAnswer() async throws {
        let key = try SigningKey.generate()
        let past = LocalStore.now.addingTimeInterval(-20)...LocalStore.now.addingTimeInterval(-10)
        let signers = try [
            store.delegate(for: key, usage: nil), store.delegate(for: key, usage: "serverAuth"),
            store.delegate(for: key, issuer: store.root, issuerKey: store.rootKey),
            store.delegate(for: key, issuerKey: SigningKey.generate(.p384)), store.delegate(for: key, validity: past),
            CertificateTemplate(commonName: "Intermediate", organization: "Tests", validity: store.leaf.validity)
                .issue(for: key.publicKey, signedBy: key),
        ]
        for signer in signers {
            for isByName in [false, true] {
                var template = ResponseTemplate()
                template.isByName = isByName
                let response = try template.sign(about: store.leaf, of: store.intermediate, by: signer, key: key)
                try await expectUnavailable(.unauthorized, response)
            }
        }
        // The leaf itself cannot say that it is good, and a weak digest proves nothing.
        let byLeaf = try ResponseTemplate().sign(
            about: store.leaf, of: store.intermediate, by: store.leaf, key: store.leafKey)
        try await expectUnavailable(.unauthorized, byLeaf)
        var weak = ResponseTemplate()
        weak.digest = EVP_sha1()
        try await expectUnavailable(.unauthorized, good(store.leaf, weak))
    }

    @Test func answersAboutOtherCertificatesDoNotCount() async throws {
        let other = try store.delegate(for: .generate())
        let response = try ResponseTemplate().sign(
            about: other, of: store.intermediate, by: store.intermediate, key: store.intermediateKey)
        try await expectUnavailable(.otherCertificate, response)
        var template = ResponseTemplate()
        template.identifierDigest = EVP_sha1()
        try await expectUnavailable(.otherCertificate, good(store.leaf, template))
    }
}
