// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SignedData

@Suite struct SigningKeyTests {
    static let message = Data("The quick brown fox".utf8)

    @Test("Keys survive both encodings", arguments: [ECCurve.p256, .p384])
    func roundTrip(curve: ECCurve) throws {
        let key = try SigningKey.generate(curve)
        #expect(key.curve == curve)
        for copy in try [SigningKey(der: key.derRepresentation), SigningKey(pem: key.pemRepresentation)] {
            #expect(copy.derRepresentation == key.derRepresentation)
            #expect(copy.publicKey.derRepresentation == key.publicKey.derRepresentation)
        }
        let publicKey = try PublicKey(pem: key.publicKey.pemRepresentation)
        #expect(publicKey.curve == curve)
        #expect(publicKey.derRepresentation == key.publicKey.derRepresentation)
        #expect(try key.signature(of: Self.message).count == (curve == .p256 ? 64 : 96))
    }

    @Test func everyKeyIsNew() throws {
        #expect(try SigningKey.generate().derRepresentation != SigningKey.generate().derRepresentation)
    }

    @Test func rawSignaturesVerifyForTheirMessageAndKeyAlone() throws {
        let key = try SigningKey.generate()
        let signature = try key.signature(of: Self.message)
        #expect(key.publicKey.isES256Signature(signature, of: Self.message))
        #expect(!key.publicKey.isES256Signature(signature, of: Self.message + Data([0])))
        #expect(try !SigningKey.generate().publicKey.isES256Signature(signature, of: Self.message))
        #expect(!key.publicKey.isES256Signature(try key.derSignature(of: Self.message), of: Self.message))
        #expect(try !SigningKey.generate(.p384).publicKey.isES256Signature(signature, of: Self.message))
    }

    @Test("Shorter numbers keep their place in raw signatures")
    func shortScalars() throws {
        let key = try SigningKey.generate()
        // One signature in 128 has a number that starts with a zero byte, which DER leaves out.
        for count in 0..<600 {
            let message = Data("\(count)".utf8)
            let signature = try key.signature(of: message)
            #expect(signature.count == 64)
            #expect(key.publicKey.isES256Signature(signature, of: message))
        }
    }

    @Test("The openssl command agrees with our signatures", arguments: [ECCurve.p256, .p384])
    func opensslVerifies(curve: ECCurve) throws {
        let folder = try OpenSSLCommand.Folder()
        let key = try SigningKey.generate(curve)
        let publicKey = try folder.write(Data(key.publicKey.pemRepresentation.utf8), "public.pem")
        let signature = try folder.write(key.derSignature(of: Self.message), "signature")
        let message = try folder.write(Self.message, "message")
        let digest = curve == .p256 ? "-sha256" : "-sha384"
        let good = try OpenSSLCommand.run("dgst", digest, "-verify", publicKey, "-signature", signature, message)
        #expect(good.status == 0, "\(good.output)")
        let other = try folder.write(Data("something else".utf8), "other")
        #expect(
            try OpenSSLCommand.run("dgst", digest, "-verify", publicKey, "-signature", signature, other).status != 0)
    }

    @Test func keysAndSignaturesOfTheOpensslCommandAreAccepted() throws {
        let folder = try OpenSSLCommand.Folder()
        let file = try folder.write(Data(), "key.p8")
        let made = try OpenSSLCommand.run(
            "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", file)
        #expect(made.status == 0, "\(made.output)")
        let key = try SigningKey(pem: String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8))
        let message = try folder.write(Self.message, "message")
        let signed = try folder.write(Data(), "signature")
        #expect(try OpenSSLCommand.run("dgst", "-sha256", "-sign", file, "-out", signed, message).status == 0)
        let der = try Data(contentsOf: URL(fileURLWithPath: signed))
        let raw = try #require(der.withUnsafeBytes { ECDSASignature.raw(fromDER: $0, scalarSize: 32) })
        #expect(key.publicKey.isES256Signature(raw, of: Self.message))
    }

    @Test(
        "What is no key is refused",
        arguments: ["", "text", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func malformed(pem: String) {
        #expect(throws: SignedDataError.self) { try SigningKey(pem: pem) }
        #expect(throws: SignedDataError.self) { try SigningKey(der: Data(pem.utf8)) }
        #expect(throws: SignedDataError.self) { try PublicKey(pem: pem) }
    }

    @Test(
        "Other kinds of key are refused",
        arguments: [["RSA", "rsa_keygen_bits:2048"], ["EC", "ec_paramgen_curve:secp256k1"]])
    func unsupported(parameters: [String]) throws {
        let folder = try OpenSSLCommand.Folder()
        let file = try folder.write(Data(), "key.pem")
        let made = try OpenSSLCommand.run(
            "genpkey", "-algorithm", parameters[0], "-pkeyopt", parameters[1], "-out", file)
        #expect(made.status == 0, "\(made.output)")
        let pem = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
        let error = #expect(throws: SignedDataError.self) { try SigningKey(pem: pem) }
        #expect(error?.code == .keyUnsupported)
    }

    @Test func descriptionsDoNotShowTheKey() throws {
        let key = try SigningKey.generate()
        var dumped = ""
        dump(key, to: &dumped)
        let secret = key.pemRepresentation.split(separator: "\n")[1]
        #expect(!"\(key)".contains(secret) && !dumped.contains(secret))
    }
}
