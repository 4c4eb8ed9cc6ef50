// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Testing

/// Answers every call with something recognisable, or refuses all of them.
private struct EchoService: StoreService {
    var failure: StoreFailure?

    private func answer<Answer>(_ answer: Answer) throws(StoreFailure) -> Answer {
        if let failure { throw failure }
        return answer
    }

    func connect(_ request: ConnectRequest) async throws(StoreFailure) -> ConnectAnswer {
        try answer(ConnectAnswer(bundleID: request.account ?? "none", environment: "Sandbox", storefront: .italy))
    }

    func products(_ request: ProductsRequest) async throws(StoreFailure) -> ProductsAnswer {
        let products = request.identifiers.map {
            ProductRecord(
                id: $0, internalID: $0, type: "Consumable", displayName: "", description: "", price: 990,
                isFamilyShareable: false)
        }
        return try answer(ProductsAnswer(products: products, storefront: .italy))
    }

    func purchase(_ request: PurchaseRequest) async throws(StoreFailure) -> PurchaseAnswer {
        try answer(
            .purchased(
                TransactionChange(revision: 3, jws: request.productID, isFinished: false, isAnnounced: false)))
    }

    func finish(_ request: FinishRequest) async throws(StoreFailure) {
        try answer(())
    }

    func changes(_ request: ChangesRequest) async throws(StoreFailure) -> ChangesAnswer {
        try answer(ChangesAnswer(cursor: request.after ?? ChangeCursor(epoch: "new", revision: 0), isComplete: true))
    }

    func waitForChange(_ request: ChangesRequest) async throws(StoreFailure) {
        try answer(())
    }

    func appTransaction(_ request: AppTransactionRequest) async throws(StoreFailure) -> AppTransactionAnswer {
        try answer(AppTransactionAnswer(jws: request.device.uuidString))
    }

    func eligibility(_ request: EligibilityRequest) async throws(StoreFailure) -> EligibilityAnswer {
        try answer(EligibilityAnswer(eligibleGroupIDs: Set(request.groupIDs)))
    }

    func sync(_ request: SyncRequest) async throws(StoreFailure) {
        try answer(())
    }

    func sheet(_ request: SheetRequest) async throws(StoreFailure) -> SheetAnswer {
        let held = HeldSubscription(
            originalTransactionID: "1", groupID: request.sheet.rawValue, productID: "a", renewalProductID: "b",
            status: 1, autoRenews: true, expires: 5, choices: [])
        return try answer(SheetAnswer(subscriptions: [held]))
    }

    func act(_ request: ActionRequest) async throws(StoreFailure) -> ActionAnswer {
        try answer(ActionAnswer(purchase: request.action == .redeemCode("FREE") ? .pending : nil))
    }

    func promotions(_ request: PromotionsRequest) async throws(StoreFailure) -> PromotionsAnswer {
        let visibilities = request.visibilities ?? [:]
        return try answer(
            PromotionsAnswer(
                promotions: (request.order ?? []).map { productID in
                    PromotionRecord(productID: productID, visibility: visibilities[productID] ?? .standard)
                }))
    }
}

extension StorefrontRecord {
    fileprivate static let italy = Self(countryCode: "ITA", id: "143450", currency: "EUR", locale: "it_IT")
}

@Suite struct StoreCallTests {
    static let device = UUID()

    private func ask<Answer: Decodable>(_ call: StoreCall, _ request: some Encodable) async throws -> Answer {
        let answer = try await call.answer(JSONEncoder().encode(request), from: EchoService())
        return try JSONDecoder().decode(Answer.self, from: answer)
    }

    @Test("Every call reaches its method with its request, and its answer comes back")
    func carries() async throws {
        let device = Self.device
        let connected: ConnectAnswer = try await ask(.connect, ConnectRequest(device: device, account: "anna"))
        #expect(connected == ConnectAnswer(bundleID: "anna", environment: "Sandbox", storefront: .italy))
        let products: ProductsAnswer = try await ask(
            .products, ProductsRequest(device: device, identifiers: ["b", "a"]))
        #expect(products.products.map(\.id) == ["b", "a"])
        let bought: PurchaseAnswer = try await ask(.purchase, PurchaseRequest(device: device, productID: "coins"))
        #expect(
            bought
                == .purchased(TransactionChange(revision: 3, jws: "coins", isFinished: false, isAnnounced: false)))
        let cursor = ChangeCursor(epoch: "e", revision: 7)
        let changes: ChangesAnswer = try await ask(.changes, ChangesRequest(device: device, after: cursor))
        #expect(changes.cursor == cursor)
        let app: AppTransactionAnswer = try await ask(.appTransaction, AppTransactionRequest(device: device))
        #expect(app.jws == device.uuidString)
        let finished: [String: String] = try await ask(.finish, FinishRequest(device: device, transactionID: "1"))
        #expect(finished.isEmpty)
        let waited: [String: String] = try await ask(.wait, ChangesRequest(device: device))
        #expect(waited.isEmpty)
    }

    @Test("The calls of sheets and accounts reach their methods too")
    func carriesSheets() async throws {
        let device = Self.device
        let eligible: EligibilityAnswer = try await ask(
            .eligibility, EligibilityRequest(device: device, groupIDs: ["plus"]))
        #expect(eligible.eligibleGroupIDs == ["plus"])
        let synced: [String: String] = try await ask(.sync, SyncRequest(device: device))
        #expect(synced.isEmpty)
        for sheet in StoreSheet.allCases {
            let answer: SheetAnswer = try await ask(.sheet, SheetRequest(device: device, sheet: sheet))
            #expect(answer.subscriptions.map(\.groupID) == [sheet.rawValue])
        }
        let redeemed: ActionAnswer = try await ask(.act, ActionRequest(device: device, action: .redeemCode("FREE")))
        #expect(redeemed.purchase == .pending)
        let promotions: PromotionsAnswer = try await ask(
            .promotions, PromotionsRequest(device: device, order: ["b", "a"], visibilities: ["a": .hidden]))
        #expect(promotions.promotions.map(\.productID) == ["b", "a"])
        #expect(promotions.promotions.map(\.visibility) == [.standard, .hidden])
    }

    @Test(
        "Everything that an app can ask of a purchase survives the journey",
        arguments: [
            RequestedOffer.promotional(
                id: "o", keyID: "k", nonce: device, signature: Data([1, 2]), timestamp: 1_800_000_000_000),
            .promotionalJWS(id: "o", jws: "a.b.c"), .unsignedPromotional(id: "o"), .winBack(id: "w"), .code("FREE"),
        ])
    func purchaseSurvives(offer: RequestedOffer) throws {
        var request = PurchaseRequest(device: Self.device, productID: "a", quantity: 2, appAccountToken: Self.device)
        request.offer = offer
        request.introductoryEligibility = "d.e.f"
        request.billingPlan = "MONTHLY"
        request.simulatesAskToBuy = true
        request.storefrontID = "143441"
        request.advancedCommerceRequest = "g.h.i"
        request.customOptions = ["t": .text("x"), "n": .number(1.5), "b": .truth(true), "d": .bytes(Data([9]))]
        let back = try JSONDecoder().decode(PurchaseRequest.self, from: JSONEncoder().encode(request))
        #expect(back == request)
    }

    @Test("A body that is no request is refused as such", arguments: StoreCall.allCases, ["", "[]", "{\"device\":1}"])
    func badRequest(call: StoreCall, body: String) async {
        let failure = await #expect(throws: StoreFailure.self) {
            try await call.answer(Data(body.utf8), from: EchoService())
        }
        #expect(failure?.code == .badRequest)
    }

    @Test("What the service refuses is passed on as it is", arguments: StoreCall.allCases)
    func failure(call: StoreCall) async throws {
        let refusal = StoreFailure(.init(rawValue: "ofANewerStore"), "It does not want to", fix: "Ask nicely.")
        let encoder = JSONEncoder()
        let body =
            switch call {
            case .connect: try encoder.encode(ConnectRequest(device: Self.device))
            case .products: try encoder.encode(ProductsRequest(device: Self.device, identifiers: []))
            case .purchase: try encoder.encode(PurchaseRequest(device: Self.device, productID: "coins"))
            case .finish: try encoder.encode(FinishRequest(device: Self.device, transactionID: "1"))
            case .changes, .wait: try encoder.encode(ChangesRequest(device: Self.device))
            case .appTransaction: try encoder.encode(AppTransactionRequest(device: Self.device))
            case .eligibility: try encoder.encode(EligibilityRequest(device: Self.device, groupIDs: []))
            case .sync: try encoder.encode(SyncRequest(device: Self.device))
            case .sheet: try encoder.encode(SheetRequest(device: Self.device, sheet: .priceConsent))
            case .act: try encoder.encode(ActionRequest(device: Self.device, action: .redeemCode("")))
            case .promotions: try encoder.encode(PromotionsRequest(device: Self.device))
            }
        let failure = await #expect(throws: StoreFailure.self) {
            try await call.answer(body, from: EchoService(failure: refusal))
        }
        #expect(failure == refusal)
    }

    @Test("Nobody listens at the address: the failure says what to do")
    func unreachable() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let failure = await #expect(throws: StoreFailure.self) {
            try await HTTPStoreService(baseURL: url).connect(ConnectRequest(device: Self.device))
        }
        #expect(failure?.code == .network)
        #expect(failure?.fix.contains("openstorekit store") == true)
    }
}
