// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import Testing

@Suite struct EntitlementMapTests {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    static func grant(
        _ productID: String, _ kind: Grant.Kind = .lifetime, id: UInt64 = 1, bought: Date = start,
        until end: Date? = nil,
        quantity: Int = 1, isFamilyShared: Bool = false
    ) -> Grant {
        Grant(
            productID: productID, kind: kind, transactionID: id, purchaseDate: bought, accessEndDate: end,
            quantity: quantity, isFamilyShared: isFamilyShared)
    }

    // Case 26.
    @Test("Any one of the products is enough, and losing one leaves what the others give")
    func or() throws {
        let map: EntitlementMap = ["plus": ["monthly", "lifetime"], "coach": ["monthly"]]
        let end = Self.start.addingTimeInterval(1000)
        let monthly = Self.grant("monthly", .subscription(groupID: "g"), until: end)
        let lifetime = Self.grant("lifetime", id: 2)
        var found = map.entitlements(from: [monthly, lifetime], at: Self.start)
        #expect(found.map(\.id) == ["coach", "plus"])
        #expect(found.map(\.endDate) == [end, nil])
        #expect(found[1].grants.map(\.productID) == ["lifetime", "monthly"])
        found = map.entitlements(from: [lifetime], at: Self.start)
        #expect(found.map(\.id) == ["plus"])
        #expect(map.entitlements(from: [], at: Self.start).isEmpty)
    }

    @Test("A whole group backs an entitlement, and Family Sharing counts where it is accepted")
    func groupsAndFamilies() throws {
        let json = """
            {"entitlements": {
                "plus": {"groups": ["g"]},
                "studio": {"products": ["plan"], "acceptsFamilySharing": false}
            }}
            """
        let map = try EntitlementMap(json: Data(json.utf8))
        let shared = Self.grant("plan", .subscription(groupID: "g"), isFamilyShared: true)
        let found = map.entitlements(from: [shared], at: Self.start)
        #expect(found.map(\.id) == ["plus"])
        #expect(found.first?.isFamilyShared == true)
        let own = Self.grant("plan", .subscription(groupID: "g"), id: 2)
        #expect(map.entitlements(from: [shared, own], at: Self.start).map(\.isFamilyShared) == [false, false])
    }

    // Case 24.
    @Test("A pass lasts as long as it says, the next one begins where the last ends, and one without a length for ever")
    func passes() throws {
        let map = try EntitlementMap(
            json: Data(#"{"entitlements": {"season": {"products": ["pass", "card"]}}, "passes": {"pass": "P1M"}}"#.utf8)
        )
        let first = Self.grant("pass", .nonRenewing, id: 1)
        let second = Self.grant("pass", .nonRenewing, id: 2, bought: Self.start.addingTimeInterval(86_400), quantity: 2)
        let soon = Self.start.addingTimeInterval(86_400 * 40)
        #expect(map.entitlements(from: [first], at: soon).isEmpty)
        let end = map.entitlements(from: [second, first], at: soon).first?.endDate
        #expect(end == PassLengthCalendar.adding(months: 3, to: Self.start))
        #expect(map.entitlements(from: [Self.grant("card", .nonRenewing)], at: .distantFuture).first?.endDate == nil)
        #expect(map.entitlements(from: [Self.grant("card", .nonRenewing)], at: .distantFuture).count == 1)
    }

    @Test("A map comes back from JSON as it went", arguments: ["P7D", "P2W", "P3M", "P1Y"])
    func roundTrip(length: String) throws {
        let pass = try #require(PassLength(length))
        let map = EntitlementMap(["plus": .init(products: ["a"], groups: ["g"])], passes: ["a": pass])
        #expect(try EntitlementMap(json: JSONEncoder().encode(map)) == map)
    }

    @Test("A length that is none is refused", arguments: ["", "P", "3M", "P0D", "P3H", "P-1D", "PM"])
    func badLength(text: String) {
        #expect(PassLength(text) == nil)
        let json = #"{"entitlements": {}, "passes": {"a": "\#(text)"}}"#
        #expect(throws: DecodingError.self) { try EntitlementMap(json: Data(json.utf8)) }
    }
}

private enum PassLengthCalendar {
    static func adding(months: Int, to date: Date) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(byAdding: .month, value: 1, to: date).flatMap {
            calendar.date(byAdding: .month, value: months - 1, to: $0)
        }
    }
}
