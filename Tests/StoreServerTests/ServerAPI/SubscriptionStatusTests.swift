// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct SubscriptionStatusTests {
    @Test("A subscriber's group carries the latest period and the renewal, signed")
    func answersSubscription() async throws {
        let store = try TestStore()
        let first = try store.buy(Shop.monthly)
        store.host.advance(by: 29 * 86_400_000)
        let answer = try await store.server("/inApps/v1/subscriptions/\(first)")
        let response = try answer.decode(StatusResponse.self)
        #expect(response.bundleId == TestStore.bundleID)
        #expect(response.environment == .sandbox)
        #expect(response.appAppleId == nil)
        let group = try #require(response.data?.first)
        #expect(response.data?.count == 1)
        #expect(group.subscriptionGroupIdentifier == Shop.group)
        let item = try #require(group.lastTransactions?.first)
        #expect(item.status == .active)
        #expect(item.originalTransactionId == first)
        let payload = try store.transaction(item.signedTransactionInfo)
        #expect(payload.transactionId != first)
        #expect(payload.originalTransactionId == first)
        #expect(try payload == store.expected(#require(payload.transactionId)))
        let renewal = try store.renewalInfo(item.signedRenewalInfo)
        #expect(renewal.autoRenewProductId == Shop.monthly)
        #expect(renewal.renewalDate == payload.expiresDate)
        #expect(renewal.deviceVerification == nil)
    }

    @Test(
        "Each state has its number",
        arguments: [
            (StatusCase.active, Status.active), (.expired, .expired), (.retry, .billingRetry),
            (.grace, .billingGracePeriod), (.revoked, .revoked),
        ])
    func numbersStates(state: StatusCase, status: Status) async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.monthly)
        try state.bringAbout(id, in: store)
        let all = try await store.statuses(id)
        #expect(all == [status])
        let others = Status.allValues.filter { $0 != status }
        #expect(try await store.statuses(id, filter: [status]) == [status])
        #expect(try await store.statuses(id, filter: others).isEmpty)
        #expect(try await store.statuses(id, filter: others + [status]) == [status])
    }

    @Test("A subscription of one's own and one through family stand beside each other in one group")
    func answersFamily() async throws {
        let store = try TestStore()
        let member = store.host.account(named: "member")
        guard case .family(let family) = try store.host.perform(.openFamily(organiser: store.host.account())) else {
            Issue.record("no family was opened")
            return
        }
        try store.host.perform(.joinFamily(family, account: member))
        _ = try store.buy(Shop.monthly)
        let outcome = try store.host.perform(.purchase(.init(account: member, productID: Shop.yearly)))
        guard case .purchased(let index) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let own = store.host.read { $0.identifier(of: index) }
        let answer = try await store.server("/inApps/v1/subscriptions/\(own)")
        let groups = try #require(answer.decode(StatusResponse.self).data)
        #expect(groups.map(\.subscriptionGroupIdentifier) == [Shop.group])
        let items = try #require(groups.first?.lastTransactions)
        let payloads = try items.map { try store.transaction($0.signedTransactionInfo) }
        #expect(payloads.map(\.inAppOwnershipType) == [.familyShared, .purchased])
        #expect(payloads.map(\.productId) == [Shop.monthly, Shop.yearly])
        #expect(payloads.last?.originalTransactionId == own)
    }

    @Test("A customer without subscriptions gets an empty list")
    func answersNothing() async throws {
        let store = try TestStore()
        let response = try await store.server("/inApps/v1/subscriptions/\(store.buy(Shop.lamp))")
        #expect(try response.decode(StatusResponse.self).data?.isEmpty == true)
    }

    @Test("A status that is none is 4000031", arguments: ["status=9", "status=0", "status=x", "status=1&status="])
    func refusesStatus(query: String) async throws {
        let store = try TestStore()
        let answer = try await store.server("/inApps/v1/subscriptions/\(store.buy(Shop.lamp))?\(query)")
        #expect(answer.status == 400)
        #expect(answer.errorCode == 4_000_031)
    }

    @Test("An unknown customer is 4040010")
    func refusesUnknown() async throws {
        #expect(try await TestStore().server("/inApps/v1/subscriptions/9999999999999999").errorCode == 4_040_010)
    }
}

/// The states a subscription can be brought into.
enum StatusCase: Sendable {
    case active, expired, retry, grace, revoked

    func bringAbout(_ id: String, in store: TestStore) throws {
        let index = try #require(store.record(id).subscription)
        switch self {
        case .active:
            break
        case .expired:
            try store.host.perform(.expire(subscription: index))
        case .retry, .grace:
            var settings = store.host.read(\.settings)
            settings.billingRetryOnRenewal = true
            settings.gracePeriodDays = self == .grace ? 16 : nil
            try store.host.perform(.configure(settings))
            store.host.advance(by: 29 * 86_400_000)
        case .revoked:
            try store.refund(id)
        }
    }
}

extension Status {
    static let allValues: [Status] = [.active, .expired, .billingRetry, .billingGracePeriod, .revoked]
}

extension TestStore {
    func statuses(_ id: String, filter: [Status] = []) async throws -> [Status] {
        let query = filter.map { "status=\($0.rawValue)" }.joined(separator: "&")
        let answer = try await server("/inApps/v1/subscriptions/\(id)?\(query)")
        let groups = try #require(answer.decode(StatusResponse.self).data)
        return groups.flatMap { $0.lastTransactions ?? [] }.compactMap(\.status)
    }
}
