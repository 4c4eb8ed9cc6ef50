// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Testing

@testable import StoreKit

@Suite struct OfferOptionTests {
    private func request(_ options: Set<Product.PurchaseOption>) -> PurchaseRequest {
        Order(Product(.monthly, storefront: .usa), options).request(device: Signing.device, storefrontID: nil)
    }

    @Test func aPromotionalOfferTravelsWithItsSignatureAsItIs() {
        let signature = Data([0x30, 1, 2])
        let expected = RequestedOffer.promotional(
            id: "spring", keyID: "KEY1", nonce: Signing.nonce, signature: signature, timestamp: 1_800_000_000_123)
        let long = Product.PurchaseOption.promotionalOffer(
            offerID: "spring", keyID: "KEY1", nonce: Signing.nonce, signature: signature, timestamp: 1_800_000_000_123)
        let short = Product.PurchaseOption.promotionalOffer(
            offerID: "spring",
            signature: Product.SubscriptionOffer.Signature(
                keyID: "KEY1", nonce: Signing.nonce, timestamp: 1_800_000_000_123, signature: signature))
        #expect(request([long]).offer == expected)
        #expect(long == short)
    }

    @Test func aPromotionalOfferWithAJWSIsAListOfOptions() {
        let options: [Product.PurchaseOption] = Product.PurchaseOption.promotionalOffer("spring", compactJWS: "a.b.c")
        #expect(request(Set(options)).offer == .promotionalJWS(id: "spring", jws: "a.b.c"))
    }

    @Test func otherOffersAndPlansTravel() throws {
        let offer = try #require(
            Product.SubscriptionOffer(
                OfferRecord(id: "return", paymentMode: "FREE_TRIAL", price: 0, period: "P1M", periodCount: 1),
                type: .winBack, prices: PriceFormat(.usa)))
        #expect(request([.winBackOffer(offer)]).offer == .winBack(id: "return"))
        #expect(request([.introductoryOfferEligibility(compactJWS: "d.e.f")]).introductoryEligibility == "d.e.f")
        #expect(request([.billingPlanType(.monthly)]).billingPlan == "MONTHLY")
        #expect(request([.billingPlanType(.upFront)]).billingPlan == "BILLED_UPFRONT")
    }

    @Test func anAdvancedCommerceRequestIsFoundInItsCustomOption() {
        let data = Data(#"{"signatureInfo":{"token":"g.h.i"}}"#.utf8)
        #expect(request([.custom(key: "advancedCommerceData", value: data)]).advancedCommerceRequest == "g.h.i")
        #expect(request([.custom(key: "other", value: data)]).advancedCommerceRequest == nil)
        #expect(request([.custom(key: "advancedCommerceData", value: Data([1]))]).advancedCommerceRequest == nil)
    }

    @Test func aPurchaseInTheAppTakesNoNoticeOfOptionsForTestSessions() {
        let options: Set<Product.PurchaseOption> = [
            .init(testing: .codeOffer(referenceName: "friends")), .init(testing: .promotionalOffer(id: "spring")),
            .init(testing: .purchaseDate(Signing.start, renews: true)),
        ]
        #expect(request(options).offer == nil)
        #expect(
            Set([.init(testing: .codeOffer(referenceName: "friends"))]).request(for: "monthly").offer
                == .code("friends"))
        let unsigned = Set([Product.PurchaseOption(testing: .promotionalOffer(id: "spring"))])
        #expect(unsigned.request(for: "monthly").offer == .unsignedPromotional(id: "spring"))
    }

    @Test func anUnreadableSignatureOrIdentifierIsThrownAndNothingIsBought() async throws {
        let codes: [(StoreFailure.Code, Product.PurchaseError)] = [
            (.invalidOfferSignature, .invalidOfferSignature), (.missingOfferParameters, .missingOfferParameters),
        ]
        for (code, error) in codes {
            try await withStore { store in
                store.script { $0.onPurchase = { _ in throw StoreFailure(code, "No", fix: "Sign.") } }
                let product = Product(.monthly, storefront: .usa)
                let options = Set(Product.PurchaseOption.promotionalOffer("spring", compactJWS: "a.b.c"))
                await #expect(throws: error) { try await product.purchase(options: options) }
                #expect(await Transaction.all.collected().isEmpty)
            }
        }
    }
}
