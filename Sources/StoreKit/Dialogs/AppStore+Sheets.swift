// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

// Apple's functions of these names take the window to show a sheet in. Without windows, `StoreDialogs` answer.

extension AppStore {
    /// Lets the customer look after their subscriptions; what they change arrives like anything done outside the app.
    ///
    /// - Parameter subscriptionGroupID: The only group to show.
    /// - Throws: ``StoreKitError`` when the store cannot be asked, ``Product/PurchaseError`` when it refuses a change.
    @MainActor
    public static func showManageSubscriptions(subscriptionGroupID: String? = nil) async throws {
        try await StoreCenter.current.manageSubscriptions(groupID: subscriptionGroupID)
    }

    /// Lets the customer redeem a code; the transaction also arrives on ``Transaction/updates``.
    ///
    /// - Returns: The transaction; `nil` when there was no code to redeem or somebody has to approve first.
    /// - Throws: ``StoreKitError`` when the store cannot be asked, ``Product/PurchaseError`` when it refuses the code.
    @MainActor
    @discardableResult
    public static func presentOfferCodeRedeemSheet() async throws -> VerificationResult<Transaction>? {
        try await StoreCenter.current.redeemCode()
    }

    /// Asks the customer about higher prices that they have not agreed to yet.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    @MainActor
    public static func showPriceConsent() async throws {
        try await StoreCenter.current.askAboutPrices(originalID: nil)
    }

    /// Asks the customer for a review of the app, if somebody answers the store's dialogs.
    @MainActor
    public static func requestReview() {
        StoreCenter.current.askForReview()
    }
}

extension Message {
    /// Shows the message: a question about a price is asked, anything else leads to the customer's subscriptions.
    ///
    /// Apple's function of the name takes the window to show it in.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked, ``Product/PurchaseError`` when it refuses a change.
    @MainActor
    public func display() async throws {
        if reason == .priceIncreaseConsent {
            try await StoreCenter.current.askAboutPrices(originalID: UInt64(record.originalTransactionID))
        } else {
            try await StoreCenter.current.manageSubscriptions(groupID: nil)
        }
    }
}
