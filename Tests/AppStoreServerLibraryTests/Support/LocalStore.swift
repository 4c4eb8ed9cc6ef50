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
import Testing

/// A local store that listens, and a developer's client and verifier for it.
struct LocalStore {
    static let monthly = "com.example.monthly"
    static let yearly = "com.example.yearly"
    /// Generic products of the Advanced Commerce API: their prices come with the requests.
    static let generic = "com.example.generic"
    static let genericCharge = "com.example.charge"

    let host: StoreHost
    let clock: ManualClock
    let server: StoreServer
    let client: AppStoreServerAPIClient
    let verifier: SignedDataVerifier

    private static let configuration = StoreKitConfiguration(
        products: [product(genericCharge, .consumable, 0)],
        subscriptionGroups: [
            StoreKitConfiguration.SubscriptionGroup(
                id: "21500001", name: "Club",
                subscriptions: [
                    subscription(yearly, 49_990, group: "21500001", number: 1, .init(unit: .year, value: 1)),
                    subscription(monthly, 4990, group: "21500001", number: 2, .init(unit: .month, value: 1)),
                ]),
            StoreKitConfiguration.SubscriptionGroup(
                id: "21500002", name: "Generic",
                subscriptions: [
                    subscription(generic, 0, group: "21500002", number: 1, .init(unit: .month, value: 1))
                ]),
        ])

    private static func product(
        _ id: String, _ type: StoreKitConfiguration.ProductType, _ milliunits: Int64
    ) -> StoreKitConfiguration.Product {
        StoreKitConfiguration.Product(
            id: id, type: type, price: StoreKitConfiguration.Price(milliunits: milliunits),
            localizations: [StoreKitConfiguration.Localization(locale: "en_US", displayName: id)])
    }

    private static func subscription(
        _ id: String, _ milliunits: Int64, group: String, number: Int, _ period: StoreKitConfiguration.Period
    ) -> StoreKitConfiguration.Subscription {
        StoreKitConfiguration.Subscription(
            product: product(id, .autoRenewableSubscription, milliunits), groupID: group, groupNumber: number,
            period: period)
    }

    /// Opens a store for as long as a test runs.
    static func with(
        notifications: any NotificationClient = SilentClient(), realtime: any RealtimeClient = SilentClient(),
        _ test: (LocalStore) async throws -> Void
    ) async throws {
        let authority = try CertificateAuthority.make(now: Team.now)
        let credentials = APICredentials(keyID: Team.keyID, issuerID: Team.issuerID, key: try Team.key())
        let clock = ManualClock(now: StoreInstant(Team.now))
        let host = StoreHost(
            configuration: configuration,
            identity: AppIdentity(bundleID: Team.bundleID, appAppleID: 1_234, environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), clock: clock, seed: 7)
        let server = StoreServer(
            host: host,
            configuration: StoreServer.Configuration(root: authority.root, credentials: [credentials]),
            client: notifications, realtimeClient: realtime, now: { Team.now })
        try server.start()
        let store = LocalStore(
            host: host, clock: clock, server: server, client: try Team.client(baseURL: server.baseURL),
            verifier: try SignedDataVerifier(
                rootCertificates: [authority.root.derRepresentation], bundleId: Team.bundleID, appAppleId: 1_234,
                environment: .sandbox, enableOnlineChecks: false))
        do {
            try await test(store)
        } catch {
            await server.shutdown(gracePeriod: .zero)
            throw error
        }
        await server.shutdown(gracePeriod: .zero)
    }

    /// Hears nothing and chooses nothing.
    struct SilentClient: NotificationClient, RealtimeClient {
        func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int { 503 }
        func cut(_ json: Data, to url: URL) async {}
        func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer { RealtimeAnswer(status: 503) }
    }

    func buy(_ productID: String, account: String? = nil) throws -> TransactionRecord {
        let purchase = Command.Purchase(account: host.account(named: account), productID: productID)
        guard case .purchased(let index) = try host.perform(.purchase(purchase)) else { throw NotBought() }
        return host.read { $0[index] }
    }

    struct NotBought: Error {}

    func identifier(of record: TransactionRecord) -> String {
        host.read { $0.identifier(of: record.index) }
    }
}

extension APIResult {
    /// The code of a refusal.
    var refusal: Int64? {
        guard case .failure(_, let code, _, _, _) = self else { return nil }
        return code
    }
}
