// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import Testing

@testable import StoreKitTest

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct OfferTests {
    static let loyal = "com.example.shop.plus.monthly.loyal"
    static let comeBack = "com.example.shop.plus.monthly.return"

    let session: SKTestSession
    let app: TestApp
    let offers = OfferManager()

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    /// Subscribes and leaves.
    func lapse() async throws {
        let first = try await app.bought(Shop.monthly)
        try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
        session.advance(to: try #require(first.expirationDate).addingTimeInterval(60))
    }

    // Case 45.
    @Test("What there is no offer of nobody is eligible for")
    func noOffer() async throws {
        let yearly = try await Shop.product(Shop.yearly)
        #expect(await offers.introductoryEligibility(for: yearly) == .noOffer)
        #expect(await yearly.subscription?.isEligibleForIntroOffer == true)
        #expect(await offers.promotionalEligibility("nothing", of: yearly) == .noOffer)
        #expect(await offers.winBackEligibility(for: yearly) == .noOffer)
        #expect(offers.codeEligibility(for: yearly) == .unknown)
        #expect(offers.codeEligibility(for: try await Shop.product(Shop.coins)) == .noOffer)
    }

    @Test("A store that cannot be asked leaves eligibility unknown")
    func unknown() async throws {
        let monthly = try await Shop.product(Shop.monthly)
        StoreConnection.disconnect()
        #expect(await offers.introductoryEligibility(for: monthly) == .unknown)
        #expect(await offers.promotionalEligibility(Self.loyal, of: monthly) == .unknown)
        #expect(await offers.winBackEligibility(for: monthly) == .unknown)
        #expect(await offers.offers(for: [monthly]).isEmpty)
    }

    @Test("A promotional offer is for who subscribes or did, and the customer pays its price")
    func promotional() async throws {
        let server = try OfferServer(session)
        let monthly = try await Shop.product(Shop.monthly)
        #expect(await offers.promotionalEligibility(Self.loyal, of: monthly) == .ineligible)
        try await lapse()
        #expect(await offers.promotionalEligibility(Self.loyal, of: monthly) == .eligible)
        let asked = AskedOffer.promotional(
            id: Self.loyal, compactJWS: try server.sign(Shop.monthly, offerID: Self.loyal))
        let choice = try #require(await offers.offers(for: [monthly], signed: [Shop.monthly: asked])[Shop.monthly])
        #expect(choice.terms.description(in: .english) == "$4.99 a month for 3 months, then $9.99 a month")
        let outcome = try await app.buy(Shop.monthly, options: PurchaseOptions(offer: choice.asked))
        guard case .delivered(let purchase) = outcome, case .applied(let applied) = purchase.offer else {
            Issue.record("\(outcome)")
            return
        }
        #expect(applied.id == Self.loyal)
        #expect(purchase.transaction.price == Decimal(string: "4.99"))
    }

    // Case 47.
    @Test("An offer that nobody the store knows has signed charges nothing")
    func strangerSigned() async throws {
        let server = try OfferServer(session, isKnown: false)
        try await lapse()
        let asked = AskedOffer.promotional(
            id: Self.loyal, compactJWS: try server.sign(Shop.monthly, offerID: Self.loyal))
        let product = try await Shop.product(Shop.monthly)
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await app.manager.purchase(product, options: PurchaseOptions(offer: asked))
        }
        #expect(app.book.lines.count == 1)
    }

    // Case 49.
    @Test("An introductory offer that was asked for and not applied, without a word, is told of")
    func silentlyNotApplied() async throws {
        try await lapse()
        let asked = AskedOffer.introductoryByServer(
            compactJWS: try OfferServer(session, isKnown: false).allowIntroductory(Shop.monthly))
        let outcome = try await app.buy(Shop.monthly, options: PurchaseOptions(offer: asked))
        guard case .delivered(let purchase) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(purchase.offer == .notApplied(asked: asked, applied: nil))
        #expect(!purchase.offer.isAsAsked)
    }

    @Test("An offer that nobody asked for is told of, too")
    func unasked() async throws {
        let outcome = try await app.buy(Shop.monthly)
        guard case .unasked(let applied)? = outcome.purchase?.offer else {
            Issue.record("\(outcome)")
            return
        }
        #expect(applied.type == .introductory)
        #expect(outcome.purchase?.offer.isAsAsked == true)
    }

    @Test("Win-back: who has left is offered to come back, and pays the offer's price")
    func winBack() async throws {
        let monthly = try await Shop.product(Shop.monthly)
        #expect(await offers.winBackEligibility(for: monthly) == .ineligible)
        try await lapse()
        #expect(await offers.winBackEligibility(for: monthly) == .eligible)
        let choice = try #require(await offers.offers(for: [monthly])[Shop.monthly])
        #expect(choice.terms.description(in: .french) == "$14.99 pour 3 mois, puis $9.99 par mois")
        let outcome = try await app.buy(Shop.monthly, options: PurchaseOptions(offer: choice.asked))
        guard case .delivered(let purchase) = outcome, case .applied(let applied) = purchase.offer else {
            Issue.record("\(outcome)")
            return
        }
        #expect(applied.id == Self.comeBack)
        #expect(applied.type == .winBack)
        #expect(await offers.winBackEligibility(for: monthly) == .ineligible)
    }

    @Test("A promotional offer for who subscribes already sets the price of the next period")
    func scheduled() async throws {
        let server = try OfferServer(session)
        try await app.bought(Shop.monthly)
        let asked = AskedOffer.promotional(
            id: Self.loyal, compactJWS: try server.sign(Shop.monthly, offerID: Self.loyal))
        let outcome = try await app.buy(Shop.monthly, options: PurchaseOptions(offer: asked))
        guard case .changeScheduled(let purchase) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(purchase.offer == .scheduled)
        let status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.renewal?.offer?.id == Self.loyal)
        #expect(status.renewal?.price == Decimal(string: "4.99"))
    }
}
