// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

/// A store whose requests are answered without a socket and whose clocks stand still.
struct TestStore {
    static let bundleID = "com.example.app"
    /// 31 January 2026, 10:00 UTC: the next months are shorter.
    static let start = StoreInstant(milliseconds: 1_769_853_600_000)

    let clock = ManualClock(now: start)
    let log = LogBook()
    let authority: CertificateAuthority
    let credentials: APICredentials
    let host: StoreHost
    let dispatcher: NotificationDispatcher
    let retention: RetentionDesk
    let router: Router

    init(
        notifying targets: [URL] = [], client: any NotificationClient = UnusedClient(), settings: StoreSettings? = nil,
        environment: AppStoreEnvironment = .sandbox, moreKeys: [APICredentials] = [],
        realtime: any RealtimeClient = UnusedClient(), retentionPolicy: RetentionPolicy? = nil,
        realtimeClock: any Clock<Duration> = StoppedClock(),
        isReleased: Bool = true, hasRateLimits: Bool = false, policy: DeliveryPolicy? = nil,
        faults: FaultPlan = FaultPlan(), shop: StoreKitConfiguration = Shop.configuration
    ) throws {
        authority = try CertificateAuthority.make(now: Self.start.date)
        var random = SeededGenerator(seed: 1)
        credentials = try APICredentials.make(random: &random)
        host = StoreHost(
            configuration: shop,
            identity: AppIdentity(bundleID: Self.bundleID, appAppleID: 1_234_567_890, environment: environment),
            settings: settings, identifiers: environment == .production ? .production : .sandbox,
            signer: StoreSigner(JWSSigner(authority)), clock: clock, seed: 7)
        dispatcher = NotificationDispatcher(
            host: host, targets: targets, client: client, timeout: .seconds(30), policy: policy, faults: faults,
            expiredSigner: authority.expiredSigner.map(StoreSigner.init), clock: StoppedClock(), log: log.write)
        var configuration = StoreServer.Configuration(
            root: authority.root, credentials: moreKeys + [credentials], notificationURLs: targets)
        retention = RetentionDesk(
            host: host, client: realtime, policy: retentionPolicy, clock: realtimeClock, seed: 3, log: log.write)
        configuration.isReleased = isReleased
        configuration.hasRateLimits = hasRateLimits
        router = StoreServer.router(
            host: host, configuration: configuration, dispatcher: dispatcher, retention: retention,
            now: { Self.start.date }, log: log.write)
    }

    // MARK: - Asking

    struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        var contentType: String? { headers.first("Content-Type") }

        /// The number of a Server API error.
        var errorCode: Int64? { try? JSONDecoder().decode(ErrorPayload.self, from: body).errorCode }

        /// The code of a control or client failure.
        var code: String? { try? (JSONSerialization.jsonObject(with: body) as? [String: Any])?["code"] as? String }

        func json() throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        }

        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(Value.self, from: body)
        }
    }

    func ask(
        _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: String = ""
    ) async throws -> Answer {
        let request = HTTPRequest(
            method: method, target: try #require(HTTPTarget(target)), headers: headers, body: Data(body.utf8))
        let response = try await router.respond(to: request)
        guard case .data(let data) = response.body else { throw UnexpectedAnswer() }
        return Answer(status: response.status, headers: response.headers, body: data)
    }

    struct UnexpectedAnswer: Error {}

    /// Asks the Server API with a good token.
    func server(
        _ target: String, method: HTTPMethod = .get, token: String? = nil, body: String = "",
        contentType: String = "application/json"
    ) async throws -> Answer {
        let token = try token ?? credentials.token(bundleID: Self.bundleID, now: Self.start.date)
        let headers: HTTPHeaders = ["Authorization": "Bearer \(token)", "Content-Type": contentType]
        return try await ask(method, target, headers: headers, body: body)
    }

    // MARK: - Doing

    @discardableResult
    func buy(
        _ productID: String, account: String? = nil, quantity: Int = 1, token: UUID? = nil
    ) throws -> String {
        let purchase = Command.Purchase(
            account: host.account(named: account), productID: productID, quantity: quantity, appAccountToken: token)
        guard case .purchased(let index) = try host.perform(.purchase(purchase)) else { throw UnexpectedAnswer() }
        return host.read { $0.identifier(of: index) }
    }

    func finish(_ id: String) throws {
        let record = try record(id)
        try host.perform(.finish(account: record.account, transaction: record.index))
    }

    func refund(_ id: String) throws {
        try host.perform(.refund(transaction: record(id).index, reason: .refundedForOtherReason))
    }

    func record(_ id: String) throws -> TransactionRecord {
        try #require(host.read { $0.transaction(identifier: id) })
    }

    // MARK: - Verifying

    var verifier: JWSVerifier {
        JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: Self.bundleID, environments: [.sandbox, .production]))
    }

    func transaction(_ jws: String?) throws -> JWSTransactionDecodedPayload {
        try verifier.verify(#require(jws)).payload
    }

    func renewalInfo(_ jws: String?) throws -> JWSRenewalInfoDecodedPayload {
        try verifier.verify(#require(jws)).payload
    }

    func notification(_ jws: String?) throws -> ResponseBodyV2DecodedPayload {
        try verifier.verify(#require(jws)).payload
    }

    /// The payload the ledger stands for now.
    func expected(_ id: String) throws -> JWSTransactionDecodedPayload {
        let record = try record(id)
        return host.read { $0.payload(of: record, signedAt: $0.now) }
    }
}
