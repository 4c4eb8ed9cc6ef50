// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

@Suite struct ConfigurationReportTests {
    private func report(_ text: String) throws -> ConfigurationReport {
        ConfigurationReport(document: try Fixtures.read(text))
    }

    @Test func listsTheExampleShop() throws {
        let text = ConfigurationReport(document: try ConfigurationDocument(data: try Fixtures.shop())).text
        let lines = text.split(separator: "\n").map(String.init)
        for line in [
            "Storefront USA (USD), locale en_US",
            "  com.example.shop.coins.100   consumable      0.99 USD   100 Coins",
            "  com.example.shop.workshop    non-consumable  24.99 USD  Workshop    family sharing",
            "  com.example.shop.plus.yearly   level 2  79.99 USD every year   Plus Yearly",
            "    introductory offer: free for 1 week",
            "    promotional offer ‘com.example.shop.plus.monthly.loyal’: 4.99 USD every month for 3 months",
            "    win-back offer ‘com.example.shop.plus.monthly.return’: 14.99 USD once for 3 months",
            "No problems",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(!text.contains("Settings that differ"))
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }

    @Test func showsSettingsThatDifferFromTheDefaults() throws {
        let synchronized = try report(Fixtures.version20).text
        for line in [
            "  Synchronized with App Store Connect, app 1234567890", "  Last synchronized 2023-01-27T06:59:26Z",
            "  Time rate 1001: every renewal after five minutes", "  Billing grace period is on",
            "  Renewals enter billing retry",
        ] {
            #expect(synchronized.contains(line + "\n"), "\(line)")
        }
        #expect(try report(Fixtures.version12).text.contains("  Failing purchases have the StoreKit 1 error 14\n"))
        #expect(try report(Fixtures.version30).text.contains("  Simulated error for Subscription Status: generic 3\n"))
    }

    @Test func countsProblemsAndNamesTheirPlaces() throws {
        let document = try Fixtures.read(Fixtures.version30, replacing: #""4.99""#, with: #""4,99""#)
        let text = ConfigurationReport(document: document).text
        let path = "$.subscriptionGroups[0].subscriptions[0]"
        #expect(text.contains("Problems: 1 error, 1 note\n"))
        #expect(text.contains("  error \(path).displayPrice\n"))
        #expect(text.contains("  note \(path).introductoryOffer.displayPrice\n"))
    }

    @Test func pricesOfUnknownStorefrontsHaveNoCurrency() throws {
        let text = try report(Fixtures.version40.replacing(#""USA""#, with: #""ZZZ""#)).text
        #expect(text.contains("Storefront ZZZ (currency not known)"))
        #expect(text.contains(" 4900.00 "))
        #expect(!text.contains("USD"))
    }

    @Test func neitherRenderingShowsThePrivateKey() throws {
        let report = try report(Fixtures.version20)
        let key = try #require(report.keyText)
        for rendering in [report.text, report.json] {
            #expect(rendering.contains("98EEF22B"))
            #expect(!rendering.contains(key))
        }
    }

    @Test func charactersThatSteerTerminalsAreShownAsNumbers() throws {
        let name = #""displayName" : "\u001b[2J\u202ECoins""#
        let text = try report(Fixtures.version40.replacing(#""displayName" : "Coins""#, with: name)).text
        #expect(text.contains(#"\u{1b}[2J\u{202e}Coins"#))
        #expect(!text.unicodeScalars.contains("\u{1B}"))
    }

    @Test(arguments: Fixtures.all) func theJSONRenderingIsJSON(_ text: String) throws {
        let document = try Fixtures.read(text)
        let json = ConfigurationReport(document: document).json
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["version"] as? String == document.configuration.version.description)
        #expect((object["products"] as? [Any])?.count == document.configuration.products.count)
        #expect((object["problems"] as? [Any])?.count == document.problems.count)
    }
}

extension ConfigurationReport {
    fileprivate var keyText: String? { Data("0 stands for a private key".utf8).base64EncodedString() }
}
