// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Something that happens outside the store and that the developer's server is told of by it.
package enum Announcement: Codable, Sendable, Hashable {
    /// A subscription ends now for a reason that has no name.
    case lapse(subscription: SubscriptionIndex)
    /// A customer was sent to buy elsewhere and got a token for it.
    ///
    /// - Parameter type: What a custom link's token is for; `nil` for the other tokens.
    case makeExternalPurchaseToken(type: ExternalPurchaseTokenType?)
    /// A custom link's token still is active, as the store says every month.
    case remindOfExternalPurchaseToken(id: String)
    /// Nothing was reported for a token.
    case missReportOfExternalPurchaseToken(id: String)
    /// A parent withdrew the consent for a child's use of the app.
    case rescindConsent(account: AccountID)
    /// A notification is sent that nothing caused, about a transaction as it is.
    case notification(NotificationTypeV2, Subtype?, transaction: TransactionIndex?)
}

/// A token for purchases outside the App Store.
package struct ExternalToken: Codable, Sendable, Hashable {
    /// Begins with `SANDBOX` outside production.
    package let id: String
    package let createdAt: StoreInstant
    /// What a custom link's token is for.
    package let type: ExternalPurchaseTokenType?
    /// Custom links' tokens have one.
    package let expiresAt: StoreInstant?
}
