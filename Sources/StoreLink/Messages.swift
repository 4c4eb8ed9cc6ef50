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
    /// What it is said to be unverified by, when the store is told to simulate it.
    package var verificationError: String?

    /// Creates an answer from the signed string.
    package init(jws: String, verificationError: String? = nil) {
        self.jws = jws
        self.verificationError = verificationError
    }
}
