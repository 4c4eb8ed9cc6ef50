// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Moves renewal dates without a charge, to make up for an outage.
package enum ExtensionCommand: Codable, Sendable, Hashable {
    /// Extends the present period of one subscription.
    case one(subscription: SubscriptionIndex, Terms)
    /// Extends the present period of everybody who subscribes to a product.
    ///
    /// - Parameter storefronts: ISO 3166-1 alpha-3; `nil` means all of them.
    case all(productID: String, storefronts: [String]?, Terms)

    /// How long, why, and for which request.
    package struct Terms: Codable, Sendable, Hashable {
        /// 1 to 90; the time rate scales them.
        package var days: Int
        package var reason: ExtendReasonCode
        /// Up to 128 characters; a request is carried out once, however often it is made.
        package var requestIdentifier: String

        /// Creates terms.
        package init(days: Int, reason: ExtendReasonCode = .undeclared, requestIdentifier: String) {
            self.days = days
            self.reason = reason
            self.requestIdentifier = requestIdentifier
        }
    }
}

/// What came of extending everybody's period.
package struct ExtensionSummary: Codable, Sendable, Hashable {
    package let requestIdentifier: String
    package let productID: String
    package let storefronts: [String]?
    package let completedAt: StoreInstant
    package let succeeded: Int
    package let failed: Int
}

/// The extensions there have been.
package struct ExtensionLedger: Codable, Sendable, Hashable {
    struct Entry: Codable, Sendable, Hashable {
        let requestIdentifier: String
        let date: StoreInstant
        let until: StoreInstant
    }

    /// By subscription, oldest first.
    var entries: [SubscriptionIndex: [Entry]] = [:]
    /// By request identifier.
    package internal(set) var summaries: [String: ExtensionSummary] = [:]
}
