// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@testable import StoreServer

@Suite struct FaultPlannerTests {
    static let start = StoreInstant(milliseconds: 1000)

    func plan(_ rules: [FaultRule], seed: UInt64 = 1, target: String = "http://one/", count: Int = 200) -> [[Posting]] {
        var planner = FaultPlanner(FaultPlan(seed: seed, rules: rules), target: target)
        return (1...count).map { number in
            planner.postings(for: Posting(number: number, due: Self.start, attempt: 0), of: "DID_RENEW")
        }
    }

    static func rule(_ fault: Fault, _ change: (inout FaultRule) -> Void = { _ in }) -> FaultRule {
        var rule = FaultRule(fault)
        if fault == .delay || fault == .reorder { rule.milliseconds = 500 }
        change(&rule)
        return rule
    }

    @Test("Without rules an attempt is posted as it is")
    func doesNothing() {
        let postings = plan([], count: 1)
        #expect(postings == [[Posting(number: 1, due: Self.start, attempt: 0)]])
    }

    @Test("One seed makes one history, another makes another", arguments: Fault.allCases)
    func isDeterministic(fault: Fault) {
        let rule = Self.rule(fault) { $0.share = 0.5 }
        #expect(plan([rule]) == plan([rule]))
        #expect(plan([rule]) != plan([rule], seed: 2))
        #expect(plan([rule]) != plan([rule], target: "http://two/"))
    }

    @Test("Each fault does to the attempt what its name says")
    func appliesFaults() throws {
        func first(_ fault: Fault) throws -> [Posting] { try #require(plan([Self.rule(fault)], count: 1).first) }
        #expect(try first(.drop).map(\.journey) == [.lost])
        #expect(try first(.cutConnection).map(\.journey) == [.cut])
        #expect(try first(.delay).map(\.due.milliseconds) == [1500])
        #expect(try first(.duplicate).map(\.attempt) == [0, nil])
        for fault in Fault.allCases where fault.isForgery { #expect(try first(fault).map(\.forgeries) == [[fault]]) }
    }

    @Test("Reordering moves within the window, and changes the order")
    func reorders() {
        let dues = plan([Self.rule(.reorder)]).flatMap { $0 }.map { $0.due - Self.start }
        #expect(dues.allSatisfy { (0...500).contains($0) })
        #expect(dues != dues.sorted())
    }

    @Test("A replay is older than what it follows, and the first has none")
    func replays() {
        let plan = plan([Self.rule(.replay)])
        #expect(plan[0].count == 1)
        for postings in plan.dropFirst() {
            #expect(postings.count == 2)
            #expect(postings[1].number < postings[0].number)
            #expect(postings[1].attempt == nil)
        }
    }

    @Test("A rule meets its target, its types, its share and its number of times")
    func narrows() {
        func met(_ change: (inout FaultRule) -> Void) -> Int {
            plan([Self.rule(.drop, change)]).count { $0[0].journey == .lost }
        }
        #expect(met { $0.target = "http://one/" } == 200)
        #expect(met { $0.target = "http://two/" } == 0)
        #expect(met { $0.types = ["DID_RENEW", "TEST"] } == 200)
        #expect(met { $0.types = ["TEST"] } == 0)
        #expect(met { $0.times = 3 } == 3)
        #expect((60...140).contains(met { $0.share = 0.5 }))
        #expect(met { $0.share = 0 } == 0)
    }

    @Test("Several rules act together")
    func combines() {
        let postings = plan(
            [Self.rule(.duplicate) { $0.copies = 2 }, Self.rule(.delay), Self.rule(.unknownType)], count: 1)
        #expect(postings[0].count == 3)
        #expect(postings[0].allSatisfy { $0.due.milliseconds == 1500 && $0.forgeries == [.unknownType] })
    }

    @Test("A rule that makes no sense says so")
    func checksRules() {
        #expect(FaultRule(.delay).problem != nil)
        #expect(Self.rule(.delay) { $0.milliseconds = 0 }.problem != nil)
        #expect(Self.rule(.drop) { $0.milliseconds = 5 }.problem != nil)
        #expect(Self.rule(.drop) { $0.copies = 5 }.problem != nil)
        #expect(Self.rule(.duplicate) { $0.copies = 0 }.problem != nil)
        #expect(Self.rule(.drop) { $0.share = 1.5 }.problem != nil)
        #expect(Self.rule(.drop) { $0.times = 0 }.problem != nil)
        for fault in Fault.allCases { #expect(Self.rule(fault).problem == nil) }
    }
}
