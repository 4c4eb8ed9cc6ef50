// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

extension NotificationRecord {
    /// What a notification carries besides a transaction and its renewal, or instead of them.
    package enum Detail: Codable, Sendable, Hashable {
        /// Why a customer asks for a refund.
        case consumption(ConsumptionRequestReason)
        /// What came of extending everybody's period.
        case extensionSummary(ExtensionSummary)
        case externalPurchaseToken(ExternalToken)
        /// The account that may not use the app any more.
        case consent(AccountID)
    }
}
