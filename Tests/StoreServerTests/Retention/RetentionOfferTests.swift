// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import Synchronization
import Testing

@testable import StoreServer

@Suite struct RetentionOfferTests {
    /// A developer's server whose answer is set once the store is there that it is for.
    private final class Developer: RealtimeClient {
        let answer = Mutex("")

        func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer {
            RealtimeAnswer(status: 200, body: Data(answer.withLock { $0 }.utf8))
        }
    }

    private static let message = UUID()

    /// The shop, with a promotional offer for the year.
    private static let shop: StoreKitConfiguration = {
        var shop = Shop.configuration
        shop.subscriptionGroups[0].subscriptions[0].promotionalOffers = [
            .init(
                kind: .promotional, id: "stay", paymentMode: .payUpFront, period: .init(unit: .year, value: 1),
                price: .init(milliunits: 19_990), eligibility: [.existing])
        ]
        return shop
    }()

    /// What a customer of the month sees whose developer answers with an offer.
    private func encounter(_ offer: (TestStore) throws -> String) async throws -> RetentionEncounter {
        let developer = Developer()
        let store = try TestStore(realtime: developer, shop: Self.shop)
        store.host.registerOffersKey(store.credentials.key.publicKey, id: store.credentials.keyID)
        let base = "/inApps/v1/messaging"
        #expect(
            try await store.send(.put, "\(base)/message/\(Self.message)", json: #"{"header":"H","body":"B"}"#).status
                == 200)
        let url = #"{"realtimeURL":"https://example.com/realtime"}"#
        #expect(try await store.send(.put, "\(base)/realtime/url", json: url).status == 200)
        let index = try #require(store.record(store.buy(Shop.monthly)).subscription)
        let json = #"{"promotionalOffer":{"messageIdentifier":"\#(Self.message)",\#(try offer(store))}}"#
        developer.answer.withLock { $0 = json }
        return try #require(await store.retention.openCancellationPage(of: index))
    }

    private static func v1(_ store: TestStore, keyID: String? = nil, age: Int64 = 0) throws -> String {
        let (nonce, token) = (UUID(), UUID())
        let time = TestStore.start.milliseconds - age
        let keyID = keyID ?? store.credentials.keyID
        let signature = try store.credentials.key.derSignature(
            of: OfferSignature.message(
                bundleID: TestStore.bundleID, keyID: keyID, productID: Shop.yearly, offerID: "stay",
                appAccountToken: token, nonce: nonce, timestamp: time))
        return #""promotionalOfferSignatureV1":{"encodedSignature":"\#(signature.base64EncodedString())","#
            + #""productId":"\#(Shop.yearly)","nonce":"\#(nonce)","timestamp":\#(time),"keyId":"\#(keyID)","#
            + #""offerIdentifier":"stay","appAccountToken":"\#(token)"}"#
    }

    private static func v2(
        _ store: TestStore, key: SigningKey? = nil, audience: String = "promotional-offer", transactionID: String? = nil
    ) throws -> String {
        let transaction = transactionID.map { #","transactionId":"\#($0)""# } ?? ""
        let claims =
            #"{"iss":"\#(store.credentials.issuerID)","iat":\#(TestStore.start.milliseconds / 1000),"#
            + #""bid":"\#(TestStore.bundleID)","aud":"\#(audience)","nonce":"\#(UUID())","#
            + #""productId":"\#(Shop.yearly)","offerIdentifier":"stay"\#(transaction)}"#
        let input = [#"{"alg":"ES256","kid":"\#(store.credentials.keyID)"}"#, claims]
            .map { base64URL(Data($0.utf8)) }.joined(separator: ".")
        let signature = try (key ?? store.credentials.key).signature(of: Data(input.utf8))
        return #""promotionalOfferSignatureV2":"\#(input).\#(base64URL(signature))""#
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    @Test("An offer is shown whose signature would count for the purchase, in both forms")
    func goodSignatures() async throws {
        for offer in [{ try Self.v1($0) }, { try Self.v2($0) }] as [(TestStore) throws -> String] {
            let encounter = try await encounter(offer)
            guard case .promotionalOffer(let shown) = encounter.shown else {
                Issue.record("\(encounter.problem ?? "nothing was shown")")
                continue
            }
            #expect(shown.messageIdentifier == Self.message)
            #expect(encounter.result == .success)
        }
    }

    @Test("An offer is not shown whose signature would not count, and the fault is named")
    func badSignatures() async throws {
        let other = try SigningKey.generate()
        let cases: [(String, (TestStore) throws -> String)] = [
            ("unknownKey", { try Self.v1($0, keyID: "OTHER") }),
            ("expired", { try Self.v1($0, age: 25 * 3_600_000) }),
            ("wrongSignature", { try Self.v2($0, key: other) }),
            ("wrongAudience", { try Self.v2($0, audience: "introductory-offer-eligibility") }),
            ("wrongCustomer", { try Self.v2($0, transactionID: "999") }),
        ]
        for (fault, offer) in cases {
            let encounter = try await encounter(offer)
            #expect(encounter.shown == .nothing)
            #expect(encounter.result == .invalidResponse)
            #expect(encounter.problem?.hasSuffix(fault) == true, "\(encounter.problem ?? "")")
        }
    }
}
