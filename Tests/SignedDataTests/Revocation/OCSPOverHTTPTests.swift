// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Questions sent over HTTP and answered by the `openssl` command, which reads and signs by itself.
@Suite struct OCSPOverHTTPTests {
    /// Files as `openssl ocsp` wants them: one issuer, its key, and its list of certificates.
    private final class Responder: Sendable {
        let folder: OpenSSLCommand.Folder
        let arguments: [String]

        init(issuer: Certificate, key: SigningKey, entries: [String], options: [String]) throws {
            folder = try OpenSSLCommand.Folder()
            let issuer = try folder.write(Data(issuer.pemRepresentation.utf8), "issuer.pem")
            arguments =
                try [
                    "-index", folder.write(Data(entries.map { $0 + "\n" }.joined().utf8), "index"), "-CA", issuer,
                    "-rsigner", issuer, "-rkey", folder.write(Data(key.pemRepresentation.utf8), "key.pem"), "-rmd",
                    "sha256",
                ] + options
        }

        /// `nil` when the question is not about a certificate of this issuer.
        func answer(_ request: Data) throws -> Data? {
            let name = UUID().uuidString
            let question = try folder.write(request, name)
            let answer = folder.url.appendingPathComponent(name + ".answer")
            _ = try OpenSSLCommand.run(["ocsp", "-reqin", question, "-respout", answer.path] + arguments)
            return try? Data(contentsOf: answer)
        }
    }

    private static func serial(_ certificate: Certificate) throws -> String {
        let folder = try OpenSSLCommand.Folder()
        let file = try folder.write(Data(certificate.pemRepresentation.utf8), "certificate.pem")
        let output = try OpenSSLCommand.run("x509", "-in", file, "-noout", "-serial").output
        return output.trimmingCharacters(in: .whitespacesAndNewlines).replacing("serial=", with: "")
    }

    /// What the command is to say about the leaf; the intermediate is good.
    private enum Say: String, CaseIterable {
        case good, revoked, unknown
    }

    @Test("The openssl command answers", arguments: Say.allCases, [[], ["-resp_key_id"]])
    private func openssl(say: Say, options: [String]) async throws {
        // The command answers with the real time.
        let now = Date()
        let store = try RevocableStore(now: now)
        let question = try OCSPQuestion(about: store.leaf, of: store.intermediate).request
        let (leaf, intermediate) = try (Self.serial(store.leaf), Self.serial(store.intermediate))
        let entry =
            switch say {
            case .good: "V\t491231235959Z\t\t\(leaf)\tunknown\t/CN=Leaf"
            case .revoked: "R\t491231235959Z\t250101000000Z,keyCompromise\t\(leaf)\tunknown\t/CN=Leaf"
            case .unknown: "V\t491231235959Z\t\t01\tunknown\t/CN=Other"
            }
        let responders = try [
            Responder(
                issuer: store.intermediate, key: store.intermediateKey, entries: [entry],
                options: options + ["-ndays", "1"]),
            Responder(
                issuer: store.root, key: store.rootKey,
                entries: ["V\t491231235959Z\t\t\(intermediate)\tunknown\t/CN=Intermediate"],
                options: options + ["-ndays", "1"]),
        ]
        let server = try LoopbackServer { request in
            // Each issuer answers about its own certificates alone.
            let isLeaf = request.body == question
            let answer = try? responders[isLeaf ? 0 : 1].answer(request.body)
            return ("200 OK", (answer ?? nil) ?? Data())
        }
        let transport = Redirected(to: server.url)
        let verifier = JWSVerifier(
            trust: .appStore(roots: [store.root], revocation: .ocspHardFail), expecting: .anything,
            transport: transport)
        let jws = try JWSSigner(key: store.leafKey, chain: [store.leaf, store.intermediate, store.root])
            .sign(LocalStore.transaction(signedDate: now))
        var reason: VerificationFailure.Reason?
        do {
            _ = try await verifier.verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
        } catch {
            reason = error.reason
        }
        switch say {
        case .good: #expect(reason == nil)
        case .revoked:
            #expect(
                reason
                    == .certificateRevoked(
                        .leaf, at: Date(timeIntervalSince1970: 1_735_689_600), reason: "keyCompromise"))
        case .unknown: #expect(reason == .revocationUnknown(.leaf))
        }
        let first = try #require(server.requests.first)
        #expect(first.head.hasPrefix("POST /ocsp HTTP/1.1"))
        #expect(first.head.lowercased().contains("content-type: application/ocsp-request"))
        #expect(first.body == question)
    }

    @Test("Every other status than 200 is no answer", arguments: ["404 Not Found", "503 Service Unavailable"])
    func statuses(status: String) async throws {
        let server = try LoopbackServer { _ in (status, Data("no".utf8)) }
        await #expect(throws: HTTPOCSPTransport.UnexpectedStatus.self) {
            try await HTTPOCSPTransport(timeout: 20).response(to: Data([1]), from: server.url)
        }
    }

    @Test func closedPortsAreNoAnswer() async throws {
        let url: URL
        do {
            // A port that was free a moment ago.
            let server = try LoopbackServer { _ in ("200 OK", Data()) }
            url = server.url
        }
        let store = try RevocableStore()
        let verifier = JWSVerifier(
            trust: .appStore(roots: [store.root], revocation: .ocspHardFail), expecting: .anything,
            transport: Redirected(to: url, timeout: 5)
        ) { LocalStore.now }
        let jws = try store.jws()
        let failure = await #expect(throws: VerificationFailure.self) {
            try await verifier.verifyOnline(jws, as: JWSTransactionDecodedPayload.self)
        }
        #expect(failure?.isRetryable == true)
    }
}

/// HTTP, to one server whatever a certificate says.
private struct Redirected: OCSPTransport {
    let url: URL
    let http: HTTPOCSPTransport

    init(to url: URL, timeout: TimeInterval = 30) {
        self.url = url
        self.http = HTTPOCSPTransport(timeout: timeout)
    }

    func response(to request: Data, from responder: URL) async throws -> Data {
        try await http.response(to: request, from: url)
    }
}
