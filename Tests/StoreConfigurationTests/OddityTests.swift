// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

/// What files in the wild have been seen to do.
@Suite struct OddityTests {
    @Test func settingsMayBeMissing() throws {
        let document = try Fixtures.read(
            root: #""identifier" : "1", "products" : [], "nonRenewingSubscriptions" : [], "subscriptionGroups" : [],"#)
        #expect(document.configuration.settings == .init())
        #expect(document.problems.map(\.path) == ["$.settings"])
        #expect(document.problems.map(\.severity) == [.note])
    }

    @Test func textsAndListsMayBeEmpty() throws {
        let document = try Fixtures.read(
            Fixtures.version10, replacing: #""description" : "Text","#, with: #""description" : "","#)
        #expect(document.problems.isEmpty)
        let group = try Fixtures.read(
            Fixtures.version30, replacing: #""description" : "","#, with: "")
        #expect(group.codes == [.ignoredPrice])
        #expect(group.configuration.subscriptionGroups.first?.localizations.first?.description == "")
    }

    @Test(arguments: [#""introductoryOffer" : null,"#, ""])
    func theIntroductoryOfferMayBeNullOrAbsent(_ replacement: String) throws {
        let document = try Fixtures.read(
            Fixtures.version12, replacing: #""introductoryOffer" : null,"#, with: replacement)
        #expect(document.problems.isEmpty)
        #expect(try document.subscription.introductoryOffers.isEmpty)
    }

    @Test func theArrayOfIntroductoryOffersCountsEvenWhenEmpty() throws {
        let document = try Fixtures.read(
            Fixtures.version40, replacing: #""introductoryOffer" : {"#,
            with: #""introductoryOffers" : [], "introductoryOffer" : {"#)
        #expect(try document.subscription.introductoryOffers.isEmpty)
        #expect(document.problems.map(\.severity) == [.warning])
    }

    @Test(arguments: ["6", #"{ "3" : 6 }"#]) func theCompatibilityRateMayBeBare(_ literal: String) throws {
        let document = try Fixtures.read(
            Fixtures.version40, replacing: #""_timeRate" : 0"#, with: #""_compatibilityTimeRate" : \#(literal)"#)
        #expect(document.problems.isEmpty)
        #expect(document.configuration.settings.compatibilityTimeRates == [3: 6])
    }

    @Test(
        arguments: [("0", nil), ("null", nil), ("1234567890.1234567", 1_234_567_890.123_456_7)] as [(String, Double?)])
    func theSynchronizationDateMayBeAPlaceholder(_ literal: String, _ seconds: Double?) throws {
        let document = try Fixtures.read(
            Fixtures.version40, replacing: #""_timeRate" : 0"#, with: #""_lastSynchronizedDate" : \#(literal)"#)
        #expect(document.problems.isEmpty)
        #expect(document.configuration.settings.lastSynchronizedDate?.timeIntervalSinceReferenceDate == seconds)
    }

    @Test func inventedOffersAndKeysAreLeftOutAndReported() throws {
        let document = try Fixtures.read(
            root: """
                "identifier" : "invented", "nonConsumableProducts" : [], "products" : [],
                "nonRenewingSubscriptions" : [], "settings" : {},
                "subscriptionGroups" : [ { "id" : "g", "name" : "Group", "localizations" : [], "subscriptions" : [ {
                    "adHocOfferCodesEnabled" : true, "displayPrice" : "4.99", "familySharable" : false,
                    "groupNumber" : 1, "internalID" : "1", "localizations" : [], "productID" : "s",
                    "recurringSubscriptionPeriod" : "P1M", "type" : "RecurringSubscription",
                    "introductoryOffer" : { "duration" : 1, "durationUnit" : "WEEK", "offerMode" : "FREE_TRIAL" }
                } ] } ],
                """)
        #expect(try document.subscription.introductoryOffers.isEmpty)
        let path = "$.subscriptionGroups[0].subscriptions[0]"
        let errors = document.problems.filter { $0.severity == .error }
        #expect(errors.map(\.code) == [.unknownPaymentMode])
        #expect(errors.map(\.path) == ["\(path).introductoryOffer.paymentMode"])
        let unknown = document.problems.filter { $0.code == .unknownKey }.map(\.path)
        #expect(
            unknown == [
                "$.nonConsumableProducts", "\(path).adHocOfferCodesEnabled", "\(path).familySharable",
                "\(path).introductoryOffer.duration", "\(path).introductoryOffer.durationUnit",
                "\(path).introductoryOffer.offerMode",
            ])
    }

    @Test func filesWithoutGroupsAreRead() throws {
        let document = try Fixtures.read(root: #""products" : [], "subscriptions" : [],"#)
        #expect(document.configuration.subscriptionGroups.isEmpty)
        #expect(document.problems.contains { $0.path == "$.subscriptionGroups" && $0.code == .missingValue })
        #expect(document.problems.contains { $0.path == "$.subscriptions" && $0.code == .unknownKey })
    }

    @Test func missingPartsOfACodeHaveDefaults() throws {
        let document = try Fixtures.read(
            root: """
                "subscriptionGroups" : [ { "name" : "Group", "subscriptions" : [ {
                    "displayPrice" : "4.99", "productID" : "s", "recurringSubscriptionPeriod" : "P1M",
                    "codeOffers" : [ { "paymentMode" : "free", "referenceName" : "A", "subscriptionPeriod" : "P1M" } ],
                    "winbackOffers" : [ { "paymentMode" : "free", "offerID" : "B", "subscriptionPeriod" : "P1M",
                                          "isEligible" : false } ],
                    "billingPlans" : [ { "billingPlanType" : "WEEKLY", "displayPrice" : "1" }, { "displayPrice" : "1" } ]
                } ] } ],
                """)
        let subscription = try document.subscription
        #expect(subscription.groupID == "group-1")
        #expect(subscription.groupNumber == 1)
        #expect(subscription.product.internalID == "s")
        #expect(subscription.codeOffers.first?.internalID == "A")
        #expect(subscription.codeOffers.first?.eligibility == [.new, .existing, .expired])
        #expect(subscription.winBackOffers.first?.isEligible == false)
        #expect(subscription.billingPlans.map(\.type.rawValue) == ["WEEKLY"])
        #expect(subscription.billingPlans.map(\.commitmentPrice.milliunits) == [1000])
    }
}
