// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import StoreServer
import Testing

@testable import AppStoreServerLibrary

/// Advanced Commerce as a developer does it: signed requests in the app, and the library's client against a local store.
@Suite struct LocalAdvancedCommerceTests {
    private static let info = AdvancedCommerceRequestInfo(requestReferenceId: UUID())

    private static func newInfo() -> AdvancedCommerceRequestInfo {
        AdvancedCommerceRequestInfo(requestReferenceId: UUID())
    }

    private static func creation() throws -> AdvancedCommerceSubscriptionCreateRequest {
        try AdvancedCommerceSubscriptionCreateRequest(
            currency: "USD", descriptors: AdvancedCommerceDescriptors(description: "All of it", displayName: "Bundle"),
            items: [
                AdvancedCommerceSubscriptionCreateItem(
                    sku: "NEWS", description: "The news", displayName: "News", price: 2990),
                AdvancedCommerceSubscriptionCreateItem(
                    sku: "SPORTS", description: "The sports", displayName: "Sports", price: 7990),
            ], period: .p1M, requestInfo: newInfo(), taxCode: "C003-00-1", storefront: "USA")
    }

    /// The app: it hands the server's signed request to StoreKit.
    private struct App {
        let store: LocalStore
        let device = UUID()

        init(_ store: LocalStore) async throws {
            self.store = store
            _ = try await store.host.connect(ConnectRequest(device: device))
        }

        static func sign(_ request: any AdvancedCommerceInAppRequest) async throws -> String {
            var creator = try AdvancedCommerceInAppSignatureCreator(
                signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID, bundleId: Team.bundleID)
            creator.signer.now = { Team.now }
            return try await creator.createSignature(advancedCommerceInAppRequest: request)
        }

        func buy(_ compact: String, _ productID: String = LocalStore.generic) async throws -> TransactionRecord {
            var request = PurchaseRequest(device: device, productID: productID)
            request.advancedCommerceRequest = compact
            guard case .purchased = try await store.host.purchase(request) else { throw LocalStore.NotBought() }
            return try latest()
        }

        func buy(
            _ request: any AdvancedCommerceInAppRequest, _ productID: String = LocalStore.generic
        ) async throws -> TransactionRecord {
            try await buy(Self.sign(request), productID)
        }

        func latest() throws -> TransactionRecord {
            try #require(store.host.read { $0.transactions.last })
        }

        func refusal(_ compact: String) async -> Int64? {
            do {
                _ = try await buy(compact)
                return nil
            } catch {
                let failure = error as? StoreFailure
                #expect(failure?.code == .invalidRequest)
                return failure?.requestError
            }
        }
    }

    private static func read(
        _ transaction: String?, _ renewalInfo: String?, in store: LocalStore
    ) async throws -> (transaction: JWSTransactionDecodedPayload, renewal: JWSRenewalInfoDecodedPayload?) {
        let first = await store.verifier.verifyAndDecodeTransaction(signedTransaction: try #require(transaction))
        guard case .valid(let payload) = first else { throw LocalStore.NotBought() }
        guard let renewalInfo else { return (payload, nil) }
        let second = await store.verifier.verifyAndDecodeRenewalInfo(signedRenewalInfo: renewalInfo)
        guard case .valid(let renewal) = second else { throw LocalStore.NotBought() }
        return (payload, renewal)
    }

    @Test func aSubscriptionLivesThroughServerCalls() async throws {
        try await LocalStore.with { store in
            let app = try await App(store)
            let bought = try await app.buy(Self.creation())
            let id = store.identifier(of: bought)
            let client = store.client

            let renamed = try await client.changeSubscriptionMetadata(
                transactionId: id,
                subscriptionChangeMetadataRequest: AdvancedCommerceSubscriptionChangeMetadataRequest(
                    requestInfo: Self.newInfo(),
                    descriptors: AdvancedCommerceSubscriptionChangeMetadataDescriptors(
                        effective: .immediately, displayName: "Renamed"))
            ).get()
            var facts = try await Self.read(renamed.signedTransactionInfo, renamed.signedRenewalInfo, in: store)
            #expect(facts.transaction.advancedCommerceInfo?.descriptors?.displayName == "Renamed")
            #expect(facts.renewal?.advancedCommerceInfo?.items?.map(\.sku) == ["NEWS", "SPORTS"])

            let priced = try await client.changeSubscriptionPrice(
                transactionId: id,
                subscriptionPriceChangeRequest: AdvancedCommerceSubscriptionPriceChangeRequest(
                    requestInfo: Self.newInfo(),
                    items: [AdvancedCommerceSubscriptionPriceChangeItem(sku: "NEWS", price: 3490)])
            ).get()
            facts = try await Self.read(priced.signedTransactionInfo, priced.signedRenewalInfo, in: store)
            #expect(
                facts.renewal?.advancedCommerceInfo?.items?.first?.priceIncreaseInfo?.status == .scheduled)

            let refunded = try await client.requestTransactionRefund(
                transactionId: id,
                requestRefundRequest: AdvancedCommerceRequestRefundRequest(
                    items: [
                        AdvancedCommerceRequestRefundItem(
                            sku: "SPORTS", refundReason: .fulfillmentIssue, refundType: .custom, revoke: false,
                            refundAmount: 1000)
                    ], refundRiskingPreference: false, requestInfo: Self.newInfo())
            ).get()
            facts = try await Self.read(refunded.signedTransactionInfo, refunded.signedRenewalInfo, in: store)
            #expect(facts.transaction.advancedCommerceInfo?.items?.last?.refunds?.first?.refundAmount == 1000)
            #expect(facts.transaction.revocationDate == nil)

            let cancelled = try await client.cancelSubscription(
                transactionId: id,
                subscriptionCancelRequest: AdvancedCommerceSubscriptionCancelRequest(requestInfo: Self.newInfo())
            ).get()
            facts = try await Self.read(cancelled.signedTransactionInfo, cancelled.signedRenewalInfo, in: store)
            #expect(facts.renewal?.autoRenewStatus == .off)

            let reactivation = AdvancedCommerceSubscriptionReactivateInAppRequest(
                requestInfo: Self.newInfo(), transactionId: id)
            _ = try await app.buy(reactivation)
            #expect(store.host.read { engine in engine.subscriptions.last?.autoRenews } == true)

            let revoked = try await client.revokeSubscription(
                transactionId: id,
                subscriptionRevokeRequest: AdvancedCommerceSubscriptionRevokeRequest(
                    refundReason: .legal, refundRiskingPreference: false, requestInfo: Self.newInfo(),
                    refundType: .full)
            ).get()
            facts = try await Self.read(revoked.signedTransactionInfo, revoked.signedRenewalInfo, in: store)
            #expect(facts.transaction.revocationType == .refundFull)
        }
    }

    @Test func anOrdinarySubscriptionIsMigrated() async throws {
        try await LocalStore.with { store in
            let bought = try store.buy(LocalStore.monthly)
            let id = store.identifier(of: bought)
            func request(_ target: String) throws -> AdvancedCommerceSubscriptionMigrateRequest {
                try AdvancedCommerceSubscriptionMigrateRequest(
                    requestInfo: Self.newInfo(),
                    descriptors: AdvancedCommerceSubscriptionMigrateDescriptors(
                        description: "All of it", displayName: "Bundle"),
                    items: [
                        AdvancedCommerceSubscriptionMigrateItem(
                            sku: "NEWS", description: "The news", displayName: "News")
                    ], targetProductId: target, taxCode: "C003-00-1")
            }
            let answer = try await store.client.migrateSubscription(
                transactionId: id, subscriptionMigrateRequest: request(LocalStore.generic)
            ).get()
            let facts = try await Self.read(answer.signedTransactionInfo, answer.signedRenewalInfo, in: store)
            #expect(facts.transaction.previousOriginalTransactionId == id)
            #expect(facts.transaction.productId == LocalStore.generic)
            #expect(facts.renewal?.renewalPrice == 4990)
            let again = await store.client.migrateSubscription(
                transactionId: id, subscriptionMigrateRequest: try request("nothing"))
            #expect(again.advancedCommerceError == .productNotFound)
        }
    }

    @Test func refusalsReachTheClientWithTheirNumbers() async throws {
        try await LocalStore.with { store in
            let app = try await App(store)
            let id = store.identifier(of: try await app.buy(Self.creation()))
            let plain = store.identifier(of: try store.buy(LocalStore.monthly))
            func cancel(
                _ id: String, storefront: String? = nil, token: String? = nil
            ) async -> AdvancedCommerceAPIError? {
                let info = AdvancedCommerceRequestInfo(requestReferenceId: UUID(), consistencyToken: token)
                return await store.client.cancelSubscription(
                    transactionId: id,
                    subscriptionCancelRequest: AdvancedCommerceSubscriptionCancelRequest(
                        requestInfo: info, storefront: storefront)
                ).advancedCommerceError
            }
            #expect(await cancel("cat") == .invalidTransactionId)
            #expect(await cancel("7") == .transactionIdNotFound)
            #expect(await cancel(plain) == .subscriptionNotEligible)
            #expect(await cancel(id, storefront: "XYZ") == .invalidStorefront)
            #expect(await cancel(id, storefront: "FRA") == .mismatchedStorefront)
            #expect(await cancel(id, token: "old") == .invalidConsistencyToken)
            let metadata = AdvancedCommerceSubscriptionChangeMetadataRequest(
                requestInfo: Self.info, taxCode: "C003-00-2")
            let first = await store.client.changeSubscriptionMetadata(
                transactionId: id, subscriptionChangeMetadataRequest: metadata)
            let second = await store.client.changeSubscriptionMetadata(
                transactionId: id, subscriptionChangeMetadataRequest: metadata)
            #expect(first.advancedCommerceError == nil)
            #expect(second.advancedCommerceError == .repeatedRequestReferenceId)
        }
    }

    // MARK: - In the app

    @Test func whatIsWronglySignedIsRefusedInTheApp() async throws {
        try await LocalStore.with { store in
            let app = try await App(store)
            let good = try await App.sign(Self.creation())
            let other = try await App.sign(Self.creation())
            let parts = good.split(separator: ".").prefix(2) + other.split(separator: ".").suffix(1)
            #expect(await app.refusal("") == 4_000_171)
            #expect(await app.refusal("cat") == 4_000_173)
            #expect(await app.refusal(parts.joined(separator: ".")) == 4_000_174)
            var old = try AdvancedCommerceInAppSignatureCreator(
                signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID, bundleId: Team.bundleID)
            old.signer.now = { Team.now.addingTimeInterval(-90_000) }
            let expired = try await old.createSignature(advancedCommerceInAppRequest: Self.creation())
            #expect(await app.refusal(expired) == 4_000_174)
            let unknown = try AdvancedCommerceInAppSignatureCreator(
                signingKey: Team.pem(), keyId: "NOBODY", issuerId: Team.issuerID, bundleId: Team.bundleID)
            #expect(
                await app.refusal(try await unknown.createSignature(advancedCommerceInAppRequest: Self.creation()))
                    == 4_000_174)
            #expect(store.host.read { $0.transactions.isEmpty })
        }
    }

    @Test func theRequestMayComeAsACustomOption() async throws {
        try await LocalStore.with { store in
            let app = try await App(store)
            let item = try AdvancedCommerceOneTimeChargeItem(
                description: "A story", displayName: "Story", sku: "STORY", price: 1990)
            let compact = try await App.sign(
                AdvancedCommerceOneTimeChargeCreateRequest(
                    currency: "USD", item: item, requestInfo: Self.newInfo(), taxCode: "C003-00-1"))
            var request = PurchaseRequest(device: app.device, productID: LocalStore.genericCharge)
            request.customOptions = [
                "advancedCommerceData": .bytes(Data(#"{"signatureInfo":{"token":"\#(compact)"}}"#.utf8))
            ]
            guard case .purchased = try await store.host.purchase(request) else { throw LocalStore.NotBought() }
            #expect(try app.latest().advancedCommerce?.items.map(\.sku) == ["STORY"])
            request.customOptions = ["advancedCommerceData": .bytes(Data("cat".utf8))]
            await #expect(throws: StoreFailure.self) { try await store.host.purchase(request) }
        }
    }
}
