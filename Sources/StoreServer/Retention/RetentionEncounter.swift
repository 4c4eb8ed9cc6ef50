// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
import StoreEngine

/// What a customer who was about to cancel was shown, and how that came about.
package struct RetentionEncounter: Sendable, Hashable {
    /// What the customer saw.
    package enum Shown: Sendable, Hashable {
        /// A message the developer's server chose.
        case message(UUID)
        /// The message that was configured for the product and locale.
        case defaultMessage(UUID)
        /// Another plan, with a message.
        case alternateProduct(AlternateProduct)
        /// A promotional offer, with a message.
        case promotionalOffer(PromotionalOffer)
        /// An offer of the Advanced Commerce API, with a message.
        case advancedCommerce(AdvancedCommerceInfo)
        /// No message: none was chosen and none is configured.
        case nothing
    }

    /// Names the request to the developer's server, also when there was none.
    package let requestIdentifier: UUID
    package let date: StoreInstant
    package let originalTransactionID: String
    package let productID: String
    /// A locale of App Store Connect.
    package let locale: String
    package let shown: Shown
    /// What came of asking the developer's server; `nil` when no URL is configured.
    package let result: SendAttemptResult?
    /// Why the server's answer did not count.
    package let problem: String?
}
