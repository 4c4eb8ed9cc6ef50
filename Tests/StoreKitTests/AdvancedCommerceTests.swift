// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Synchronization
import Testing

@testable import StoreKit

@Suite struct AdvancedCommerceTests {
    private func info(_ json: String) throws -> StoreKit.Transaction.AdvancedCommerceInfo? {
        let payload = try JWSTransactionDecodedPayload.made(7).with { payload in
            payload.advancedCommerceInfo = try WireJSON.decode(
                AdvancedCommerceTransactionInfo.self, from: Data(json.utf8))
        }
        return try Signing.verifier().verify(Signing.sign(payload), as: StoreKit.Transaction.self).payloadValue
            .advancedCommerceInfo
    }

    private static let full = """
        {"descriptors": {"description": "Two shows", "displayName": "Shows"}, "estimatedTax": 1590, "taxRate": "0.19",
        "items": [{"SKU": "show1", "description": "A show", "displayName": "Show", "price": 4990,
        "offer": {"period": "P1M", "periodCount": 3, "price": 990, "reason": "WIN_BACK"},
        "refunds": [{"refundAmount": 2500, "refundDate": 1800086400000, "refundReason": "FULFILLMENT_ISSUE",
        "refundType": "PRORATED"}], "revocationDate": 1800086400000},
        {"SKU": "show2", "description": "Another", "displayName": "Other", "price": 4990}],
        "period": "P1Y", "requestReferenceId": "r-1", "taxCode": "C003-00-2", "taxExclusivePrice": 8390}
        """

    @Test func aTransactionSaysWhatItIsMadeOf() throws {
        let info = try #require(try info(Self.full))
        #expect(info.requestReferenceID == "r-1")
        #expect(info.estimatedTax == Decimal(string: "1.59"))
        #expect(info.taxRate == Decimal(string: "0.19"))
        #expect(info.taxCode == "C003-00-2")
        #expect(info.taxExclusivePrice == Decimal(string: "8.39"))
        #expect(info.description == "Two shows")
        #expect(info.displayName == "Shows")
        #expect(info.period == .yearly)
        #expect(info.items.map(\.details.sku) == ["show1", "show2"])
        let first = try #require(info.items.first)
        #expect(first.details.displayName == "Show")
        #expect(first.details.description == "A show")
        #expect(first.details.price == Decimal(string: "4.99"))
        #expect(first.details.partners.isEmpty)
        #expect(first.details.offer?.reason == .winBack)
        #expect(first.details.offer?.price == Decimal(string: "0.99"))
        #expect(first.details.offer?.period == .monthly)
        #expect(first.details.offer?.periodCount == 3)
        #expect(first.revocationDate == Signing.start.addingTimeInterval(86_400))
        let refund = try #require(first.refunds?.first)
        #expect(refund.reason == .unfulfilled)
        #expect(refund.type == .proRated)
        #expect(refund.amount == Decimal(string: "2.5"))
        #expect(refund.date == Signing.start.addingTimeInterval(86_400))
        #expect(info.items[1].refunds == nil && info.items[1].revocationDate == nil)
        #expect(info.items[1].details.offer == nil)
    }

    @Test func aOneTimeChargeHasNoPeriodAndNoTextsOfItsOwn() throws {
        let json = #"{"estimatedTax": 0, "taxRate": "0", "taxExclusivePrice": 990, "items": []}"#
        let info = try #require(try info(json))
        #expect(info.period == nil && info.displayName == nil && info.description == nil)
        #expect(info.items.isEmpty)
    }

    @Test("Amounts are never made up", arguments: ["estimatedTax", "taxRate", "taxExclusivePrice"])
    func amountsAreNeverMadeUp(missing: String) throws {
        #expect(try info(Self.full.replacing("\"\(missing)\"", with: "\"x\"")) == nil)
    }

    @Test func kindsNobodyKnowsYetAreKept() throws {
        let json = Self.full.replacing("WIN_BACK", with: "BIRTHDAY").replacing("FULFILLMENT_ISSUE", with: "RAIN")
        let item = try #require(try info(json)?.items.first)
        #expect(item.details.offer?.reason.rawValue == "BIRTHDAY")
        #expect(item.refunds?.first?.reason.rawValue == "RAIN")
    }

    @Test func otherTransactionsHaveNone() throws {
        let compact = try Signing.sign(JWSTransactionDecodedPayload.made(7))
        let transaction = try Signing.verifier().verify(compact, as: StoreKit.Transaction.self).payloadValue
        #expect(transaction.advancedCommerceInfo == nil)
    }

    @Test func aRenewalInfoSaysWhatTheNextPeriodIsMadeOf() throws {
        let json = """
            {"consistencyToken": "t", "descriptors": {"description": "Two shows", "displayName": "Shows"},
            "items": [{"SKU": "show1", "description": "A show", "displayName": "Show", "price": 4990,
            "priceIncreaseInfo": {"dependentSKUs": ["show2"], "price": 5990, "status": "PENDING"}}],
            "period": "P1M", "requestReferenceId": "r-1", "taxCode": "C003-00-2"}
            """
        let payload = try JWSRenewalInfoDecodedPayload.made().with { payload in
            payload.advancedCommerceInfo = try WireJSON.decode(AdvancedCommerceRenewalInfo.self, from: Data(json.utf8))
        }
        let result = try Signing.verifier().verify(Signing.sign(payload), as: SubscriptionRenewalInfo.self)
        let info = try #require(try result.payloadValue.advancedCommerceInfo)
        #expect(info.consistencyToken == "t")
        #expect(info.requestReferenceID == "r-1")
        #expect(info.taxCode == "C003-00-2")
        #expect(info.displayName == "Shows" && info.description == "Two shows")
        #expect(info.period == .monthly)
        let item = try #require(info.items.first)
        let details: SubscriptionRenewalInfo.AdvancedCommerceInfo.Item.Details = item.details
        #expect(details.sku == "show1")
        #expect(item.priceIncreaseInfo?.dependentSKUs == ["show2"])
        #expect(item.priceIncreaseInfo?.price == Decimal(string: "5.99"))
        #expect(item.priceIncreaseInfo?.status == .pending)
    }

    @Test func theGenericProductIsLoadedByItsIdentifier() async throws {
        try await withStore { store in
            store.script { $0.products = [.monthly] }
            let product = try await AdvancedCommerceProduct(id: "monthly")
            #expect(product.id == "monthly")
            #expect(product.type == AdvancedCommerceProduct.ProductType.autoRenewable)
            #expect(await product.latestTransaction == nil)
            #expect(await product.allTransactions.collected().isEmpty)
            #expect(await product.currentEntitlements.collected().isEmpty)
            #expect(try await AdvancedCommerceProduct(id: "monthly") == product)
        }
    }

    @Test func whatIsNotSoldCannotBeLoaded() async throws {
        try await withStore { _ in
            await #expect(throws: Product.PurchaseError.productUnavailable) {
                try await AdvancedCommerceProduct(id: "nothing")
            }
        }
    }

    @Test func aPurchaseCarriesTheRequestOfTheServer() async throws {
        try await withStore { store in
            store.script { state in
                state.products = [.monthly]
                state.onPurchase = { _ in .pending }
            }
            let product = try await AdvancedCommerceProduct(id: "monthly")
            let options: Set<AdvancedCommerceProduct.PurchaseOption> = [.onStorefrontChange { _ in true }]
            guard case .pending = try await product.purchase(compactJWS: "g.h.i", options: options) else {
                return #expect(Bool(false))
            }
            let requests = store.state.withLock { $0.purchases }
            #expect(requests.map(\.advancedCommerceRequest) == ["g.h.i"])
            #expect(requests.map(\.storefrontID) == ["143441"])
        }
    }
}
