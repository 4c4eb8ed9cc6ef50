// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreEngine

/// A server notification with its facts, not signed yet.
package struct NotificationDraft: Codable, Sendable {
    /// Counts the store's notifications, from 1.
    package let number: Int
    package let record: NotificationRecord
    package let transaction: JWSTransactionDecodedPayload?
    package let renewalInfo: JWSRenewalInfoDecodedPayload?
    package let appTransaction: AppTransaction?
    /// The notification without the signed strings it carries.
    package let body: ResponseBodyV2DecodedPayload
}
