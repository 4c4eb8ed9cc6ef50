// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct OutboxTests {
    static let hour: Int64 = 3_600_000

    static func outbox(_ environment: AppStoreEnvironment = .production, _ rules: [FaultRule] = []) -> Outbox {
        Outbox(
            policy: .standard(in: environment), faults: FaultPlanner(FaultPlan(rules: rules), target: "http://one/"))
    }

    static func moment(_ hours: Int64) -> StoreInstant { TestStore.start + hours * hour }

    func numbers(_ outbox: inout Outbox, at now: StoreInstant) -> [Int] {
        var numbers: [Int] = []
        while let next = outbox.next(at: now) { numbers.append(next.posting.number) }
        return numbers
    }

    @Test("What is due earlier goes first, and what is due at once in the order in which it came")
    func keepsOrder() {
        var outbox = Self.outbox()
        for (number, hours) in [(1, 2), (2, 1), (3, 1), (4, 3)] as [(Int, Int64)] {
            outbox.announce(number, type: "TEST", at: Self.moment(hours))
        }
        #expect(outbox.nextDue == Self.moment(1))
        #expect(numbers(&outbox, at: Self.moment(0)).isEmpty)
        #expect(numbers(&outbox, at: Self.moment(2)) == [2, 3, 1])
        #expect(numbers(&outbox, at: Self.moment(9)) == [4])
        #expect(outbox.nextDue == nil)
    }

    @Test("Thousands that were posted leave nothing behind")
    func staysSmall() {
        var outbox = Self.outbox()
        for number in 1...5000 {
            outbox.announce(number, type: "TEST", at: Self.moment(0))
            #expect(outbox.next(at: Self.moment(0))?.posting.number == number)
        }
        outbox.announce(5001, type: "TEST", at: Self.moment(1))
        #expect(numbers(&outbox, at: Self.moment(1)) == [5001])
    }

    @Test("What a restored store never announced is dropped")
    func forgets() {
        var outbox = Self.outbox()
        for number in 1...3 { outbox.announce(number, type: "TEST", at: Self.moment(0)) }
        _ = outbox.next(at: Self.moment(0))
        outbox.forget(after: 2)
        #expect(numbers(&outbox, at: Self.moment(0)) == [2])
    }

    @Test(
        "A restarted store goes on trying where it stood",
        arguments: [(0, [0]), (1, [1]), (2, [13]), (6, [])] as [(Int, [Int64])])
    func resumes(attempts: Int, hours: [Int64]) async throws {
        let url = try #require(URL(string: "http://one/"))
        let store = try TestStore()
        let drafts = store.host.notifications()
        try store.buy(Shop.lamp)
        var reader = drafts.makeAsyncIterator()
        let draft = try #require(await reader.next())
        let tried = [0, 1, 13, 37, 85, 157].prefix(attempts).map { hours in
            NotificationLog.Attempt(target: url, date: Self.moment(hours), result: .timedOut)
        }
        var outbox = Self.outbox()
        outbox.resume(NotificationLog.Entry(draft: draft, attempts: tried), at: url)
        #expect(outbox.nextDue == hours.first.map(Self.moment))
    }
}
