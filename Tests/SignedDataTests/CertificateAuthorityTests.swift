// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

@Suite struct CertificateAuthorityTests {
    @Test func theCertificatesLookLikeApples() throws {
        let authority = try CertificateAuthority.make(now: LocalStore.now)
        #expect(try authority.root.publicKey().curve == .p384)
        #expect(try authority.intermediate.publicKey().curve == .p384)
        #expect(try authority.leaf.publicKey().curve == .p256)
        #expect(authority.chain.allSatisfy { $0.name.hasPrefix("OpenStoreKit Local ") })
        #expect(authority.root.isAuthority && authority.intermediate.isAuthority && !authority.leaf.isAuthority)
        #expect(authority.leaf.validity.lowerBound == LocalStore.now.addingTimeInterval(-86_400))
        let years = { (certificate: Certificate) in
            let validity = certificate.validity
            return (validity.upperBound.timeIntervalSince(validity.lowerBound) / (365.2425 * 86_400)).rounded()
        }
        // Longer than Apple's: a store's clock can be moved far.
        #expect(authority.chain.map(years) == [100, 100, 100])
    }

    @Test("The openssl command verifies the chain strictly", arguments: [nil, "http://127.0.0.1:18888/ocsp"])
    func opensslVerifiesStrictly(responder: String?) throws {
        let folder = try OpenSSLCommand.Folder()
        let authority = try CertificateAuthority.make(now: LocalStore.now, ocspResponder: responder)
        let root = try folder.write(Data(authority.root.pemRepresentation.utf8), "root.pem")
        let intermediate = try folder.write(Data(authority.intermediate.pemRepresentation.utf8), "intermediate.pem")
        let leaf = try folder.write(Data(authority.leaf.pemRepresentation.utf8), "leaf.pem")
        let time = String(Int(LocalStore.now.timeIntervalSince1970))
        let verified = try OpenSSLCommand.run(
            "verify", "-x509_strict", "-attime", time, "-CAfile", root, "-untrusted", intermediate, leaf)
        #expect(verified.status == 0, "\(verified.output)")
        let alone = try OpenSSLCommand.run("verify", "-x509_strict", "-attime", time, "-CAfile", root, leaf)
        #expect(alone.status != 0)

        let text = try OpenSSLCommand.run("x509", "-in", leaf, "-noout", "-text").output
        #expect(text.contains("1.2.840.113635.100.6.11.1"))
        #expect(text.contains("X509v3 Key Usage: critical"))
        #expect(text.contains("OCSP - URI:") == (responder != nil))
        let asked = try OpenSSLCommand.run("x509", "-in", leaf, "-noout", "-ocsp_uri").output
        #expect(asked.trimmingCharacters(in: .newlines) == responder ?? "")
    }

    @Test func aStoredAuthorityComesBack() throws {
        let folder = try OpenSSLCommand.Folder()
        let directory = folder.url.appendingPathComponent("new/keys")
        let made = try CertificateAuthority.loadOrMake(in: directory, now: LocalStore.now)
        let loaded = try CertificateAuthority.loadOrMake(in: directory, now: LocalStore.now)
        #expect(loaded.chain == made.chain)
        let verifier = LocalStore.verifier(.appStore(roots: [made.root]))
        let jws = try JWSSigner(loaded).sign(LocalStore.transaction())
        _ = try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)

        let manager = FileManager.default
        let names = try manager.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(names == ["expired-leaf.der", "intermediate.der", "leaf-key.pem", "leaf.der", "root.der"])
        let key = directory.appendingPathComponent("leaf-key.pem").path
        #expect(try manager.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "Damaged directories are refused with a way out",
        arguments: ["root.der", "intermediate.der", "leaf.der", "leaf-key.pem"], [nil, "damaged", "foreign"])
    func damaged(name: String, damage: String?) throws {
        let folder = try OpenSSLCommand.Folder()
        try LocalStore.authority().save(to: folder.url)
        let file = folder.url.appendingPathComponent(name)
        try FileManager.default.removeItem(at: file)
        if damage == "damaged" {
            try Data("damaged".utf8).write(to: file)
        } else if damage == "foreign" {
            let other = try OpenSSLCommand.Folder()
            try CertificateAuthority.make(now: LocalStore.now).save(to: other.url)
            try FileManager.default.copyItem(at: other.url.appendingPathComponent(name), to: file)
        }
        for load in [CertificateAuthority.load, { try CertificateAuthority.loadOrMake(in: $0, now: LocalStore.now) }] {
            let error = #expect(throws: SignedDataError.self) { _ = try load(folder.url) }
            #expect(error?.code == .authorityDamaged)
            #expect(error?.message.contains(folder.url.path) == true)
        }
    }

    @Test func anUnwritableDirectoryIsReported() throws {
        let folder = try OpenSSLCommand.Folder()
        let file = try folder.write(Data(), "file")
        let error = #expect(throws: SignedDataError.self) {
            try LocalStore.authority().save(to: URL(fileURLWithPath: file).appendingPathComponent("below"))
        }
        #expect(error?.code == .authorityUnwritable)
    }

    @Test func certificatesSurviveBothEncodings() throws {
        let root = try LocalStore.authority().root
        #expect(try Certificate(pem: root.pemRepresentation) == root)
        #expect(try Certificate(der: root.derRepresentation) == root)
        for text in ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] {
            let error = #expect(throws: SignedDataError.self) { try Certificate(pem: text) }
            #expect(error?.code == .certificateMalformed)
        }
        #expect(throws: SignedDataError.self) { try Certificate(der: root.derRepresentation.dropLast()) }
    }
}
