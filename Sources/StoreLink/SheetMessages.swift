// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A sheet of the App Store's that an app can open.
package enum StoreSheet: String, Codable, Hashable, Sendable, CaseIterable {
    case manageSubscriptions
    case refundRequest
    case offerCodeRedeem
    case priceConsent
}

/// Opens a sheet.
package struct SheetRequest: Codable, Hashable, Sendable {
    /// The device it opens on.
    package var device: UUID
    /// Which one.
    package var sheet: StoreSheet

    /// Creates a request for a sheet.
    package init(device: UUID, sheet: StoreSheet) {
        self.device = device
        self.sheet = sheet
    }
}

/// What a sheet shows.
package struct SheetAnswer: Codable, Hashable, Sendable {
    /// The customer's own subscriptions, oldest first.
    package var subscriptions: [HeldSubscription]

    /// Creates an answer from all its parts.
    package init(subscriptions: [HeldSubscription]) {
        self.subscriptions = subscriptions
    }
}

/// A subscription as the customer sees it in the App Store.
package struct HeldSubscription: Codable, Hashable, Sendable {
    /// The original transaction, in decimal.
    package var originalTransactionID: String
    /// The subscription group.
    package var groupID: String
    /// The product of the present or last period.
    package var productID: String
    /// What it renews into.
    package var renewalProductID: String
    /// The state as the App Store Server API numbers it: 1 active, 2 expired, 3 billing retry, 4 grace, 5 revoked.
    package var status: Int32
    /// Whether the customer lets it renew.
    package var autoRenews: Bool
    /// When the present period ends or the last one did, in milliseconds since 1970.
    package var expires: Int64
    /// The higher price that the customer is to agree to, in thousandths of the currency's unit.
    package var askedPrice: Int64?
    /// What can be had in the group, in the order of the configuration.
    package var choices: [ProductRecord]

    /// Creates a record from all its parts.
    package init(
        originalTransactionID: String, groupID: String, productID: String, renewalProductID: String, status: Int32,
        autoRenews: Bool, expires: Int64, askedPrice: Int64? = nil, choices: [ProductRecord]
    ) {
        self.originalTransactionID = originalTransactionID
        self.groupID = groupID
        self.productID = productID
        self.renewalProductID = renewalProductID
        self.status = status
        self.autoRenews = autoRenews
        self.expires = expires
        self.askedPrice = askedPrice
        self.choices = choices
    }
}

/// What a customer does in a sheet; transactions are named in decimal, subscriptions by their original one.
package enum CustomerAction: Codable, Hashable, Sendable {
    /// Lets a subscription end with its period.
    case cancel(subscription: String)
    /// Lets a cancelled subscription renew, or buys one again that is over.
    case resubscribe(subscription: String)
    /// Changes to another product of the group, at once or with the renewal.
    case change(subscription: String, productID: String)
    /// Agrees to a higher price, or does not.
    case answerPriceIncrease(subscription: String, agrees: Bool)
    /// Corrects how to pay, so that what is owed can be charged.
    case resolveBillingIssue(subscription: String)
    /// Asks for money back; the reason is spelled as in `CONSUMPTION_REQUEST` notifications.
    case requestRefund(transaction: String, reason: String)
    /// Redeems a code.
    case redeemCode(String)
}

/// Does what a customer does in a sheet.
package struct ActionRequest: Codable, Hashable, Sendable {
    /// The device of the customer.
    package var device: UUID
    /// What the customer does.
    package var action: CustomerAction

    /// Creates a request for an action.
    package init(device: UUID, action: CustomerAction) {
        self.device = device
        self.action = action
    }
}

/// What came of an action that was not refused.
package struct ActionAnswer: Codable, Hashable, Sendable {
    /// How the purchase ended that the action led to, if it led to one.
    package var purchase: PurchaseAnswer?

    /// Creates an answer from all its parts.
    package init(purchase: PurchaseAnswer? = nil) {
        self.purchase = purchase
    }
}
