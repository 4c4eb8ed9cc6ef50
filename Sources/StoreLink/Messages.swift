// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A device introduces itself.
package struct ConnectRequest: Codable, Hashable, Sendable {
    /// The device's identifier, which is also its device verification identifier.
    package var device: UUID
    /// The account to sign in with; `nil` means the store's default customer.
    package var account: String?

    /// Creates a request for a device and, if given, an account.
    package init(device: UUID, account: String? = nil) {
        self.device = device
        self.account = account
    }
}

/// Which app and storefront a device talks to.
package struct ConnectAnswer: Codable, Hashable, Sendable {
    /// The bundle identifier of the app the store sells for.
    package var bundleID: String
    /// `Sandbox`, `Production` or `Xcode`.
    package var environment: String
    /// The storefront of the device's account.
    package var storefront: StorefrontRecord

    /// Creates an answer from all its parts.
    package init(bundleID: String, environment: String, storefront: StorefrontRecord) {
        self.bundleID = bundleID
        self.environment = environment
        self.storefront = storefront
    }
}

/// Asks for products.
package struct ProductsRequest: Codable, Hashable, Sendable {
    /// The asking device.
    package var device: UUID
    /// Product identifiers, in the order wanted.
    package var identifiers: [String]

    /// Creates a request for identifiers.
    package init(device: UUID, identifiers: [String]) {
        self.device = device
        self.identifiers = identifiers
    }
}

/// Products, and the storefront they are priced in.
package struct ProductsAnswer: Codable, Hashable, Sendable {
    /// The products found, in the order asked for.
    package var products: [ProductRecord]
    /// The storefront that the prices belong to.
    package var storefront: StorefrontRecord

    /// Creates an answer from all its parts.
    package init(products: [ProductRecord], storefront: StorefrontRecord) {
        self.products = products
        self.storefront = storefront
    }
}

/// Buys a product.
package struct PurchaseRequest: Codable, Hashable, Sendable {
    /// The buying device.
    package var device: UUID
    /// The product to buy.
    package var productID: String
    /// How many.
    package var quantity: Int
    /// The app's own identifier of the customer, kept in the transaction.
    package var appAccountToken: UUID?

    /// Creates a request for a product.
    package init(device: UUID, productID: String, quantity: Int = 1, appAccountToken: UUID? = nil) {
        self.device = device
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
    }
}

/// How a purchase ended that was not refused.
package enum PurchaseAnswer: Codable, Hashable, Sendable {
    /// The customer owns the product; the change holds the signed transaction.
    case purchased(TransactionChange)
    /// Somebody has to act first; if they do, the transaction arrives as a change.
    case pending
    /// The customer changed their mind.
    case userCancelled
}

/// Marks a transaction as delivered.
package struct FinishRequest: Codable, Hashable, Sendable {
    /// The device that delivered.
    package var device: UUID
    /// The transaction, in decimal.
    package var transactionID: String

    /// Creates a request for a transaction.
    package init(device: UUID, transactionID: String) {
        self.device = device
        self.transactionID = transactionID
    }
}

/// A place in the history of changes of one account.
package struct ChangeCursor: Codable, Hashable, Sendable {
    /// Changes when the history starts anew, for example after it was cleared; then revisions start over.
    package var epoch: String
    /// The number of the last change seen.
    package var revision: Int64

    /// Creates a cursor from all its parts.
    package init(epoch: String, revision: Int64) {
        self.epoch = epoch
        self.revision = revision
    }
}

/// Asks for changes.
package struct ChangesRequest: Codable, Hashable, Sendable {
    /// The asking device.
    package var device: UUID
    /// The last change the device has seen; `nil` asks for everything.
    package var after: ChangeCursor?

    /// Creates a request for what came after a cursor.
    package init(device: UUID, after: ChangeCursor? = nil) {
        self.device = device
        self.after = after
    }
}

/// What changed, each fact once and in its newest form.
package struct ChangesAnswer: Codable, Hashable, Sendable {
    /// Where the answer ends; hand it in next time.
    package var cursor: ChangeCursor
    /// Whether the answer replaces all that the device knew, rather than adding to it.
    package var isComplete: Bool
    /// Transactions that were made or changed, oldest change first.
    package var transactions: [TransactionChange]
    /// Renewal infos that were made or changed, oldest change first.
    package var renewalInfos: [RenewalInfoChange]
    /// The storefront, when it changed or the answer is complete.
    package var storefront: StorefrontRecord?

    /// Creates an answer from all its parts.
    package init(
        cursor: ChangeCursor, isComplete: Bool, transactions: [TransactionChange] = [],
        renewalInfos: [RenewalInfoChange] = [], storefront: StorefrontRecord? = nil
    ) {
        self.cursor = cursor
        self.isComplete = isComplete
        self.transactions = transactions
        self.renewalInfos = renewalInfos
        self.storefront = storefront
    }
}

/// A transaction that was made or changed.
package struct TransactionChange: Codable, Hashable, Sendable {
    /// The number of the change.
    package var revision: Int64
    /// The signed transaction.
    package var jws: String
    /// Whether the app has marked it as delivered.
    package var isFinished: Bool
    /// Whether `Transaction.updates` shows the change: not for what this device itself just bought or finished.
    package var isAnnounced: Bool

    /// Creates a change from all its parts.
    package init(revision: Int64, jws: String, isFinished: Bool, isAnnounced: Bool) {
        self.revision = revision
        self.jws = jws
        self.isFinished = isFinished
        self.isAnnounced = isAnnounced
    }
}

/// A renewal info that was made or changed.
package struct RenewalInfoChange: Codable, Hashable, Sendable {
    /// The number of the change.
    package var revision: Int64
    /// The signed renewal info.
    package var jws: String

    /// Creates a change from all its parts.
    package init(revision: Int64, jws: String) {
        self.revision = revision
        self.jws = jws
    }
}

/// Asks for the record of the app itself.
package struct AppTransactionRequest: Codable, Hashable, Sendable {
    /// The asking device.
    package var device: UUID

    /// Creates a request for a device.
    package init(device: UUID) {
        self.device = device
    }
}

/// The record of the app itself.
package struct AppTransactionAnswer: Codable, Hashable, Sendable {
    /// The signed app transaction.
    package var jws: String

    /// Creates an answer from the signed string.
    package init(jws: String) {
        self.jws = jws
    }
}
