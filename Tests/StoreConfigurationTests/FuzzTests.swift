// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import StoreConfiguration

/// The same sequence on every machine.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct FuzzTests {
    private static let rounds = 125

    private static let replacements: [JSONValue] = [
        .null, .bool(true), .number("-1"), .number("0.5"), .number("1e400"), .number("1e300"),
        .number("9223372036854775807"), .number("99999999999999999999"),
        .string(""),
        .string("P99999999999Y"), .string("-0,5"), .string("9223372036854775807"), .string("\u{0}\u{1B}é\u{FFFD}"),
        .string("Consumable"), .string("free"), .array([]), .object([]), .array([.object([]), .null, .array([.null])]),
    ]

    /// Changed trees reach deep into the reader: every one of them is still JSON.
    @Test(arguments: Fixtures.all) func changedTreesAreRead(_ text: String) async throws {
        let original = try Fixtures.read(text).json
        var generator = SeededGenerator(state: UInt64(text.utf8.count))
        for _ in 0..<Self.rounds {
            await Task.yield()
            var changed = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                var target = Int.random(in: 0..<Self.count(changed), using: &generator)
                let replacement = Self.replacements.randomElement(using: &generator)
                let new = Bool.random(using: &generator) ? replacement : nil
                changed = Self.replace(&target, in: changed, with: new) ?? .null
            }
            guard case .object = changed else { continue }
            var writer = JSONWriter()
            writer.write(changed)
            let document = try ConfigurationDocument(data: Data(writer.bytes))
            #expect(document.json == changed)
            try Self.checkInvariants(document)
        }
    }

    @Test(arguments: Fixtures.all) func changedBytesAreReadOrRefused(_ text: String) async throws {
        var generator = SeededGenerator(state: UInt64(text.utf8.count) << 32)
        var refused = 0
        for _ in 0..<Self.rounds {
            await Task.yield()
            var bytes = Array(text.utf8)
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
            } else {
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let index = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            do throws(ConfigurationError) {
                try Self.checkInvariants(ConfigurationDocument(data: Data(bytes)))
            } catch {
                refused += 1
                #expect(!error.message.isEmpty && error.fix.hasSuffix("."))
            }
        }
        #expect((1..<Self.rounds).contains(refused))
    }

    /// What everything that builds on configurations relies on.
    private static func checkInvariants(_ document: ConfigurationDocument) throws(ConfigurationError) {
        let configuration = document.configuration
        let subscriptions = configuration.subscriptionGroups.flatMap(\.subscriptions)
        let products =
            configuration.products + configuration.nonRenewingSubscriptions + subscriptions.map(\.product)
        #expect(Set(products.map(\.id)).count == products.count)
        #expect(products.allSatisfy { !$0.id.isEmpty && $0.price >= .zero })
        let groupIDs = configuration.subscriptionGroups.map(\.id)
        #expect(Set(groupIDs).count == groupIDs.count)
        #expect(subscriptions.allSatisfy { $0.groupNumber >= 1 && $0.period.value >= 1 })
        for group in configuration.subscriptionGroups {
            #expect(group.subscriptions.allSatisfy { $0.groupID == group.id })
        }
        for subscription in subscriptions {
            #expect(subscription.offers.allSatisfy { $0.price >= .zero && (1...999).contains($0.periodCount) })
            for offers in [subscription.promotionalOffers, subscription.codeOffers, subscription.winBackOffers] {
                #expect(Set(offers.map(\.id)).count == offers.count)
            }
        }
        let again = try ConfigurationDocument(data: document.data())
        #expect(again.json == document.json)
        #expect(again.configuration == configuration)
        let report = ConfigurationReport(document: document)
        #expect(!report.text.isEmpty && !report.json.isEmpty)
    }

    private static func count(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .object(let members): members.reduce(1) { $0 + count($1.value) }
        case .null, .bool, .number, .string: 1
        }
    }

    /// Replaces the node that `target` counts down to, in the order of the text; without a replacement the node goes.
    private static func replace(_ target: inout Int, in value: JSONValue, with new: JSONValue?) -> JSONValue? {
        target -= 1
        if target < 0 { return target == -1 ? new : value }
        switch value {
        case .array(let elements):
            var edited: [JSONValue] = []
            for element in elements {
                if let element = replace(&target, in: element, with: new) { edited.append(element) }
            }
            return .array(edited)
        case .object(let members):
            var edited: [JSONValue.Member] = []
            for member in members {
                guard let value = replace(&target, in: member.value, with: new) else { continue }
                edited.append(JSONValue.Member(key: member.key, value: value))
            }
            return .object(edited)
        case .null, .bool, .number, .string:
            return value
        }
    }
}
