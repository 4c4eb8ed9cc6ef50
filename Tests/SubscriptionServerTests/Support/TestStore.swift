// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreServer
import Synchronization
import Testing

/// A store behind HTTP, which sells whether anybody listens or not.
struct TestStore: Sendable {
    let host: StoreHost
    let authority: CertificateAuthority
    private let url: URL
    private let credentials: APICredentials
    private let lines: Lines

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    /// Opens a store while a test talks to it.
    static func with(_ body: (TestStore) async throws -> Void) async throws {
        let authority = try CertificateAuthority.make(now: Date())
        let credentials = APICredentials(
            keyID: "ABCDEFGHIJ", issuerID: "99b16628-15e4-4668-972b-eeff55eeff55", key: try SigningKey.generate())
        let host = StoreHost(
            configuration: SignedHistory.configuration,
            identity: AppIdentity(bundleID: Backend.bundleID, appAppleID: 1234, environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), seed: 7)
        let lines = Lines()
        let server = StoreServer(
            host: host, configuration: .init(root: authority.root, credentials: [credentials]),
            log: { line in lines.all.withLock { $0.append(line) } })
        try server.start()
        let running = Task { await server.run() }
        func close() async {
            await server.shutdown()
            running.cancel()
            await running.value
        }
        do {
            try await body(
                TestStore(
                    host: host, authority: authority, url: server.baseURL, credentials: credentials, lines: lines))
        } catch {
            await close()
            throw error
        }
        await close()
    }

    /// A server that knows the store's certificates and asks it.
    func backend() async throws -> Backend {
        let client = try AppStoreServerAPIClient(
            signingKey: credentials.key.pemRepresentation, keyId: credentials.keyID, issuerId: credentials.issuerID,
            bundleId: Backend.bundleID, environment: .sandbox, baseURL: url, retryPolicy: .none)
        return try await Backend(authority: authority, now: host.now, clients: [.sandbox: client])
    }

    /// What the store logged about consumption.
    var consumption: [String] { lines.all.withLock { $0 }.filter { $0.contains("consumption of") } }

    /// Sells something and returns its transaction.
    func sell(_ product: String) throws -> (index: TransactionIndex, identifier: String) {
        let account = host.account(named: nil)
        guard case .purchased(let index) = try host.perform(.purchase(.init(account: account, productID: product)))
        else { throw NotSold() }
        return (index, try #require(host.read { $0.payload(of: $0[index], signedAt: $0.now).transactionId }))
    }

    struct NotSold: Error {}

    /// A client of whatever answers.
    static func client(
        _ environment: AppStoreEnvironment = .sandbox, transport: any APITransport
    ) throws -> AppStoreServerAPIClient {
        try AppStoreServerAPIClient(
            signingKey: SigningKey.generate().pemRepresentation, keyId: "A", issuerId: "B", bundleId: Backend.bundleID,
            environment: environment, retryPolicy: .none, transport: transport)
    }
}

/// Whatever a test says an App Store answers.
final class ScriptedStore: APITransport {
    private let requests = Mutex<[APIHTTPRequest]>([])
    private let answer: @Sendable (APIHTTPRequest) throws -> APIHTTPResponse

    init(_ answer: @escaping @Sendable (APIHTTPRequest) throws -> APIHTTPResponse) { self.answer = answer }

    /// What it was asked, the oldest first.
    var all: [APIHTTPRequest] { requests.withLock { $0 } }

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        requests.withLock { $0.append(request) }
        return try answer(request)
    }
}
