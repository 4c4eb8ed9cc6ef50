// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreServer
import Testing

@testable import AppStoreServerLibrary

/// The client and the verifier against a local store, over HTTP.
@Suite struct LocalStoreTests {
    private static let start = StoreInstant(Team.now)

    private static let configuration = StoreKitConfiguration(
        products: (0..<25).map { index in
            StoreKitConfiguration.Product(
                id: "com.example.coins\(index)", type: .consumable,
                price: StoreKitConfiguration.Price(milliunits: 990),
                localizations: [StoreKitConfiguration.Localization(locale: "en_US", displayName: "Coins")])
        })

    private struct Store {
        let host: StoreHost
        let client: AppStoreServerAPIClient
        let verifier: SignedDataVerifier

        func buy(_ index: Int) throws -> String {
            let purchase = Command.Purchase(
                account: host.account(), productID: "com.example.coins\(index)", quantity: 1)
            guard case .purchased(let transaction) = try host.perform(.purchase(purchase)) else {
                throw ScriptedTransport.Exhausted()
            }
            return host.read { $0.identifier(of: transaction) }
        }

        func refund(_ identifier: String) throws {
            let record = try #require(host.read { $0.transaction(identifier: identifier) })
            try host.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        }

        func product(_ signed: String?) async throws -> String? {
            let result = await verifier.verifyAndDecodeTransaction(signedTransaction: try #require(signed))
            guard case .valid(let transaction) = result else {
                Issue.record("\(result)")
                return nil
            }
            return transaction.productId
        }
    }

    private func withStore(
        issuerID: String = Team.issuerID, _ test: (Store) async throws -> Void
    ) async throws {
        let authority = try CertificateAuthority.make(now: Team.now)
        let credentials = APICredentials(keyID: Team.keyID, issuerID: Team.issuerID, key: try Team.key())
        let host = StoreHost(
            configuration: Self.configuration,
            identity: AppIdentity(bundleID: Team.bundleID, appAppleID: 1_234, environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), clock: ManualClock(now: Self.start), seed: 7)
        let server = StoreServer(
            host: host,
            configuration: StoreServer.Configuration(
                root: authority.root, credentials: [credentials],
                notificationURLs: [try #require(URL(string: "http://127.0.0.1:9/"))]),
            client: RefusingClient(), now: { Team.now })
        try server.start()
        let store = Store(
            host: host, client: try Team.client(baseURL: server.baseURL, issuerID: issuerID),
            verifier: try SignedDataVerifier(
                rootCertificates: [authority.root.derRepresentation], bundleId: Team.bundleID, appAppleId: nil,
                environment: .sandbox, enableOnlineChecks: false))
        do {
            try await test(store)
        } catch {
            await server.shutdown(gracePeriod: .zero)
            throw error
        }
        await server.shutdown(gracePeriod: .zero)
    }

    private struct RefusingClient: NotificationClient {
        func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int { 503 }
        func cut(_ json: Data, to url: URL) async {}
    }

    @Test func tellsATransactionAndItsAppTransaction() async throws {
        try await withStore { store in
            let id = try store.buy(3)
            let info = try await store.client.getTransactionInfo(transactionId: id).get()
            let product = try await store.product(info.signedTransactionInfo)
            #expect(product == "com.example.coins3")
            let app = try await store.client.getAppTransactionInfo(anyTransactionId: id).get()
            let result = await store.verifier.verifyAndDecodeAppTransaction(
                signedAppTransaction: try #require(app.signedAppTransactionInfo))
            guard case .valid(let transaction) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(transaction.bundleId == Team.bundleID)
        }
    }

    @Test func tellsAHistoryOfManyPages() async throws {
        try await withStore { store in
            var bought: [String] = []
            for index in 0..<25 { bought.append(try store.buy(index)) }
            var products: [String?] = []
            for try await page in store.client.transactionHistory(anyTransactionId: bought[0]) {
                for signed in page.signedTransactions ?? [] { products.append(try await store.product(signed)) }
            }
            #expect(products == (0..<25).map { "com.example.coins\($0)" })
        }
    }

    @Test func finishesAndTellsOfRefundsAndSubscriptions() async throws {
        try await withStore { store in
            let id = try store.buy(0)
            try await store.client.finishTransaction(transactionId: id).get()
            var pages = store.client.refundHistory(anyTransactionId: id).makeAsyncIterator()
            #expect(try await pages.next()?.signedTransactions == [])
            #expect(try await pages.next() == nil)
            try store.refund(id)
            pages = store.client.refundHistory(anyTransactionId: id).makeAsyncIterator()
            let refunds = try await pages.next()?.signedTransactions ?? []
            #expect(refunds.count == 1)
            #expect(try await store.product(refunds.first) == "com.example.coins0")
            let statuses = try await store.client.getAllSubscriptionStatuses(anyTransactionId: id).get()
            #expect(statuses.environment == .sandbox)
            #expect(statuses.data == [])
        }
    }

    @Test func sendsTestNotifications() async throws {
        try await withStore { store in
            let token = try await store.client.requestTestNotification().get().testNotificationToken
            let result = await store.client.getTestNotificationStatus(testNotificationToken: try #require(token))
            guard case .success(let status) = result else {
                // Nothing delivers here, so the store may not know of it yet.
                #expect(try failure(of: result).0.error == .testNotificationNotFound)
                return
            }
            let payload = await store.verifier.verifyAndDecodeNotification(
                signedPayload: try #require(status.signedPayload))
            guard case .valid(let notification) = payload else {
                Issue.record("\(payload)")
                return
            }
            #expect(notification.notificationType == .test)
        }
    }

    @Test func tellsTheStoresErrors() async throws {
        try await withStore { store in
            let (unknown, _) = try failure(of: await store.client.getTransactionInfo(transactionId: "999999"))
            #expect(unknown.error == .transactionIdNotFound)
            let (malformed, _) = try failure(of: await store.client.getTransactionInfo(transactionId: "a/b c"))
            #expect(malformed.error == .invalidTransactionId)
        }
    }

    @Test func tellsThatATokenWasRefused() async throws {
        try await withStore(issuerID: "00000000-0000-0000-0000-000000000000") { store in
            let (found, cause) = try failure(of: await store.client.requestTestNotification())
            #expect(found == Failure(status: 401))
            #expect((cause as? AppStoreServerAPIError)?.code == .unauthorized)
        }
    }
}
