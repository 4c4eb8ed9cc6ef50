// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

@Suite struct ValueTests {
    @Test(arguments: [
        ("4900", 4_900_000, "4900.00"), ("0.5", 500, "0.50"), ("9.99", 9990, "9.99"), ("0", 0, "0.00"),
        ("0.0", 0, "0.00"),
        ("0.125", 125, "0.125"), ("-0", 0, "0.00"), ("007", 7000, "7.00"),
        ("999999999999.999", 999_999_999_999_999, "999999999999.999"),
    ])
    func pricesAreExact(_ text: String, _ milliunits: Int, _ description: String) throws {
        let price = try #require(StoreKitConfiguration.Price(text))
        #expect(price.milliunits == Int64(milliunits))
        #expect(price.description == description)
    }

    @Test(arguments: [
        "", ".", "5.", ".5", "1,5", "1e3", "+1", "-1", "--1", "9.9999", "1.2.3", " 1", "$1", "٣", "1000000000000",
        "99999999999999999999999999", "NaN",
    ])
    func otherTextIsNoPrice(_ text: String) {
        #expect(StoreKitConfiguration.Price(text) == nil)
    }

    @Test func negativeAmountsAreDescribedWithTheirSign() {
        #expect(StoreKitConfiguration.Price(milliunits: -1990).description == "-1.99")
        #expect(StoreKitConfiguration.Price(milliunits: .min).description == "-9223372036854775.808")
    }

    @Test(
        arguments: [
            ("P3D", .day, 3, "3 days"), ("P1W", .week, 1, "1 week"), ("P6M", .month, 6, "6 months"),
            ("P1Y", .year, 1, "1 year"),
            ("P999D", .day, 999, "999 days"),
        ] as [(String, StoreKitConfiguration.Period.Unit, Int, String)])
    func periodsHaveOneUnit(
        _ text: String, _ unit: StoreKitConfiguration.Period.Unit, _ value: Int, _ description: String
    ) throws {
        let period = try #require(StoreKitConfiguration.Period(iso8601: text))
        #expect(period == StoreKitConfiguration.Period(unit: unit, value: value))
        #expect(period.iso8601 == text)
        #expect(period.description == description)
    }

    @Test(arguments: [
        "", "P", "PM", "1M", "P0M", "P-1M", "P+1M", "P1M2D", "PT1M", "P1.5M", "p1m", "P1000D", "P٣D", "month",
    ])
    func otherTextIsNoPeriod(_ text: String) {
        #expect(StoreKitConfiguration.Period(iso8601: text) == nil)
    }

    @Test func versionsAreOrdered() {
        let versions = [(1, 0), (1, 2), (2, 0), (6, 3), (10, 0)].map(StoreKitConfiguration.Version.init(major:minor:))
        #expect(versions.reversed().sorted() == versions)
        #expect(versions.last?.description == "10.0")
    }

    @Test func nothingShowsThePrivateKey() throws {
        let document = try Fixtures.read(Fixtures.version20)
        let keyPair = try #require(document.configuration.offersKeyPair)
        #expect(keyPair.id == "98EEF22B")
        #expect(keyPair.privateKey == Data("0 stands for a private key".utf8))
        var shown = "\(document) \(String(reflecting: document)) \(keyPair) \(String(reflecting: keyPair))"
        dump(document, to: &shown)
        dump(keyPair, to: &shown)
        #expect(shown.contains("98EEF22B"))
        #expect(!shown.contains(keyPair.privateKey.base64EncodedString()))
        // How dumps would show the bytes one by one, and how Data describes itself.
        #expect(!shown.contains("48, 32, 115") && !shown.contains("\(keyPair.privateKey.count) bytes"))
    }
}
