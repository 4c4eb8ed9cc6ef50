// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation

extension Engine {
    /// The payload of a notification around the signed facts it carries: one of `data`, `summary`,
    /// `externalPurchaseToken` and `appData`.
    package func payload(
        of record: NotificationRecord, signedTransaction: String?, signedRenewalInfo: String?,
        signedAppTransaction: String? = nil, signedAt date: StoreInstant
    ) -> ResponseBodyV2DecodedPayload {
        var payload = ResponseBodyV2DecodedPayload(
            notificationType: record.type, subtype: record.subtype,
            notificationUUID: record.id.uuidString.lowercased(), version: "2.0", signedDate: date.date)
        switch record.detail {
        case .extensionSummary(let summary):
            payload.summary = self.summary(summary)
        case .externalPurchaseToken(let token):
            payload.externalPurchaseToken = externalPurchaseToken(token)
        case .consent:
            payload.appData = AppData(
                appAppleId: identity.appAppleID, bundleId: identity.bundleID, environment: identity.environment,
                signedAppTransactionInfo: signedAppTransaction)
        case .consumption(let reason):
            payload.data = data(of: record, signedTransaction, signedRenewalInfo)
            payload.data?.consumptionRequestReason = reason
        case nil:
            payload.data = data(of: record, signedTransaction, signedRenewalInfo)
        }
        return payload
    }

    private func data(
        of record: NotificationRecord, _ signedTransaction: String?, _ signedRenewalInfo: String?
    ) -> NotificationData {
        // The Sandbox's test notification comes without the app's number.
        let hasNumber = record.type != .test || identity.environment != .sandbox
        return NotificationData(
            environment: identity.environment, appAppleId: hasNumber ? identity.appAppleID : nil,
            bundleId: identity.bundleID,
            bundleVersion: record.transaction == nil ? nil : identity.version,
            signedTransactionInfo: signedTransaction, signedRenewalInfo: signedRenewalInfo,
            status: record.renewal?.subscription.state.status)
    }

    private func summary(_ summary: ExtensionSummary) -> Summary {
        Summary(
            environment: identity.environment, appAppleId: identity.appAppleID, bundleId: identity.bundleID,
            productId: summary.productID, requestIdentifier: summary.requestIdentifier,
            storefrontCountryCodes: summary.storefronts, succeededCount: Int64(summary.succeeded),
            failedCount: Int64(summary.failed))
    }

    private func externalPurchaseToken(_ token: ExternalToken) -> ExternalPurchaseToken {
        ExternalPurchaseToken(
            externalPurchaseId: token.id, tokenCreationDate: token.createdAt.milliseconds,
            appAppleId: identity.appAppleID, bundleId: identity.bundleID,
            tokenExpirationDate: token.expiresAt?.milliseconds, tokenType: token.type)
    }

    /// The app transaction that a notification carries.
    package func appTransaction(of record: NotificationRecord, signedAt date: StoreInstant) -> AppTransaction? {
        guard case .consent(let account) = record.detail else { return nil }
        return serverAppTransaction(of: account, signedAt: date)
    }
}
