// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation

/// Something that happened in the store, in the order in which it happened.
///
/// Effects hold copies of the records as they were at that moment.
package enum Effect: Sendable, Hashable {
    /// A transaction was made or changed.
    case transaction(TransactionRecord, Cause)
    /// What is known about a subscription's renewal changed.
    case renewal(RenewalRecord)
    /// A server notification is due.
    case notification(NotificationRecord)
    /// An account shops in another storefront now.
    case storefront(AccountID, Storefront)
    /// A purchase was made without the introductory offer that its app claimed.
    case offerNotApplied(OfferNotice)
    /// A customer chose something in the App Store that the app is to sell.
    case purchaseIntent(PurchaseIntentRecord)
    /// An account's purchases were forgotten.
    case historyCleared(AccountID)

    /// What made or changed a transaction.
    package enum Cause: Sendable, Hashable {
        /// Bought on a device, or outside the app.
        case purchase(device: UUID?)
        /// Renewed by the store.
        case renewal
        /// Replaced by an upgrade bought on a device, or outside the app.
        case upgrade(device: UUID?)
        /// Taken back.
        case revocation
        /// Given back after it was taken back.
        case reinstatement
        /// Its period was extended without a charge.
        case periodExtension
        /// Marked as delivered.
        case finish
        /// Its period was ended early.
        case cutShort
        /// The developer's server named its customer.
        case appAccountToken
        /// Its items or texts changed, or money was given back for some of them.
        case metadata
        /// Told again, because the history was rewritten around it.
        case rewrite
    }
}

/// A server notification and the facts it carries.
package struct NotificationRecord: Codable, Sendable, Hashable {
    package let id: UUID
    package let type: NotificationTypeV2
    package let subtype: Subtype?
    package let date: StoreInstant
    package let transaction: TransactionRecord?
    package let renewal: RenewalRecord?
    /// What it carries besides, or instead.
    package let detail: Detail?
}
