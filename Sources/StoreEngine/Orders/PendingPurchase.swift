// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// A pending purchase's number.
package struct PendingPurchaseID: Hashable, Sendable, Codable {
    package let value: Int32
}

/// A purchase that waits for somebody to act.
package struct PendingPurchase: Codable, Sendable, Hashable {
    /// What it waits for.
    package enum Reason: Codable, Sendable, Hashable {
        /// For somebody else to approve it.
        case askToBuy
        /// For the customer to do what the store asked for, such as correcting how to pay.
        case interruption
    }

    package let id: PendingPurchaseID
    package let purchase: Command.Purchase
    package let product: Catalogue.ProductIndex
    package let reason: Reason
    package let since: StoreInstant
}
