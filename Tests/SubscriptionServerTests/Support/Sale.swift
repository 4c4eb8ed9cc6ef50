// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// Payloads as the App Store would make them, for cases that no history happens to hold.
enum Sale {
    static let opening = SignedHistory.opening
    static let month: Int64 = 30 * 86_400_000

    /// A period of a subscription, counted from 0.
    static func transaction(
        id: String = "1000", original: String = "1000", product: String = "monthly", period: Int64 = 0,
        signedAt signed: StoreInstant? = nil, token: UUID? = nil
    ) -> JWSTransactionDecodedPayload {
        let purchase = opening + period * month
        return JWSTransactionDecodedPayload(
            originalTransactionId: original, transactionId: id, bundleId: Backend.bundleID, productId: product,
            subscriptionGroupIdentifier: "plus", purchaseDate: purchase.date, originalPurchaseDate: opening.date,
            expiresDate: (purchase + month).date, quantity: 1, type: .autoRenewableSubscription,
            appAccountToken: token, inAppOwnershipType: .purchased, signedDate: (signed ?? purchase).date,
            environment: .sandbox)
    }

    /// What is to happen at the end of a period.
    static func renewalInfo(
        original: String = "1000", product: String = "monthly", period: Int64 = 0,
        signedAt signed: StoreInstant? = nil, isOn: Bool = true
    ) -> JWSRenewalInfoDecodedPayload {
        JWSRenewalInfoDecodedPayload(
            originalTransactionId: original, autoRenewProductId: product, productId: product,
            autoRenewStatus: isOn ? .on : .off, signedDate: (signed ?? opening + period * month).date,
            environment: .sandbox, renewalDate: (opening + (period + 1) * month).date)
    }

    /// A consumable.
    static func coins(id: String, quantity: Int32 = 1, token: UUID? = nil) -> JWSTransactionDecodedPayload {
        JWSTransactionDecodedPayload(
            originalTransactionId: id, transactionId: id, bundleId: Backend.bundleID, productId: "coins",
            purchaseDate: opening.date, originalPurchaseDate: opening.date, quantity: quantity, type: .consumable,
            appAccountToken: token, inAppOwnershipType: .purchased, signedDate: opening.date, environment: .sandbox)
    }

    /// A notification without content.
    static func notification(
        _ type: NotificationTypeV2, _ subtype: Subtype? = nil, signedAt signed: StoreInstant = opening
    ) -> ResponseBodyV2DecodedPayload {
        ResponseBodyV2DecodedPayload(
            notificationType: type, subtype: subtype, notificationUUID: UUID().uuidString,
            data: NotificationData(environment: .sandbox, bundleId: Backend.bundleID), version: "2.0",
            signedDate: signed.date)
    }
}

extension Backend {
    func sign(_ payload: some Encodable) throws -> String {
        try signer.sign(WireJSON.encode(payload))
    }

    /// A signed notification about a subscription.
    func signedNotification(
        _ type: NotificationTypeV2, _ subtype: Subtype? = nil, signedAt signed: StoreInstant = SignedHistory.opening,
        _ transaction: JWSTransactionDecodedPayload, _ renewalInfo: JWSRenewalInfoDecodedPayload? = nil
    ) throws -> String {
        var payload = Sale.notification(type, subtype, signedAt: signed)
        payload.data?.signedTransactionInfo = try sign(transaction)
        payload.data?.signedRenewalInfo = try renewalInfo.map { try sign($0) }
        return try sign(payload)
    }
}
