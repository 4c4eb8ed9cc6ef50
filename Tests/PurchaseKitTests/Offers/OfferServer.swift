// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreHost

@testable import StoreKitTest

/// The app's server, as far as it signs offers.
struct OfferServer {
    private let key: SigningKey
    private let bundleID: String

    /// Makes a server whose signatures the store of a session knows, or does not.
    init(_ session: SKTestSession, isKnown: Bool = true) throws {
        key = try SigningKey.generate()
        bundleID = Bundle.main.bundleIdentifier ?? "com.example.app"
        if isKnown { session.host.registerOffersKey(key.publicKey, id: "KEY1") }
    }

    /// Signs a compact JWS for a purchase of a product.
    func sign(_ productID: String, offerID: String) throws -> String {
        try jws(audience: "promotional-offer", ["productId": productID, "offerIdentifier": offerID])
    }

    /// Signs that a customer may have the introductory offer.
    func allowIntroductory(_ productID: String) throws -> String {
        try jws(audience: "introductory-offer-eligibility", ["productId": productID, "allowIntroductoryOffer": true])
    }

    private func jws(audience: String, _ claims: [String: Any]) throws -> String {
        let always: [String: Any] = [
            "iss": "issuer", "iat": Int(Date().timeIntervalSince1970), "bid": bundleID, "aud": audience,
            "nonce": UUID().uuidString.lowercased(),
        ]
        let all = try JSONSerialization.data(withJSONObject: always.merging(claims) { _, own in own })
        let input = [Data(#"{"alg":"ES256","typ":"JWT","kid":"KEY1"}"#.utf8), all].map(Self.base64URL)
            .joined(separator: ".")
        return try input + "." + Self.base64URL(key.signature(of: Data(input.utf8)))
    }

    private static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
