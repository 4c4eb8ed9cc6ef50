// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What a developer's server asks of the Advanced Commerce API about a transaction.
package struct AdvancedCommerceCommand: Codable, Sendable, Hashable {
    /// A transaction of the subscription, or the one to refund.
    package var transaction: TransactionIndex
    package var request: Request

    /// Creates a command.
    package init(_ request: Request, for transaction: TransactionIndex) {
        self.transaction = transaction
        self.request = request
    }

    /// The six endpoints.
    package enum Request: Codable, Sendable, Hashable {
        case cancel(AdvancedCommerceSubscriptionCancelRequest)
        case changeMetadata(AdvancedCommerceSubscriptionChangeMetadataRequest)
        case changePrice(AdvancedCommerceSubscriptionPriceChangeRequest)
        case migrate(AdvancedCommerceSubscriptionMigrateRequest)
        case revoke(AdvancedCommerceSubscriptionRevokeRequest)
        case requestRefund(AdvancedCommerceRequestRefundRequest)
    }
}

/// What an app asks for with a purchase, signed by the developer's server; the host has verified the signature.
package enum AdvancedCommerceOperation: Codable, Sendable, Hashable {
    case createOneTimeCharge(AdvancedCommerceOneTimeChargeCreateRequest)
    case createSubscription(AdvancedCommerceSubscriptionCreateRequest)
    case modifySubscription(AdvancedCommerceSubscriptionModifyInAppRequest)
    case reactivateSubscription(AdvancedCommerceSubscriptionReactivateInAppRequest)
}

extension Refusal {
    /// A refusal of the Advanced Commerce API, whose number reaches the developer.
    package static func advancedCommerce(
        _ error: AdvancedCommerceAPIError, _ message: String,
        fix: String = "Correct the request; Apple documents the error under its number."
    ) -> Self {
        var refusal = Self(.advancedCommerce, message, fix: fix)
        refusal.advancedCommerceError = error
        return refusal
    }
}
