// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

/// A server of two apps whose requests are answered without a socket and whose clocks stand still.
struct TwoApps {
    static let one = "com.example.one"
    static let two = "com.example.two"

    let clock = ManualClock(now: TestStore.start)
    let log = LogBook()
    let credentials: APICredentials
    let directory: AppDirectory

    init(
        _ names: [String] = [one, two], client: any NotificationClient = UnusedClient(),
        notifying targets: [String: [URL]] = [:], hasRateLimits: Bool = false
    ) throws {
        let authority = try CertificateAuthority.make(now: TestStore.start.date)
        var random = SeededGenerator(seed: 1)
        credentials = try APICredentials.make(random: &random)
        var configuration = StoreServer.Configuration(root: authority.root, credentials: [credentials])
        configuration.hasRateLimits = hasRateLimits
        let metrics = Metrics()
        let surroundings = ServedApp.Surroundings(
            configuration: configuration, client: client, realtimeClient: UnusedClient(), metrics: metrics,
            now: { TestStore.start.date }, log: log.write)
        let identities = names.enumerated().map { index, name in
            AppIdentity(bundleID: name, appAppleID: Int64(index + 1), environment: .sandbox)
        }
        let apps = identities.enumerated().map { [clock] number, identity in
            let host = StoreHost(
                configuration: Shop.configuration, identity: identity, identifiers: .sandbox.ofApp(number),
                signer: StoreSigner(JWSSigner(authority)), clock: clock, seed: UInt64(number))
            let app = StoreServer.App(host: host, notificationURLs: targets[identity.bundleID] ?? [])
            return ServedApp(app, among: identities, surroundings)
        }
        directory = AppDirectory(apps: apps, metrics: metrics, log: log.write)
    }

    func host(_ name: String) throws -> StoreHost {
        try #require(directory.apps.first { $0.identity.bundleID == name }).host
    }

    func ask(
        _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: String = ""
    ) async throws -> TestStore.Answer {
        let request = HTTPRequest(
            method: method, target: try #require(HTTPTarget(target)), headers: headers, body: Data(body.utf8))
        let response = try await directory.answer(request)
        guard case .data(let data) = response.body else { throw TestStore.UnexpectedAnswer() }
        return TestStore.Answer(status: response.status, headers: response.headers, body: data)
    }

    /// Asks the Server API with a token for an app.
    func server(_ target: String, for name: String, key: APICredentials? = nil) async throws -> TestStore.Answer {
        let token = try (key ?? credentials).token(bundleID: name, now: TestStore.start.date)
        return try await ask(.get, target, headers: ["Authorization": "Bearer \(token)"])
    }

    /// Buys by the control API, and returns the transaction's identifier.
    func buy(_ productID: String, in name: String) async throws -> String {
        let answer = try await ask(.post, "/control/v1/purchases?app=\(name)", body: #"{"productId":"\#(productID)"}"#)
        return try #require(answer.json()["transactionId"] as? String)
    }
}
