// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreHost
import StoreKit
import Synchronization
import Testing

/// What an app ships to ask a server, against the subscription server, about what was bought in a store.
@Suite(.timeLimit(.minutes(1))) struct ServerValidationTests {
    @Test func `The server takes in what was bought, and says what the customer may use and until when`() async throws {
        try await withBusiness { business in
            let signed = try await business.buy("monthly")
            guard case .accepted(let answer) = try await business.service().validateWithServer(signed) else {
                Issue.record("it was not accepted")
                return
            }
            let end = try #require(try signed.payloadValue.expirationDate)
            #expect(answer.isValid && answer.isEntitled == true && answer.subscriptionStatus == "active")
            #expect(answer.expirationDate == end)
            #expect(answer.entitlements?.map(\.id) == ["monthly"])
            #expect(answer.entitlements?.first?.expirationDate == end)
            #expect(answer.code == nil && answer.message == nil)
            let customer = try #require(answer.customerID)
            let known = try await business.ask("/v1/customers/\(customer)/transactions?app=\(Business.bundleID)")
            #expect(known["transactions"].array.count == 1)
        }
    }

    @Test func `What does not renew gives access and has neither status nor end`() async throws {
        try await withBusiness { business in
            guard case .accepted(let answer) = try await business.service().validateWithServer(business.buy("coins"))
            else {
                Issue.record("it was not accepted")
                return
            }
            #expect(answer.isEntitled == true && answer.subscriptionStatus == nil && answer.expirationDate == nil)
            // A consumable is a balance, not an entitlement.
            #expect(answer.entitlements?.isEmpty == true)
        }
    }

    @Test func `A transaction that is sent twice counts once`() async throws {
        try await withBusiness { business in
            let signed = try await business.buy("coins")
            let service = try business.service()
            for _ in 0..<2 {
                guard case .accepted = try await service.validateWithServer(signed) else {
                    Issue.record("it was not accepted")
                    return
                }
            }
            #expect(try await business.ask("/v1/events")["events"].array.count == 1)
        }
    }

    // MARK: - A no

    @Test func `A subscription that has expired is genuine and gives no access`() async throws {
        try await withBusiness { business in
            let signed = try await business.buy("monthly")
            let end = try #require(try signed.payloadValue.expirationDate)
            business.host.advance(by: 40 * 86_400_000)
            guard case .refused(.noAccess(let answer)) = try await business.service().validateWithServer(signed) else {
                Issue.record("it was not refused")
                return
            }
            #expect(answer.isValid && answer.isEntitled == false)
            #expect(answer.subscriptionStatus == "expired")
            #expect(answer.expirationDate == end)
            #expect(answer.entitlements?.isEmpty == true)
        }
    }

    @Test(arguments: [("coins", nil), ("monthly", "revoked")])
    func `What was refunded is genuine and gives no access`(product: String, status: String?) async throws {
        try await withBusiness { business in
            let bought = try await business.buy(product)
            let service = try business.service()
            guard case .accepted = try await service.validateWithServer(bought) else {
                Issue.record("it was not accepted")
                return
            }
            try business.refund(bought.payloadValue)
            let signed = try #require(await Transaction.latest(for: product))
            #expect(try signed.payloadValue.revocationDate != nil)
            guard case .refused(.noAccess(let answer)) = try await service.validateWithServer(signed) else {
                Issue.record("it was not refused")
                return
            }
            #expect(answer.isValid && answer.subscriptionStatus == status && answer.entitlements?.isEmpty == true)
            #expect(await service.unansweredCount == 0)
        }
    }

    @Test func `A transaction of another app is not valid, whoever else the server knows`() async throws {
        try await withBusiness { business in
            let service = try business.service("?app=\(Business.sister)")
            guard case .refused(.invalid(let answer)) = try await service.validateWithServer(business.buy("monthly"))
            else {
                Issue.record("it was not refused")
                return
            }
            #expect(!answer.isValid && answer.code == "wrongBundleID" && answer.message != nil)
            #expect(await service.unansweredCount == 0)
            #expect(try await business.ask("/v1/events")["events"].array.isEmpty)
        }
    }

    // MARK: - No answer

    @Test func `A server that does not let the app in, does not know it or is no such server has said nothing`()
        async throws
    {
        try await withBusiness { business in
            let signed = try await business.buy("monthly")
            let doors: [(ServerValidationService, ServerSilence.Code, Int)] = [
                (try business.service(key: "osk_wrong_key"), .notAuthorized, 401),
                (try business.service("?app=com.example.unknown"), .wrongAddress, 404),
                (try business.service("/purchases"), .wrongAddress, 404),
            ]
            for (service, code, status) in doors {
                guard case .unanswered(let silence) = try await service.validateWithServer(signed) else {
                    Issue.record("it was answered")
                    return
                }
                #expect(silence.code == code && silence.status == status)
                #expect(await service.unansweredCount == 1)
            }
        }
    }

    @Test func `An app that is not registered yet is asked for again, and let in when it is`() async throws {
        try await withBusiness(apps: [Business.sister]) { business in
            let service = try business.service("")
            let signed = try await business.buy("monthly")
            guard case .unanswered(let silence) = try await service.validateWithServer(signed) else {
                Issue.record("it was answered")
                return
            }
            #expect(silence.code == .serverTrouble && silence.status == 503)
            await business.stopServer()
            try await business.startServer()
            #expect(await service.flush().values.allSatisfy { if case .accepted = $0 { true } else { false } })
            #expect(await service.unansweredCount == 0)
        }
    }

    @Test func `A key that has made all its requests is let in again after as long as the server says`() async throws {
        try await withBusiness { business in
            let made = try await business.ask(
                "/v1/keys", posting: #"{"name": "app", "scopes": ["ingest"], "requestsPerMinute": 2}"#)
            let key = try #require(made["key"].string)
            let signed = try await business.buy("monthly")
            guard case .accepted = try await business.service(key: key).validateWithServer(signed) else {
                Issue.record("it was not accepted")
                return
            }
            guard case .unanswered(let silence) = try await business.service(key: key).validateWithServer(signed) else {
                Issue.record("it was answered")
                return
            }
            #expect(silence.code == .serverTrouble && silence.status == 429)
            // The pause that the server asks for passes on the store's clock.
            let pauses = Mutex<[Duration]>([])
            let patient = try business.service(
                key: key,
                backoff: Backoff(pauses: [.seconds(1)]) { [host = business.host] pause in
                    pauses.withLock { $0.append(pause) }
                    host.advance(by: pause.components.seconds * 1000)
                })
            guard case .accepted = try await patient.validateWithServer(signed) else {
                Issue.record("it was not accepted")
                return
            }
            #expect(pauses.withLock { $0.count == 1 && $0[0] > .seconds(1) && $0[0] <= .seconds(30) })
        }
    }

    @Test func `What is bought while the server is down is handed out once it has said yes`() async throws {
        try await withBusiness { business in
            let queue = MemoryDataStore()
            let deliveries = MemoryDataStore()
            let given = Mutex<[UInt64]>([])
            func launch() throws -> (ServerValidationService, PurchaseManager) {
                let service = try business.service(queue: queue)
                let manager = PurchaseManager(deliveries: deliveries, retries: .none) { delivery in
                    switch await service.validateWithServer(delivery) {
                    case .accepted: given.withLock { $0.append(delivery.transaction.id) }
                    case .refused: break
                    case .unanswered(let silence): throw silence
                    }
                }
                return (service, manager)
            }
            await business.stopServer()
            let (service, manager) = try launch()
            let product = try #require(try await Product.products(for: ["coins"]).first)
            guard case .undelivered(let purchase, _) = try await manager.purchase(product) else {
                Issue.record("it was handed out without an answer")
                return
            }
            #expect(await service.unansweredCount == 1)
            try await business.startServer()
            let (serviceAfterwards, managerAfterwards) = try launch()
            #expect(await serviceAfterwards.unansweredCount == 1)
            await managerAfterwards.deliverUnfinished()
            await managerAfterwards.deliverUnfinished()
            #expect(given.withLock { $0 } == [purchase.transaction.id])
            #expect(await serviceAfterwards.unansweredCount == 0)
            #expect(await Transaction.unfinished.identifiers().isEmpty)
            #expect(try await business.ask("/v1/events")["events"].array.count == 1)
        }
    }
}
