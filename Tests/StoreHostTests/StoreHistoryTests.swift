// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct StoreHistoryTests {
    @Test("Whoever looks back sees what fell due up to that moment")
    func dueEvents() async throws {
        let fixture = try await HostFixture()
        fixture.host.keepHistory()
        _ = try await fixture.buy("monthly")
        fixture.clock.advance(by: HostFixture.month)
        #expect(fixture.host.history.notifications.map(\.type) == [.subscribed, .didRenew])
        fixture.clock.advance(by: HostFixture.month)
        #expect(fixture.host.pastNotifications.map(\.record.type) == [.subscribed, .didRenew, .didRenew])
    }

    @Test("Events have the date at which they happened, not that of the step they happened in")
    func dates() async throws {
        let fixture = try await HostFixture()
        fixture.host.keepHistory()
        _ = try await fixture.buy("monthly")
        fixture.host.advance(by: 3 * HostFixture.month)
        let history = fixture.host.history
        let dates = history.events.map(\.date)
        #expect(dates == dates.sorted())
        let renewed = history.events.filter { event in
            if case .transaction(_, .renewal) = event.effect { true } else { false }
        }
        #expect(renewed.first?.date == HostFixture.opening + HostFixture.month)
        #expect(history.events.allSatisfy { $0.effect.account == fixture.host.account() })
    }

    @Test("A stream of all notifications begins with the first and misses none")
    func stream() async throws {
        let fixture = try await HostFixture()
        fixture.host.keepHistory()
        _ = try await fixture.buy("monthly")
        fixture.clock.advance(by: HostFixture.month)
        var notifications = fixture.host.allNotifications().makeAsyncIterator()
        fixture.host.advance(by: HostFixture.month)
        var found: [NotificationTypeV2] = []
        for _ in 0..<3 { found.append(try #require(await notifications.next()).record.type) }
        #expect(found == [.subscribed, .didRenew, .didRenew])
    }

    @Test("A store that was not told to keep its history has none")
    func none() async throws {
        let fixture = try await HostFixture()
        _ = try await fixture.buy("monthly")
        #expect(fixture.host.history.events.isEmpty)
        #expect(fixture.host.pastNotifications.isEmpty)
    }

    @Test("A device that was signed in beforehand keeps its account when it introduces itself")
    func register() async throws {
        let fixture = try await HostFixture()
        let device = UUID()
        fixture.host.register(device: device, account: fixture.host.account(named: "another"))
        _ = try await fixture.host.connect(ConnectRequest(device: device))
        _ = try await fixture.buy("lifetime")
        #expect(try await fixture.changes(on: device).transactions.isEmpty)
    }

    @Test("An error that a part is told to fail with reaches the caller as it is, but does not travel")
    func exactError() async throws {
        let fixture = try await HostFixture()
        fixture.host.simulate(CocoaError(.fileNoSuchFile), named: .systemError, for: .loadProducts)
        let request = ProductsRequest(device: fixture.device, identifiers: ["coins"])
        let failure = await #expect(throws: StoreFailure.self) { try await fixture.host.products(request) }
        #expect(failure?.code.rawValue == "systemError")
        #expect((failure?.simulated as? CocoaError)?.code == .fileNoSuchFile)
        let travelled = try JSONDecoder().decode(StoreFailure.self, from: JSONEncoder().encode(failure))
        #expect(travelled == failure)
        #expect(travelled.simulated == nil)
        fixture.host.simulate(nil, named: nil, for: .loadProducts)
        #expect(try await fixture.host.products(request).products.count == 1)
    }
}
