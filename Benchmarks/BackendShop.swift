// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService
import SignedData
import StoreEngine
import SubscriptionServer

/// A subscription server whose ledger is on the disk, and notifications that it has not seen.
struct BackendShop {
    /// Notifications about each subscriber: the first period and its renewals.
    static let periods = 4
    static let bundleID = "com.example.shop"
    private static let opening = StoreInstant(milliseconds: 1_767_225_600_000)
    private static let month: Int64 = 30 * 86_400_000
    /// In the last period of every subscriber, so that each is entitled to something.
    private static let surroundings = SubscriptionServer.Surroundings(now: { opening + 7 * month / 2 })

    let authority: CertificateAuthority
    let key: String
    private let server: SubscriptionServer
    private let directory: URL

    /// Opens a server with so many transactions in its ledger.
    ///
    /// Few of them were really taken in: those are copied with other identifiers until there are enough.
    init(transactions: Int = 0) async throws {
        authority = try CertificateAuthority.make(now: Self.opening.date)
        directory = FileManager.default.temporaryDirectory.appending(path: "backend-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.appending(path: "ledger.db").path
        var configuration = SubscriptionServer.Configuration(
            database: path,
            apps: [AppRegistration(bundleID: Self.bundleID, localRoots: [.sandbox: [authority.root]])])
        configuration.maxBodyBytes = 1 << 20
        if transactions > 0 {
            let first = try SubscriptionServer(configuration: configuration, surroundings: Self.surroundings)
            // So many that doubling them comes out at what is wanted.
            var few = transactions
            while few > 2000 { few = (few + 1) / 2 }
            let subscribers = (few + Self.periods - 1) / Self.periods
            for text in try Self.notifications(by: authority, subscribers: subscribers, from: 1_000_000) {
                _ = try await first.respond(to: Self.posted(text))
            }
            try Self.copy(path, until: transactions)
        }
        // As a server runs that has been told to be quiet.
        server = try SubscriptionServer(configuration: configuration, surroundings: Self.surroundings)
        key = try await server.makeFirstKey()?.text ?? ""
        try server.start()
        Processor.pin(to: 0)
    }

    var port: UInt16 { server.port }

    func close() async {
        await server.shutdown()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Answers without a socket.
    func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        try await server.respond(to: request)
    }

    /// The account token of a subscriber.
    func token(_ subscriber: Int) -> String { Self.token(subscriber).uuidString }

    private static func token(_ subscriber: Int) -> UUID {
        UUID(uuidString: "7e3fb20b-4cdb-47cc-936d-" + String(format: "%012d", subscriber)) ?? UUID()
    }

    /// Signed notifications about subscribers that nobody heard of, the first periods of all before their renewals.
    func notifications(subscribers: Int, from first: Int) throws -> [String] {
        try Self.notifications(by: authority, subscribers: subscribers, from: first)
    }

    static func notifications(
        by authority: CertificateAuthority, subscribers: Int, from first: Int
    ) throws -> [String] {
        let signer = JWSSigner(authority)
        let sign = { (payload: any Encodable) in try signer.sign(WireJSON.encode(payload)) }
        return try (0..<Self.periods).flatMap { period in
            try (first..<first + subscribers).map { subscriber in
                let start = Self.opening + Int64(period) * Self.month
                let transaction = Self.transaction(subscriber, period, from: start)
                let renewal = JWSRenewalInfoDecodedPayload(
                    originalTransactionId: transaction.originalTransactionId, autoRenewProductId: "monthly",
                    productId: "monthly", autoRenewStatus: .on, signedDate: start.date, environment: .sandbox,
                    renewalDate: (start + Self.month).date, appTransactionId: transaction.appTransactionId)
                return try sign(
                    ResponseBodyV2DecodedPayload(
                        notificationType: period == 0 ? .subscribed : .didRenew,
                        subtype: period == 0 ? .initialBuy : nil,
                        notificationUUID: UUID().uuidString,
                        data: NotificationData(
                            environment: .sandbox, bundleId: Self.bundleID, bundleVersion: "1",
                            signedTransactionInfo: sign(transaction), signedRenewalInfo: sign(renewal)),
                        version: "2.0", signedDate: start.date))
            }
        }
    }

    private static func transaction(
        _ subscriber: Int, _ period: Int, from start: StoreInstant
    ) -> JWSTransactionDecodedPayload {
        let id = 2_000_000_000_000_000 + subscriber * periods
        return JWSTransactionDecodedPayload(
            originalTransactionId: String(id), transactionId: String(id + period),
            webOrderLineItemId: String(id + period), bundleId: bundleID, productId: "monthly",
            subscriptionGroupIdentifier: "21456789", purchaseDate: start.date, originalPurchaseDate: opening.date,
            expiresDate: (start + month).date, quantity: 1, type: .autoRenewableSubscription,
            appAccountToken: token(subscriber), inAppOwnershipType: .purchased, signedDate: start.date,
            environment: .sandbox, storefront: "USA", storefrontId: "143441",
            transactionReason: period == 0 ? .purchase : .renewal, currency: "USD", price: 9990,
            appTransactionId: String(700_000_000_000_000_000 + subscriber))
    }
}
