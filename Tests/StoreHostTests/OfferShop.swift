// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreLink

/// A store that sells two subscriptions with offers of every kind, and the app's server that signs them.
struct OfferShop {
    let clock = ManualClock(now: HostFixture.opening)
    let host: StoreHost
    let device = UUID()
    let key: SigningKey

    init(environment: AppStoreEnvironment = .sandbox) async throws {
        key = try SigningKey.generate()
        host = StoreHost(
            configuration: Self.configuration,
            identity: AppIdentity(bundleID: "com.example.shop", environment: environment),
            signer: StoreSigner(JWSSigner(try HostFixture.authority.get())), clock: clock, seed: 3)
        host.registerOffersKey(key.publicKey, id: "KEY1")
        _ = try await host.connect(ConnectRequest(device: device))
    }

    var account: AccountID { host.account() }

    func request(_ productID: String, _ change: (inout PurchaseRequest) throws -> Void = { _ in }) rethrows
        -> PurchaseRequest
    {
        var request = PurchaseRequest(device: device, productID: productID)
        try change(&request)
        return request
    }

    /// What a purchase made, read without looking at its signature.
    func buy(
        _ productID: String, _ change: (inout PurchaseRequest) throws -> Void = { _ in }
    ) async throws -> JWSTransactionDecodedPayload {
        guard case .purchased(let bought) = try await host.purchase(request(productID, change)) else {
            throw StoreFailure(.unknown, "The purchase was not made", fix: "See the test.")
        }
        return try Self.payload(bought.jws)
    }

    static func payload<Payload: Decodable>(_ jws: String) throws -> Payload {
        try UnverifiedJWS(jws).unsafePayload(as: Payload.self)
    }

    /// Lets a subscriber of the monthly plan leave.
    func lapse() async throws {
        _ = try await buy("monthly")
        let held = try await held()
        _ = try await act(.cancel(subscription: held.originalTransactionID))
        host.advance(by: 32 * 86_400_000)
    }

    func held() async throws -> HeldSubscription {
        let sheet = try await host.sheet(SheetRequest(device: device, sheet: .manageSubscriptions))
        guard let held = sheet.subscriptions.first else {
            throw StoreFailure(.unknown, "The customer has no subscription", fix: "See the test.")
        }
        return held
    }

    @discardableResult
    func act(_ action: CustomerAction) async throws(StoreFailure) -> ActionAnswer {
        try await host.act(ActionRequest(device: device, action: action))
    }

    func changes(after cursor: ChangeCursor? = nil) async throws(StoreFailure) -> ChangesAnswer {
        try await host.changes(ChangesRequest(device: device, after: cursor))
    }

    /// A promotional offer signed in its original form, at the clock's time.
    func promotion(_ id: String, productID: String = "monthly", token: UUID? = nil) throws -> RequestedOffer {
        let nonce = UUID()
        let time = clock.now.milliseconds
        let message = OfferSignature.message(
            bundleID: "com.example.shop", keyID: "KEY1", productID: productID, offerID: id, appAccountToken: token,
            nonce: nonce, timestamp: time)
        return .promotional(
            id: id, keyID: "KEY1", nonce: nonce, signature: try key.derSignature(of: message), timestamp: time)
    }

    /// A compact JWS of an app's server.
    func jws(
        audience: String, offerID: String? = nil, productID: String = "monthly", transactionID: String? = nil,
        allowsIntroductory: Bool? = nil
    ) throws -> String {
        var claims = [
            "\"iss\":\"issuer\"", "\"iat\":\(clock.now.milliseconds / 1000)", "\"bid\":\"com.example.shop\"",
            "\"aud\":\"\(audience)\"", "\"nonce\":\"\(UUID().uuidString.lowercased())\"",
            "\"productId\":\"\(productID)\"",
        ]
        if let offerID { claims.append("\"offerIdentifier\":\"\(offerID)\"") }
        if let transactionID { claims.append("\"transactionId\":\"\(transactionID)\"") }
        if let allowsIntroductory { claims.append("\"allowIntroductoryOffer\":\(allowsIntroductory)") }
        let input = [#"{"alg":"ES256","typ":"JWT","kid":"KEY1"}"#, "{\(claims.joined(separator: ","))}"]
            .map { Self.base64URL(Data($0.utf8)) }.joined(separator: ".")
        return try input + "." + Self.base64URL(key.signature(of: Data(input.utf8)))
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static let month = StoreKitConfiguration.Period(unit: .month, value: 1)

    private static func offer(_ kind: StoreKitConfiguration.Offer.Kind, _ id: String?) -> StoreKitConfiguration.Offer {
        .init(
            kind: kind, id: id, paymentMode: .payUpFront, period: month, price: .init(milliunits: 1990),
            eligibility: [.new, .existing, .expired])
    }

    static let configuration = StoreKitConfiguration(
        version: .init(major: 4, minor: 0),
        products: [.init(id: "coins", type: .consumable, price: .init(milliunits: 990))],
        subscriptionGroups: [
            .init(
                id: "plus", name: "Plus",
                subscriptions: [
                    .init(
                        product: .init(
                            id: "monthly", type: .autoRenewableSubscription, price: .init(milliunits: 9990)),
                        groupID: "plus", groupNumber: 2, period: month,
                        introductoryOffers: [offer(.introductory, nil)],
                        promotionalOffers: [offer(.promotional, "spring")], codeOffers: [offer(.code, "friends")],
                        winBackOffers: [offer(.winBack, "return")]),
                    .init(
                        product: .init(
                            id: "premium", type: .autoRenewableSubscription, price: .init(milliunits: 19_990)),
                        groupID: "plus", groupNumber: 1, period: month,
                        promotionalOffers: [offer(.promotional, "autumn")]),
                ])
        ])
}
