// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import DatabaseTestSupport
import Foundation
import HTTPService
import SignedData
import SubscriptionServer
import Synchronization
import Testing

/// A server with a ledger of its own, a clock that stands still, and a local store's certificates.
final class Backend: Sendable {
    let server: SubscriptionServer
    let authority: CertificateAuthority
    let key: String
    let database: TestDatabase
    private let clock: Clock
    private let configuration: SubscriptionServer.Configuration
    private let surroundings: SubscriptionServer.Surroundings
    private let described = Mutex<Contract?>(nil)

    static let bundleID = SignedHistory.bundleID

    init(
        apps: [String] = [Backend.bundleID], environments: [AppStoreEnvironment] = [.sandbox],
        authority: CertificateAuthority? = nil, now: StoreInstant = SignedHistory.opening,
        transport: any APITransport = Listener(), clients: [AppStoreEnvironment: AppStoreServerAPIClient] = [:],
        offersKey: ServerAPIKey? = nil, retention: Retention = Retention(), xcode: Certificate? = nil,
        revocation: Trust.Revocation = .off, ocsp: any OCSPTransport = HTTPOCSPTransport(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        beside other: Backend? = nil, log: (@Sendable (String) -> Void)? = nil
    ) async throws {
        let authority = try authority ?? other?.authority ?? CertificateAuthority.make(now: SignedHistory.opening.date)
        self.authority = authority
        database = try other?.database ?? TestDatabase()
        var roots = Dictionary(uniqueKeysWithValues: environments.map { ($0, [authority.root]) })
        if let xcode { roots[.xcode, default: []].append(xcode) }
        let clock = Clock(now)
        self.clock = clock
        var configuration = SubscriptionServer.Configuration(
            database: database.address,
            apps: apps.map { [roots] in AppRegistration(bundleID: $0, appAppleID: nil, localRoots: roots) },
            revocation: revocation)
        configuration.clients = clients.isEmpty ? [:] : [Backend.bundleID: clients]
        configuration.retention = retention
        configuration.keys[Backend.bundleID] = offersKey
        self.configuration = configuration
        surroundings = .init(
            now: { clock.value.withLock { $0 } }, sleep: sleep, transport: transport, ocsp: ocsp)
        server = try SubscriptionServer(configuration: configuration, surroundings: surroundings, log: log)
        let first = try await server.makeFirstKey()
        key = try #require(first?.text ?? other?.key)
    }

    /// Another server on the same ledger, as after a restart.
    func another() throws -> SubscriptionServer {
        try SubscriptionServer(configuration: configuration, surroundings: surroundings)
    }

    var signer: JWSSigner { JWSSigner(authority) }

    /// Moves the clock.
    func advance(to instant: StoreInstant) {
        clock.value.withLock { $0 = instant }
    }

    struct Answer: Sendable {
        let status: Int
        let body: Data

        subscript(path: String) -> JSON { json[path] }
        var json: JSON { JSON((try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) ?? NSNull()) }
    }

    /// Asks the server, with the key that opens everything unless another is given.
    ///
    /// - Parameter once: What tells the wish from others when it is sent again.
    func ask(
        _ method: HTTPMethod, _ target: String, _ body: String = "", key: String? = nil, once: String? = nil
    ) async throws -> Answer {
        var headers: HTTPHeaders = ["Authorization": "Bearer \(key ?? self.key)"]
        if let once { headers.set("Idempotency-Key", once) }
        let request = HTTPRequest(
            method: method, target: try #require(HTTPTarget(target)), headers: headers, body: Data(body.utf8))
        let response = try await server.respond(to: request)
        guard case .data(let data) = response.body else { return Answer(status: response.status, body: Data()) }
        // Whatever a test is about, no answer may be another than is described.
        if let breach = try await contract().breach(method, request.target.path, status: response.status, data) {
            Issue.record("\(breach)")
        }
        return Answer(status: response.status, body: data)
    }

    private func contract() async throws -> Contract {
        if let known = described.withLock({ $0 }) { return known }
        let request = HTTPRequest(method: .get, target: try #require(HTTPTarget("/openapi.json")))
        guard case .data(let data) = try await server.respond(to: request).body else { return Contract(JSON(NSNull())) }
        let contract = Contract(JSON(try JSONSerialization.jsonObject(with: data)))
        described.withLock { $0 = contract }
        return contract
    }

    /// Posts a notification as the App Store does, and returns the status.
    func notify(_ signed: String, _ path: String = "/v1/notifications/apple") async throws -> Int {
        try await ask(.post, path, #"{"signedPayload": "\#(signed)"}"#, key: "").status
    }

    /// Posts a transaction as an app does.
    func verify(_ signed: String, _ more: String = "") async throws -> Answer {
        try await ask(.post, "/v1/verify", #"{"jwsRepresentation": "\#(signed)"\#(more)}"#)
    }
}

private final class Clock: Sendable {
    let value: Mutex<StoreInstant>
    init(_ instant: StoreInstant) { value = Mutex(instant) }
}

/// A value in JSON, for looking into answers.
struct JSON: @unchecked Sendable {
    // Sendable because what JSONSerialization makes is never changed.
    let value: Any

    init(_ value: Any) { self.value = value }

    subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key] ?? NSNull()) }
    subscript(index: Int) -> JSON {
        let array = self.array
        return array.indices.contains(index) ? array[index] : JSON(NSNull())
    }
    var array: [JSON] { (value as? [Any])?.map(JSON.init) ?? [] }
    var names: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
    var isNull: Bool { value is NSNull }
    var string: String? { value as? String }
    var int: Int64? { (value as? NSNumber)?.int64Value }
    var bool: Bool? { (value as? NSNumber)?.boolValue }
}
