// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

@Suite struct SignerCacheTests {
    private let root: Certificate
    private let signers: [JWSSigner]

    /// Five leaves under one root.
    init() throws {
        let now = LocalStore.now
        let validity = now.addingTimeInterval(-10)...now.addingTimeInterval(10)
        let (rootKey, intermediateKey) = try (SigningKey.generate(), SigningKey.generate())
        let root = try CertificateTemplate(
            commonName: "Root", organization: "Tests", validity: validity, basicConstraints: "critical,CA:TRUE"
        ).issue(for: rootKey.publicKey, signedBy: rootKey)
        let intermediate = try CertificateTemplate(
            commonName: "Intermediate", organization: "Tests", validity: validity,
            basicConstraints: "critical,CA:TRUE,pathlen:0", markers: [AppleMarker.developerRelations]
        ).issue(for: intermediateKey.publicKey, signedBy: rootKey, of: root)
        self.root = root
        self.signers = try (0..<5).map { number in
            let key = try SigningKey.generate()
            let leaf = try CertificateTemplate(
                commonName: "Leaf \(number)", organization: "Tests", validity: validity,
                markers: [AppleMarker.receiptSigning]
            ).issue(for: key.publicKey, signedBy: intermediateKey, of: intermediate)
            return JWSSigner(key: key, chain: [leaf, intermediate, root])
        }
    }

    @Test("The cache stays within its capacity and right after evictions", arguments: [0, 1, 2, 5])
    func bounded(capacity: Int) throws {
        let verifier = LocalStore.verifier(.appStore(roots: [root]), cacheCapacity: capacity)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<60 {
            let number = Int.random(in: 0..<5, using: &generator)
            let verified = try verifier.verify(
                signers[number].sign(LocalStore.transaction()), as: JWSTransactionDecodedPayload.self)
            #expect(verified.signer.leaf.name == "Leaf \(number)")
            #expect(verifier.cache.count <= capacity)
        }
        #expect(verifier.cache.count == capacity)
        let forged = try JWSSigner(key: .generate(), chain: signers[0].chain).sign(LocalStore.transaction())
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(forged, as: JWSTransactionDecodedPayload.self)
        }
        #expect(reason == .signatureInvalid)
    }

    private func find(_ header: [UInt8], in cache: SignerCache) -> SignerCache.Entry? {
        header.withUnsafeBytes { cache.entry(for: $0) }
    }

    private func insert(_ entry: SignerCache.Entry, _ header: [UInt8], into cache: SignerCache) {
        header.withUnsafeBytes { cache.insert(entry, for: $0) }
    }

    @Test func theLongestUnusedGoesFirst() throws {
        let cache = SignerCache(capacity: 2)
        let jws = try UnverifiedJWS(signers[0].sign(LocalStore.transaction()))
        let signer = try SignerEvaluator(.appStore(roots: [root])).signer(jws.header.certificates)
        let entry = SignerCache.Entry(header: jws.header, signer: signer)
        insert(entry, [1], into: cache)
        insert(entry, [2], into: cache)
        // Twice: the second time it comes from what this processor met last.
        for _ in 0..<2 {
            let found = try #require(find([1], in: cache))
            #expect(found.header == jws.header && found.signer == signer)
        }
        insert(entry, [3], into: cache)
        #expect(find([2], in: cache) == nil)
        #expect(find([1], in: cache) != nil && find([3], in: cache) != nil)
        insert(entry, [3], into: cache)
        #expect(cache.count == 2 && find([1], in: cache) != nil)
    }

    @Test func nothingEntersWithoutAValidSignature() throws {
        let verifier = LocalStore.verifier(.appStore(roots: [root]))
        let forged = try JWSSigner(key: .generate(), chain: signers[0].chain).sign(LocalStore.transaction())
        for _ in 0..<2 {
            #expect(throws: VerificationFailure.self) {
                try verifier.verify(forged, as: JWSTransactionDecodedPayload.self)
            }
        }
        #expect(verifier.cache.count == 0)
        // Data about another app is refused, but its signer is genuine.
        let foreign = try signers[0].sign(LocalStore.transaction(bundleID: "other"))
        for _ in 0..<2 {
            #expect(throws: VerificationFailure.self) {
                try verifier.verify(foreign, as: JWSTransactionDecodedPayload.self)
            }
        }
        #expect(verifier.cache.count == 1)
    }

    @Test func headersThatDifferLateAreToldApart() throws {
        let cache = SignerCache(capacity: 4)
        let jws = try UnverifiedJWS(signers[0].sign(LocalStore.transaction()))
        let signer = try SignerEvaluator(.appStore(roots: [root])).signer(jws.header.certificates)
        let long = [UInt8](repeating: 65, count: 5000)
        insert(SignerCache.Entry(header: jws.header, signer: signer), long, into: cache)
        #expect(find(long.dropLast() + [66], in: cache) == nil)
        #expect(find(long, in: cache) != nil)
    }

    @Test func manyThreadsShareOneVerifier() async throws {
        let verifier = LocalStore.verifier(.appStore(roots: [root]), cacheCapacity: 3)
        let signers = signers
        let accepted = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var accepted = 0
                    for round in 0..<40 {
                        let signer = signers[(task + round) % signers.count]
                        let verified = try verifier.verify(
                            signer.sign(LocalStore.transaction()), as: JWSTransactionDecodedPayload.self)
                        accepted += verified.signer.certificates == signer.chain ? 1 : 0
                    }
                    return accepted
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(accepted == 320)
        #expect(verifier.cache.count == 3)
    }
}
