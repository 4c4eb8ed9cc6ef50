// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// What the App Store tells of customers over half a year: each has two subscriptions and a purchase.
struct Subscribers {
    static let bundleID = "com.example.shop"

    /// Each purchase's notifications as they are posted, in the order they are told.
    private(set) var queues: [[Data]] = []
    /// The customers' account tokens.
    private(set) var tokens: [String] = []
    private let signer: JWSSigner
    private let opening: StoreInstant

    private static let month: Int64 = 30 * 86_400_000

    /// Makes them, each of the same sequence; the last period is under way.
    init(count: Int, signer: JWSSigner, now: StoreInstant) throws {
        self.signer = signer
        opening = now + -(5 * Self.month + Self.month / 2)
        for number in 1...count {
            let token = UUID()
            tokens.append(token.uuidString.lowercased())
            for product in ["plus", "news"] {
                queues.append(try subscription(product, "\(number)\(product == "plus" ? 1 : 2)000", token, number))
            }
            let id = "\(number)3000"
            let charge = transaction(id, id, "coins", 0, token, number)
            queues.append([try post(.oneTimeCharge, nil, charge)])
        }
    }

    private func subscription(_ product: String, _ original: String, _ token: UUID, _ number: Int) throws -> [Data] {
        var posts: [Data] = []
        for period in 0..<6 {
            let id = String((Int(original) ?? 0) + period)
            let renewal = transaction(id, original, product, period, token, number)
            posts.append(try post(period == 0 ? .subscribed : .didRenew, period == 0 ? .initialBuy : nil, renewal))
        }
        if number.isMultiple(of: 2) {
            var refunded = transaction(String((Int(original) ?? 0) + 2), original, product, 2, token, number)
            refunded.revocationDate = (opening + 5 * Self.month + 1).date
            refunded.signedDate = (opening + 5 * Self.month + 1).date
            posts.append(try post(.refund, nil, refunded))
        }
        return posts
    }

    private func transaction(
        _ id: String, _ original: String, _ product: String, _ period: Int, _ token: UUID, _ number: Int
    ) -> JWSTransactionDecodedPayload {
        let purchase = opening + Int64(period) * Self.month
        let isSubscription = product != "coins"
        // The first periods do not say whose they are, so that customers turn out to be one.
        return JWSTransactionDecodedPayload(
            originalTransactionId: original, transactionId: id, bundleId: Self.bundleID, productId: product,
            subscriptionGroupIdentifier: isSubscription ? product : nil, purchaseDate: purchase.date,
            originalPurchaseDate: opening.date,
            expiresDate: isSubscription ? (purchase + Self.month).date : nil, quantity: 1,
            type: isSubscription ? .autoRenewableSubscription : .consumable,
            appAccountToken: period < 2 && isSubscription ? nil : token, inAppOwnershipType: .purchased,
            signedDate: purchase.date, environment: .sandbox, appTransactionId: "7000\(number)")
    }

    private func post(
        _ type: NotificationTypeV2, _ subtype: Subtype?, _ transaction: JWSTransactionDecodedPayload
    ) throws -> Data {
        var data = NotificationData(environment: .sandbox, bundleId: Self.bundleID)
        data.signedTransactionInfo = try signer.sign(WireJSON.encode(transaction))
        let payload = ResponseBodyV2DecodedPayload(
            notificationType: type, subtype: subtype, notificationUUID: UUID().uuidString, data: data, version: "2.0",
            signedDate: transaction.signedDate)
        return Data(#"{"signedPayload": "\#(try signer.sign(WireJSON.encode(payload)))"}"#.utf8)
    }
}
