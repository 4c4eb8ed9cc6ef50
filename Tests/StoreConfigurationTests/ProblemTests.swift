// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

/// One change to a sound file, and the one problem it makes.
struct ProblemCase: CustomTestStringConvertible {
    var old: String
    var new: String
    var severity: ConfigurationProblem.Severity
    var code: ConfigurationProblem.Code
    var path: String

    var testDescription: String { "\(code.rawValue) for \(new.prefix(60))" }

    init(
        _ old: String, _ new: String, _ severity: ConfigurationProblem.Severity, _ code: ConfigurationProblem.Code,
        _ path: String
    ) {
        self.old = old
        self.new = new
        self.severity = severity
        self.code = code
        self.path = path
    }
}

@Suite struct ProblemTests {
    private static let coins = "$.products[0]"
    private static let monthly = "$.subscriptionGroups[0].subscriptions[0]"

    static let values: [ProblemCase] = [
        .init(
            #""displayPrice" : "4900""#, #""displayPrice" : "4,90""#, .error, .commaInPrice,
            "$.products[1].displayPrice"),
        .init(#""4900""#, #""1.9999""#, .error, .tooPrecisePrice, "$.products[1].displayPrice"),
        .init(#""4900""#, #""-1""#, .error, .negativePrice, "$.products[1].displayPrice"),
        .init(#""4900""#, #""free""#, .error, .invalidPrice, "$.products[1].displayPrice"),
        .init(#""4900""#, #""9999999999999""#, .error, .invalidPrice, "$.products[1].displayPrice"),
        .init(#""4900""#, "4900", .warning, .priceIsNumber, "$.products[1].displayPrice"),
        .init(#""4900""#, "[]", .warning, .wrongType, "$.products[1].displayPrice"),
        .init(#""4900""#, "null", .error, .missingValue, "$.products[1].displayPrice"),
        .init(#""E8BE4D21""#, "12", .warning, .wrongType, "$.identifier"),
        .init(#""E8BE4D21""#, "null", .note, .missingValue, "$.identifier"),
        .init(#""identifier""#, #""A key.\u001b" : 1, "identifier""#, .note, .unknownKey, #"$["A key.\u{1B}"]"#),
        .init(#""identifier""#, #""identifier" : "1", "identifier""#, .warning, .duplicateKey, "$.identifier"),
        .init(#""E8BE4D21""#, #""\ud800""#, .warning, .unpairedSurrogate, "$"),
        .init(#""major" : 4"#, #""major" : 7"#, .warning, .unknownVersion, "$.version"),
        .init(#""minor" : 0"#, #""minor" : "0""#, .warning, .wrongType, "$.version.minor"),
    ]

    static let products: [ProblemCase] = [
        .init(#""productID" : "coins""#, #""productID" : """#, .error, .missingProductID, "\(coins).productID"),
        .init(
            #""productID" : "lifetime""#, #""productID" : "coins""#, .error, .duplicateProductID,
            "$.products[1].productID"),
        .init(#""type" : "Consumable""#, #""type" : "Gift""#, .error, .unknownProductType, "\(coins).type"),
        .init(#""type" : "Consumable""#, #""type" : null"#, .error, .unknownProductType, "\(coins).type"),
        .init(
            #""type" : "Consumable""#, #""type" : "RecurringSubscription""#, .error, .misplacedProduct, "\(coins).type"),
        .init(
            #""type" : "Consumable""#, #""type" : "NonRenewingSubscription""#, .warning, .misplacedProduct,
            "\(coins).type"),
        .init(
            #""type" : "NonConsumable""#, #""type" : "Consumable""#, .warning, .impossibleFamilySharing,
            "$.products[1].familyShareable"),
        .init(
            #""familyShareable" : true"#, #""familyShareable" : null"#, .note, .missingValue,
            "$.products[1].familyShareable"),
        .init(
            #""familyShareable" : true"#, #""familyShareable" : 1"#, .warning, .wrongType,
            "$.products[1].familyShareable"),
        .init(#""A0000001""#, #""""#, .note, .missingValue, "\(coins).internalID"),
        .init(#""products" : ["#, #""products" : [ 7,"#, .warning, .wrongType, "$.products[0]"),
    ]

    static let subscriptions: [ProblemCase] = [
        .init(#""groupNumber" : 1"#, #""groupNumber" : 0"#, .warning, .invalidGroupNumber, "\(monthly).groupNumber"),
        .init(#""groupNumber" : 1"#, #""groupNumber" : null"#, .warning, .missingValue, "\(monthly).groupNumber"),
        .init(
            #""recurringSubscriptionPeriod" : "P1M""#, #""recurringSubscriptionPeriod" : "P1M2D""#, .error,
            .unknownPeriod,
            "\(monthly).recurringSubscriptionPeriod"),
        .init(
            #""recurringSubscriptionPeriod" : "P1M""#, #""recurringSubscriptionPeriod" : null"#, .error, .unknownPeriod,
            "\(monthly).recurringSubscriptionPeriod"),
        .init(
            #""subscriptionGroupID" : "G0000001""#, #""subscriptionGroupID" : "G2""#, .warning, .groupMismatch,
            "\(monthly).subscriptionGroupID"),
        .init(
            #""type" : "RecurringSubscription""#, #""type" : "Consumable""#, .error, .unknownProductType,
            "\(monthly).type"),
        .init(#""type" : "RecurringSubscription""#, #""type" : null"#, .warning, .missingValue, "\(monthly).type"),
        .init(
            #""subscriptionGroups" : ["#, #""subscriptionGroups" : [ { "id" : "G0000001", "name" : "One" },"#, .error,
            .duplicateGroupID, "$.subscriptionGroups[1].id"),
        .init(
            #""subscriptionGroups" : ["#, #""subscriptionBundleGroups" : [ {} ], "subscriptionGroups" : ["#, .warning,
            .unsupportedContent, "$.subscriptionBundleGroups"),
        .init(
            #""subscriptionGroups" : ["#,
            #""subscriptionOffersKeyPair" : { "id" : "K", "privateKey" : "?" }, "subscriptionGroups" : ["#,
            .error, .invalidKeyPair, "$.subscriptionOffersKeyPair"),
    ]

    static let offers: [ProblemCase] = [
        .init(#""payUpFront""#, #""payNever""#, .error, .unknownPaymentMode, "\(monthly).adHocOffers[0].paymentMode"),
        .init(#""payUpFront""#, "null", .error, .unknownPaymentMode, "\(monthly).adHocOffers[0].paymentMode"),
        .init(#""P6M""#, #""half a year""#, .error, .unknownPeriod, "\(monthly).adHocOffers[0].subscriptionPeriod"),
        .init(
            #""offerID" : "upgrade""#, #""offerID" : """#, .error, .missingOfferID, "\(monthly).adHocOffers[0].offerID"),
        .init(
            #""referenceName" : "Fair""#, #""referenceName" : null"#, .error, .missingOfferID,
            "\(monthly).codeOffers[0].referenceName"),
        .init(
            #""winbackOffers" : ["#,
            #""winbackOffers" : [ { "internalID" : "1", "offerID" : "return", "paymentMode" : "free", "subscriptionPeriod" : "P1M" },"#,
            .error, .duplicateOfferID, "\(monthly).winbackOffers[1].offerID"),
        .init(#""payUpFront""#, #""free""#, .note, .ignoredPrice, "\(monthly).adHocOffers[0].displayPrice"),
        .init(
            #""numberOfPeriods" : 5"#, #""numberOfPeriods" : null"#, .warning, .invalidPeriodCount,
            "\(monthly).codeOffers[0].numberOfPeriods"),
        .init(
            #""numberOfPeriods" : 5"#, #""numberOfPeriods" : 1000"#, .warning, .invalidPeriodCount,
            "\(monthly).codeOffers[0].numberOfPeriods"),
        .init(
            #""recurringSubscriptionPeriod" : "P1M""#, #""recurringSubscriptionPeriod" : "P1Y""#, .warning,
            .offerPeriodMismatch, "\(monthly).codeOffers[0].subscriptionPeriod"),
        .init(
            #""eligibility" : ["#, #""eligibility" : [ "friends","#, .warning, .doubtfulEligibility,
            "\(monthly).codeOffers[0].eligibility[0]"),
        .init(
            #""isStackable""#, #""eligibility2" : 1, "isStackable""#, .note, .unknownKey,
            "\(monthly).codeOffers[0].eligibility2"),
        .init(
            #""introductoryOffer" : {"#, #""introductoryOffers" : [], "introductoryOffer" : {"#, .warning,
            .ignoredIntroductoryOffer, "\(monthly).introductoryOffer"),
    ]

    static let settings: [ProblemCase] = [
        .init(#""_timeRate" : 0"#, #""_timeRate" : 7"#, .warning, .unknownTimeRate, "$.settings._timeRate"),
        .init(#""_timeRate" : 0"#, #""_timeRate" : "six""#, .warning, .wrongType, "$.settings._timeRate"),
        .init(#""_timeRate" : 0"#, #""_timeRate" : 1.5"#, .warning, .wrongType, "$.settings._timeRate"),
        .init(#""USA""#, #""us""#, .warning, .invalidStorefront, "$.settings._storefront"),
        .init(
            #""_timeRate" : 0"#, #""_lastSynchronizedDate" : 1e300"#, .warning, .wrongType,
            "$.settings._lastSynchronizedDate"),
        .init(
            #""_timeRate" : 0"#, #""_compatibilityTimeRate" : { "three" : 6 }"#, .warning, .wrongType,
            "$.settings._compatibilityTimeRate.three"),
        .init(
            #""_storeKitErrors" : ["#, #""_storeKitErrors" : [ { "enabled" : true } "#, .warning, .missingValue,
            "$.settings._storeKitErrors[0].name"),
        .init(
            #""_storeKitErrors" : ["#,
            #""_storeKitErrors" : [ { "name" : "Purchase", "enabled" : true, "current" : {} } "#,
            .warning, .missingValue, "$.settings._storeKitErrors[0].current"),
        .init(
            #""_timeRate" : 0"#, #""_failGracePeriodSet" : false"#, .note, .unknownKey, "$.settings._failGracePeriodSet"
        ),
    ]

    @Test(
        "A subscription for which the App Store sells no period is told of, and sold",
        arguments: ["P3D", "P2W", "P5M", "P2Y"])
    func unusualPeriods(period: String) throws {
        let document = try Fixtures.read(
            Fixtures.version40, replacing: #""recurringSubscriptionPeriod" : "P1M""#,
            with: #""recurringSubscriptionPeriod" : "\#(period)""#)
        let problem = try #require(document.problems.first { $0.code == .unusualPeriod })
        #expect(problem.severity == .warning && problem.path.hasSuffix("recurringSubscriptionPeriod"))
        let subscriptions = document.configuration.subscriptionGroups.flatMap(\.subscriptions)
        #expect(subscriptions.contains { $0.period.iso8601 == period })
    }

    @Test(arguments: values + products + subscriptions + offers + settings)
    func oneChangeMakesOneProblem(_ change: ProblemCase) throws {
        let document = try Fixtures.read(Fixtures.version40, replacing: change.old, with: change.new)
        #expect(document.problems.count == 1, "\(document.problems)")
        let problem = try #require(document.problems.first)
        #expect(problem.severity == change.severity)
        #expect(problem.code == change.code)
        #expect(problem.path == change.path)
        #expect(!problem.message.isEmpty && problem.fix.hasSuffix("."))
    }

    @Test(arguments: [("\"1,5\"", 1500), ("\"1.2345\"", 1234), ("\"-1\"", 0), ("\"x\"", 0), ("2.5", 2500), ("-3", 0)])
    func doubtfulPricesHaveADefinedReading(_ literal: String, _ milliunits: Int) throws {
        let document = try Fixtures.read(Fixtures.version40, replacing: #""4900""#, with: literal)
        #expect(document.configuration.products.last?.price.milliunits == Int64(milliunits))
    }

    @Test func theFirstOfTwoWins() throws {
        let document = try Fixtures.read(
            root: """
                "products" : [
                    { "productID" : "a", "type" : "Consumable", "displayPrice" : "1", "displayPrice" : "2",
                      "localizations" : [ { "locale" : "it", "displayName" : "Uno" }, { "locale" : "it" } ] },
                    { "productID" : "a", "type" : "NonConsumable", "displayPrice" : "3" }
                ],
                "subscriptionGroups" : [
                    { "id" : "g", "name" : "First", "subscriptions" : [] },
                    { "id" : "g", "name" : "Second", "subscriptions" : [
                        { "productID" : "s", "displayPrice" : "1", "recurringSubscriptionPeriod" : "P1M" } ] }
                ],
                """)
        let products = document.configuration.products
        #expect(products.map(\.id) == ["a"])
        #expect(products.map(\.price.milliunits) == [1000])
        #expect(products.first?.localizations == [.init(locale: "it", displayName: "Uno")])
        #expect(document.configuration.subscriptionGroups.map(\.name) == ["First"])
        #expect(try document.subscription.id == "s")
        let expected: Set<ConfigurationProblem.Code> = [
            .duplicateKey, .duplicateLocale, .duplicateProductID, .duplicateGroupID,
        ]
        #expect(expected.isSubset(of: document.codes))
    }

    @Test func problemsAreListedUpToALimit() throws {
        let keys = (0..<5000).map { "\"key\($0)\" : 0," }.joined()
        let document = try Fixtures.read(root: keys)
        #expect(document.problems.count == 1001)
        #expect(document.problems.last?.code == .tooManyProblems)
    }

    @Test func severitiesAreOrdered() {
        #expect(ConfigurationProblem.Severity.allCases.reversed().sorted() == [.note, .warning, .error])
    }
}
