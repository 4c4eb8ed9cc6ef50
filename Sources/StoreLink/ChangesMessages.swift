// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

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
    /// What customers chose in the App Store for the app to sell, oldest first; each is told until it has arrived.
    package var intents: [IntentRecord]?
    /// The messages that wait to be shown, all of them, when one came or went or the answer is complete.
    package var messages: [MessageRecord]?
    /// What the store is told to fail of that which a client does by itself; the present state, not a change.
    package var simulatedErrors: SimulatedErrors?

    /// Creates an answer from all its parts.
    package init(
        cursor: ChangeCursor, isComplete: Bool, transactions: [TransactionChange] = [],
        renewalInfos: [RenewalInfoChange] = [], storefront: StorefrontRecord? = nil, intents: [IntentRecord]? = nil,
        messages: [MessageRecord]? = nil, simulatedErrors: SimulatedErrors? = nil
    ) {
        self.cursor = cursor
        self.isComplete = isComplete
        self.transactions = transactions
        self.renewalInfos = renewalInfos
        self.storefront = storefront
        self.intents = intents
        self.messages = messages
        self.simulatedErrors = simulatedErrors
    }
}

/// Errors that a client answers with, because what they concern never reaches a store.
package struct SimulatedErrors: Codable, Hashable, Sendable {
    /// What every fact is said to be unverified by, named like StoreKit's case.
    package var verification: String?
    /// What reading a subscription's status throws.
    package var subscriptionStatus: StoreFailure?

    /// Creates the errors; `nil` lets a part work.
    package init(verification: String? = nil, subscriptionStatus: StoreFailure? = nil) {
        self.verification = verification
        self.subscriptionStatus = subscriptionStatus
    }
}

/// Something a customer chose in the App Store, which the app is to sell.
package struct IntentRecord: Codable, Hashable, Sendable {
    /// The number of the change.
    package var revision: Int64
    /// The product as it is sold in the customer's storefront.
    package var product: ProductRecord
    /// The storefront that the product is priced in.
    package var storefront: StorefrontRecord
    /// The win-back or promotional offer chosen with it.
    package var offerID: String?

    /// Creates a record from all its parts.
    package init(revision: Int64, product: ProductRecord, storefront: StorefrontRecord, offerID: String? = nil) {
        self.revision = revision
        self.product = product
        self.storefront = storefront
        self.offerID = offerID
    }
}

/// Something that the App Store wants the customer to see.
package struct MessageRecord: Codable, Hashable, Sendable {
    /// Why there is a message.
    package struct Reason: RawRepresentable, Codable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer is to agree to a higher price.
        package static let priceIncreaseConsent = Self(rawValue: "priceIncreaseConsent")
        /// A renewal could not be charged.
        package static let billingIssue = Self(rawValue: "billingIssue")
        /// A former subscriber may come back for less.
        package static let winBackOffer = Self(rawValue: "winBackOffer")
    }

    /// The number of the change that made it.
    package var revision: Int64
    /// Why there is a message.
    package var reason: Reason
    /// The subscription it is about, by its original transaction in decimal.
    package var originalTransactionID: String
    /// Since when there is reason for it, in milliseconds since 1970.
    package var since: Int64

    /// Creates a record from all its parts.
    package init(revision: Int64, reason: Reason, originalTransactionID: String, since: Int64) {
        self.revision = revision
        self.reason = reason
        self.originalTransactionID = originalTransactionID
        self.since = since
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
    /// What the transaction is said to be unverified by, when it answers a purchase and the store is told to simulate it.
    package var verificationError: String?

    /// Creates a change from all its parts.
    package init(
        revision: Int64, jws: String, isFinished: Bool, isAnnounced: Bool, verificationError: String? = nil
    ) {
        self.revision = revision
        self.jws = jws
        self.isFinished = isFinished
        self.isAnnounced = isAnnounced
        self.verificationError = verificationError
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
