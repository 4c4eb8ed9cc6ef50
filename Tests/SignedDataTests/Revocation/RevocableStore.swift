// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation
import Synchronization

@testable import SignedData

/// A store whose issuers answer questions about revocation, and the many ways in which they may answer wrongly.
final class RevocableStore: Sendable {
    static let responderURL = "http://127.0.0.1:9/ocsp"
    let root: Certificate
    let intermediate: Certificate
    let leaf: Certificate
    let rootKey: SigningKey
    let intermediateKey: SigningKey
    let leafKey: SigningKey

    init(responder: String? = responderURL, now: Date = LocalStore.now) throws {
        let validity = now.addingTimeInterval(-100_000)...now.addingTimeInterval(100_000)
        (rootKey, intermediateKey, leafKey) = try (.generate(.p384), .generate(.p384), .generate())
        root = try CertificateTemplate(
            commonName: "Root", organization: "Tests", validity: validity, basicConstraints: "critical,CA:TRUE",
            keyUsage: "critical,keyCertSign,cRLSign"
        ).issue(for: rootKey.publicKey, signedBy: rootKey)
        intermediate = try CertificateTemplate(
            commonName: "Intermediate", organization: "Tests", validity: validity,
            basicConstraints: "critical,CA:TRUE,pathlen:0", keyUsage: "critical,keyCertSign,cRLSign",
            markers: [AppleMarker.developerRelations], ocspResponder: responder
        ).issue(for: intermediateKey.publicKey, signedBy: rootKey, of: root)
        leaf = try CertificateTemplate(
            commonName: "Leaf", organization: "Tests", validity: validity, basicConstraints: "critical,CA:FALSE",
            keyUsage: "critical,digitalSignature", markers: [AppleMarker.receiptSigning], ocspResponder: responder
        ).issue(for: leafKey.publicKey, signedBy: intermediateKey, of: intermediate)
    }

    func jws() throws -> String {
        try JWSSigner(key: leafKey, chain: [leaf, intermediate, root]).sign(LocalStore.transaction())
    }

    /// A certificate for somebody whom the intermediate may have named to answer in its place.
    func delegate(
        for key: SigningKey, usage: String? = "OCSPSigning", issuer: Certificate? = nil, issuerKey: SigningKey? = nil,
        validity: ClosedRange<Date> = LocalStore.now.addingTimeInterval(-9)...LocalStore.now.addingTimeInterval(9)
    ) throws -> Certificate {
        try CertificateTemplate(
            commonName: "Responder", organization: "Tests", validity: validity, keyUsage: "critical,digitalSignature",
            extendedKeyUsage: usage
        ).issue(for: key.publicKey, signedBy: issuerKey ?? intermediateKey, of: issuer ?? intermediate)
    }
}

/// An OCSP response in the making; by itself it says that a certificate is good.
struct ResponseTemplate {
    var status = V_OCSP_CERTSTATUS_GOOD
    var reason: Int32 = -1
    var thisUpdate = LocalStore.now.addingTimeInterval(-300)
    var nextUpdate: Date? = LocalStore.now.addingTimeInterval(43_200)
    var isByName = false
    var digest = EVP_sha256()
    /// The digest of the certificate identifier; SHA-256 is what was asked with.
    var identifierDigest = EVP_sha256()

    struct Failure: Error {}

    /// Signs the response for one certificate of an issuer; `signer` is put in unless it is the issuer.
    func sign(about certificate: Certificate, of issuer: Certificate, by signer: Certificate, key: SigningKey) throws
        -> Data
    {
        guard let basic = OCSP_BASICRESP_new() else { throw Failure() }
        defer { OCSP_BASICRESP_free(basic) }
        let identifier = OCSP_cert_to_id(identifierDigest, certificate.handle.pointer, issuer.handle.pointer)
        defer { OCSP_CERTID_free(identifier) }
        let time = { (date: Date) in ASN1_GENERALIZEDTIME_set(nil, date.unixSeconds) }
        let (this, next) = (time(thisUpdate), nextUpdate.map(time) ?? nil)
        let revocation = status == V_OCSP_CERTSTATUS_REVOKED ? time(LocalStore.now.addingTimeInterval(-1000)) : nil
        defer {
            for time in [this, next, revocation] { ASN1_STRING_free(time) }
        }
        guard OCSP_basic_add1_status(basic, identifier, status, reason, revocation, this, next) != nil else {
            throw Failure()
        }
        var flags: UInt = isByName ? 0 : UInt(OCSP_RESPID_KEY)
        if signer == issuer { flags |= UInt(OCSP_NOCERTS) }
        guard
            OCSP_basic_sign(basic, signer.handle.pointer, key.handle.pointer, digest, nil, flags) == 1,
            let response = OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic)
        else { throw Failure() }
        defer { OCSP_RESPONSE_free(response) }
        return try Self.der(response)
    }

    /// A response that only says that there is none.
    static func refusal(status: Int32) throws -> Data {
        guard let response = OCSP_response_create(status, nil) else { throw Failure() }
        defer { OCSP_RESPONSE_free(response) }
        return try der(response)
    }

    private static func der(_ response: OpaquePointer) throws -> Data {
        guard let der = OpenSSL.der({ i2d_OCSP_RESPONSE(response, $0) }) else { throw Failure() }
        return der
    }
}

/// Answers from a table instead of a network, and counts the questions.
final class TableTransport: OCSPTransport {
    struct Unreachable: Error {}

    private let answers: [Data: Data]
    private let log = Mutex<[URL]>([])

    /// Takes responses for certificates, each with its issuer; what is not there is unreachable.
    init(_ answers: [(certificate: Certificate, issuer: Certificate, response: Data)]) throws {
        var table: [Data: Data] = [:]
        for answer in answers {
            table[try OCSPQuestion(about: answer.certificate, of: answer.issuer).request] = answer.response
        }
        self.answers = table
    }

    var questions: [URL] { log.withLock { $0 } }

    func response(to request: Data, from responder: URL) async throws -> Data {
        log.withLock { $0.append(responder) }
        guard let answer = answers[request] else { throw Unreachable() }
        return answer
    }
}
