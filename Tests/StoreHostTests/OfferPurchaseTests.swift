// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct OfferPurchaseTests {
    @Test("A signed promotional offer sets the price of a subscriber who left, in both forms of the signature")
    func promotional() async throws {
        let token = UUID()
        for isJWS in [false, true] {
            let shop = try await OfferShop()
            try await shop.lapse()
            let bought = try await shop.buy("monthly") { request in
                request.appAccountToken = token
                request.offer =
                    isJWS
                    ? .promotionalJWS(id: "spring", jws: try shop.jws(audience: "promotional-offer", offerID: "spring"))
                    : try shop.promotion("spring", token: token)
            }
            #expect(bought.offerType == .promotionalOffer)
            #expect(bought.offerIdentifier == "spring")
            #expect(bought.price == 1990)
        }
    }

    @Test("A signature for another purchase, of a moved clock or by nobody charges nothing")
    func refused() async throws {
        let shop = try await OfferShop()
        try await shop.lapse()
        let before = try await shop.changes()
        let foreign = try await OfferShop()
        let offers: [(RequestedOffer, StoreFailure.Code)] = [
            (try shop.promotion("autumn"), .invalidOfferIdentifier),
            (try shop.promotion("spring", token: UUID()), .invalidOfferSignature),
            (try shop.promotion("spring", productID: "premium"), .invalidOfferSignature),
            (try foreign.promotion("spring"), .invalidOfferSignature),
            (
                .promotionalJWS(id: "spring", jws: try foreign.jws(audience: "promotional-offer", offerID: "spring")),
                .invalidOfferSignature
            ),
            (.promotionalJWS(id: "spring", jws: "rubbish"), .invalidOfferSignature),
            (.promotionalJWS(id: "spring", jws: ""), .missingOfferParameters),
            (
                .promotional(id: "spring", keyID: "", nonce: UUID(), signature: Data(), timestamp: 0),
                .missingOfferParameters
            ),
            (.unsignedPromotional(id: "spring"), .missingOfferParameters),
            (.winBack(id: "nothing"), .invalidOfferIdentifier),
        ]
        for (offer, code) in offers {
            let failure = await #expect(throws: StoreFailure.self, "\(offer)") {
                try await shop.buy("monthly") { $0.offer = offer }
            }
            #expect(failure?.code == code, "\(offer)")
        }
        #expect(try await shop.changes(after: before.cursor).transactions.isEmpty)
    }

    @Test("The store's moved clock does not make a signature old")
    func realTime() async throws {
        let shop = try await OfferShop()
        try await shop.lapse()
        let offer = try shop.promotion("spring")
        shop.host.advance(by: 40 * 86_400_000)
        #expect(try await shop.buy("monthly") { $0.offer = offer }.offerIdentifier == "spring")
        let late = try await OfferShop()
        try await late.lapse()
        let old = try late.promotion("spring")
        late.clock.advance(by: 25 * 3_600_000)
        let failure = await #expect(throws: StoreFailure.self) { try await late.buy("monthly") { $0.offer = old } }
        #expect(failure?.code == .invalidOfferSignature)
    }

    @Test("Only test sessions grant a promotional offer without a signature")
    func unsigned() async throws {
        let session = try await OfferShop(environment: .xcode)
        try await session.lapse()
        let bought = try await session.buy("monthly") { $0.offer = .unsignedPromotional(id: "spring") }
        #expect(bought.offerIdentifier == "spring")
    }

    @Test("A win-back offer, and a code by its reference name")
    func others() async throws {
        let shop = try await OfferShop()
        try await shop.lapse()
        #expect(try await shop.buy("monthly") { $0.offer = .winBack(id: "return") }.offerType == .winBackOffer)
        let other = try await OfferShop()
        #expect(try await other.buy("monthly") { $0.offer = .code("friends") }.offerType == .offerCode)
    }

    @Test("A decision about the introductory offer counts when it is signed, and is dropped silently when it is not")
    func introductory() async throws {
        let shop = try await OfferShop()
        let first = try #require(try await shop.buy("coins").appTransactionId)
        let denied = try await shop.buy("monthly") { request in
            request.introductoryEligibility = try shop.jws(
                audience: "introductory-offer-eligibility", transactionID: first, allowsIntroductory: false)
        }
        #expect(denied.offerType == nil)
        let unsigned = try await OfferShop()
        let bought = try await unsigned.buy("monthly") { $0.introductoryEligibility = "rubbish" }
        #expect(bought.offerType == nil)
        #expect(unsigned.host.offerNotices.map(\.reason) == [.invalidProof(.malformed)])
        let allowed = try await OfferShop()
        let id = try #require(try await allowed.buy("coins").appTransactionId)
        _ = try await allowed.buy("monthly")
        let again = try await allowed.buy("premium") { request in
            request.introductoryEligibility = try allowed.jws(
                audience: "introductory-offer-eligibility", productID: "premium", transactionID: id,
                allowsIntroductory: true)
        }
        #expect(again.offerType == nil, "premium has none")
        #expect(allowed.host.offerNotices.map(\.reason) == [.noIntroductoryOffer])
    }

    @Test("Whoever saw the price of another storefront is asked first")
    func storefront() async throws {
        let shop = try await OfferShop()
        try shop.host.perform(.moveAccount(account: shop.account, storefront: "DEU"))
        let failure = await #expect(throws: StoreFailure.self) {
            try await shop.buy("coins") { $0.storefrontID = "143441" }
        }
        #expect(failure?.code == .storefrontChanged)
        #expect(try await shop.buy("coins") { $0.storefrontID = "143443" }.storefront == "DEU")
        #expect(try await shop.buy("coins").storefront == "DEU")
    }

    @Test("Ask to Buy is simulated in the sandbox, and a test session does not read the option")
    func askToBuy() async throws {
        let sandbox = try await OfferShop()
        let answer = try await sandbox.host.purchase(sandbox.request("coins") { $0.simulatesAskToBuy = true })
        #expect(answer == .pending)
        let session = try await OfferShop(environment: .xcode)
        _ = try await session.buy("coins") { $0.simulatesAskToBuy = true }
    }

    @Test("A billing plan that nobody knows, or that the product does not have, is refused")
    func billingPlan() async throws {
        let shop = try await OfferShop()
        for plan in ["MONTHLY", "WEEKLY"] {
            let failure = await #expect(throws: StoreFailure.self) {
                try await shop.buy("monthly") { $0.billingPlan = plan }
            }
            #expect(failure?.code == .productUnavailable)
        }
        _ = try await shop.buy("monthly") { $0.billingPlan = "BILLED_UPFRONT" }
    }

    @Test("A test can buy in the past: every renewal since has happened, or none when it was cancelled")
    func past() async throws {
        let month: Int64 = 31 * 86_400_000
        for renews in [true, false] {
            let shop = try await OfferShop(environment: .xcode)
            let date = shop.host.now + (-3 * month)
            _ = try shop.host.buyOutsideApp(
                shop.request("premium"), by: shop.account, past: PastPurchase(date: date, renews: renews))
            let bought = try await shop.changes().transactions.map {
                try OfferShop.payload($0.jws) as JWSTransactionDecodedPayload
            }
            #expect(bought.count == (renews ? 4 : 1))
            #expect(bought.first?.purchaseDate == date.date)
            #expect(shop.host.now == HostFixture.opening)
            #expect(try await shop.held().autoRenews == renews)
            #expect(try await shop.held().status == (renews ? 1 : 2))
        }
        let shop = try await OfferShop(environment: .xcode)
        let future = PastPurchase(date: shop.host.now + 1, renews: true)
        let refusal = #expect(throws: Refusal.self) {
            try shop.host.buyOutsideApp(shop.request("premium"), by: shop.account, past: future)
        }
        #expect(refusal?.code == .invalidAction)
        _ = try await shop.buy("monthly")
        let earlier = PastPurchase(date: shop.host.now + -month, renews: true)
        #expect(throws: Refusal.self) {
            try shop.host.buyOutsideApp(shop.request("premium"), by: shop.account, past: earlier)
        }
    }
}
