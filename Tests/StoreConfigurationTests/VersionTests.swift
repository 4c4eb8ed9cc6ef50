// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

@Suite struct VersionTests {
    typealias Period = StoreKitConfiguration.Period

    @Test func version10HasNoIdentifier() throws {
        let document = try Fixtures.read(Fixtures.version10)
        let configuration = document.configuration
        #expect(document.problems.isEmpty)
        #expect(configuration.version == .init(major: 1, minor: 0))
        #expect(configuration.identifier == nil)
        #expect(configuration.nonRenewingSubscriptions.isEmpty)
        #expect(configuration.settings == .init())
        #expect(
            configuration.products == [
                .init(
                    id: "coins", internalID: "A0000001", type: .consumable, referenceName: "Reference",
                    price: .init(milliunits: 990),
                    localizations: [.init(locale: "en_US", displayName: "Coins", description: "Text")]),
                .init(
                    id: "lifetime", internalID: "A0000002", type: .nonConsumable, price: .init(milliunits: 4_900_000),
                    isFamilyShareable: true,
                    localizations: [.init(locale: "en_US", displayName: "Lifetime", description: "Text")]),
            ])
        let group = try #require(configuration.subscriptionGroups.first)
        #expect(group.id == "G0000001")
        #expect(group.name == "Premium")
        let subscription = try document.subscription
        #expect(subscription.id == "monthly")
        #expect(subscription.product.type == .autoRenewableSubscription)
        #expect(subscription.groupID == "G0000001")
        #expect(subscription.groupNumber == 1)
        #expect(subscription.period == Period(unit: .month, value: 1))
        #expect(subscription.offers.isEmpty)
    }

    @Test func version11HasNonRenewingSubscriptions() throws {
        let document = try Fixtures.read(Fixtures.version11)
        let configuration = document.configuration
        #expect(document.problems.isEmpty)
        #expect(configuration.identifier == "E8BE4D17")
        #expect(configuration.nonRenewingSubscriptions.map(\.id) == ["season"])
        #expect(configuration.nonRenewingSubscriptions.map(\.type) == [.nonRenewingSubscription])
        #expect(configuration.settings == .init(storefront: "ESP", locale: "es_ES", timeRate: 1, askToBuyEnabled: true))
        #expect(
            try document.subscription.introductoryOffers == [
                .init(
                    kind: .introductory, internalID: "C0000001", paymentMode: .payUpFront,
                    period: Period(unit: .month, value: 2), price: .init(milliunits: 1990))
            ])
    }

    @Test func version12HasCodes() throws {
        let document = try Fixtures.read(Fixtures.version12)
        #expect(document.problems.isEmpty)
        #expect(
            document.configuration.settings
                == .init(failTransactionsEnabled: true, storeKitError: 14, interruptedPurchasesEnabled: true))
        #expect(
            try document.subscription.codeOffers == [
                .init(
                    kind: .code, id: "Friends", internalID: "C0000002", referenceName: "Friends",
                    paymentMode: .freeTrial,
                    period: Period(unit: .day, value: 3), eligibility: [.new])
            ])
    }

    @Test func version20CanBeSynchronized() throws {
        let document = try Fixtures.read(Fixtures.version20)
        #expect(document.problems.isEmpty)
        #expect(
            document.configuration.settings
                == .init(
                    applicationInternalID: "1234567890", developerTeamID: "ABCDE12345",
                    lastSynchronizedDate: Date(timeIntervalSinceReferenceDate: 696_495_566.5), timeRate: 1001,
                    compatibilityTimeRates: [3: 6], billingGracePeriodEnabled: true, billingRetryOnRenewalEnabled: true)
        )
        #expect(
            try document.subscription.promotionalOffers == [
                .init(
                    kind: .promotional, id: "half", internalID: "C0000003", referenceName: "Half price",
                    paymentMode: .payAsYouGo, period: Period(unit: .month, value: 1), periodCount: 3,
                    price: .init(milliunits: 2990))
            ])
        #expect(document.configuration.subscriptionGroups.first?.subscriptions.map(\.groupNumber) == [1, 1])
    }

    @Test func version30ListsSimulatedErrors() throws {
        let document = try Fixtures.read(Fixtures.version30)
        let errors = document.configuration.settings.storeKitErrors
        #expect(errors.count == 9)
        #expect(
            errors.first == .init(name: "Load Products", isEnabled: false, selection: .init(type: "generic", index: 2)))
        #expect(errors.filter(\.isEnabled).map(\.name) == ["Subscription Status"])
        #expect(errors.last == .init(name: "Offer Code Redeem Sheet", isEnabled: false))
        #expect(document.configuration.settings.storefront == "JPN")
        #expect(document.configuration.subscriptionGroups.first?.localizations.map(\.displayName) == ["プレミアム"])
        // A free offer may have the price of its paid past.
        #expect(document.codes == [.ignoredPrice])
        #expect(try document.subscription.introductoryOffers.map(\.price) == [.zero])
    }

    @Test func version40HasWinBackOffers() throws {
        let document = try Fixtures.read(Fixtures.version40)
        let subscription = try document.subscription
        #expect(document.problems.isEmpty)
        #expect(document.configuration.settings == .init(storefront: "USA", locale: "en_US", disableDialogs: true))
        #expect(subscription.offers.map(\.kind) == [.introductory, .promotional, .code, .winBack])
        #expect(subscription.offers.map(\.id) == [nil, "upgrade", "Fair", "return"])
        #expect(
            subscription.codeOffers == [
                .init(
                    kind: .code, id: "Fair", internalID: "C0000004", referenceName: "Fair", paymentMode: .payAsYouGo,
                    period: Period(unit: .month, value: 1), periodCount: 5, price: .init(milliunits: 990),
                    eligibility: [.expired, .existing, .new], isStackable: true)
            ])
        #expect(subscription.winBackOffers.map(\.isEligible) == [true])
    }

    @Test func version50HasBillingPlansAndTakesIntroductoryOffersOnce() throws {
        let document = try Fixtures.read(Fixtures.version50)
        let subscription = try document.subscription
        #expect(document.codes == [.ignoredIntroductoryOffer])
        #expect(document.problems.first?.severity == .note)
        #expect(subscription.introductoryOffers.map(\.billingPlanType) == [.billedUpfront])
        #expect(
            subscription.billingPlans == [
                .init(type: .billedUpfront, internalID: "D0000001", price: .init(milliunits: 6000)),
                .init(
                    type: .monthly, internalID: "D0000002", price: .init(milliunits: 500),
                    commitmentPrice: .init(milliunits: 6000)),
            ])
    }

    @Test func version63HasNoSingleIntroductoryOffer() throws {
        let document = try Fixtures.read(Fixtures.version63)
        #expect(document.problems.isEmpty)
        #expect(document.configuration.version == .init(major: 6, minor: 3))
        #expect(try document.subscription.introductoryOffers.isEmpty)
        #expect(try document.subscription.groupNumber == 2)
    }

    @Test(arguments: Fixtures.all) func xcodesLayoutIsWrittenBackByteForByte(_ text: String) throws {
        #expect(try Fixtures.read(text).data() == Data(text.utf8))
        let withoutNewline = String(text.dropLast())
        #expect(try Fixtures.read(withoutNewline).data() == Data(withoutNewline.utf8))
    }

    @Test func otherLayoutsKeepEverythingButLayout() throws {
        let text = #"{"z":{"\u00e9":[1.50,1e3,"a\/b"]},"version":{"minor":0,"major":4},"z":null,"products":[]}"#
        let document = try Fixtures.read(text)
        let expected = """
            {
              "z" : {
                "é" : [
                  1.50,
                  1e3,
                  "a/b"
                ]
              },
              "version" : {
                "minor" : 0,
                "major" : 4
              },
              "z" : null,
              "products" : [

              ]
            }
            """
        #expect(document.data() == Data(expected.utf8))
        #expect(try ConfigurationDocument(data: document.data()).json == document.json)
    }

    @Test func theExampleShopIsWithoutProblems() throws {
        let data = try Fixtures.shop()
        let document = try ConfigurationDocument(data: data)
        let configuration = document.configuration
        #expect(document.problems.isEmpty)
        #expect(document.data() == data)
        #expect(configuration.products.map(\.type) == [.consumable, .consumable, .nonConsumable])
        #expect(configuration.products.first?.id == "com.example.shop.coins.100")
        #expect(configuration.nonRenewingSubscriptions.count == 1)
        let group = try #require(configuration.subscriptionGroups.first)
        #expect(group.subscriptions.map(\.groupNumber) == [1, 2, 2])
        #expect(
            Set(group.subscriptions.flatMap(\.offers).map(\.kind)) == [.introductory, .promotional, .code, .winBack])
        #expect(configuration.offersKeyPair == nil)
        let locales = ["en_US", "it", "es_ES", "fr", "bg"]
        let products =
            configuration.products + configuration.nonRenewingSubscriptions + group.subscriptions.map(\.product)
        for product in products {
            #expect(product.localizations.map(\.locale) == locales)
            #expect(product.id.hasPrefix("com.example.shop."))
        }
    }
}
