// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Apple publishes the bodies of these six endpoints but no calls. Why one was refused is told by
// `APIResult.advancedCommerceError`.
extension AppStoreServerAPIClient {
    /// Turns the renewal of a subscription off.
    public func cancelSubscription(
        transactionId: String, subscriptionCancelRequest: AdvancedCommerceSubscriptionCancelRequest
    ) async -> APIResult<AdvancedCommerceSubscriptionCancelResponse> {
        await connection.send(advancedCommerce("subscription/cancel", transactionId, subscriptionCancelRequest))
    }

    /// Changes the texts of a subscription or of its items; a notification `METADATA_UPDATE` follows.
    public func changeSubscriptionMetadata(
        transactionId: String, subscriptionChangeMetadataRequest: AdvancedCommerceSubscriptionChangeMetadataRequest
    ) async -> APIResult<AdvancedCommerceSubscriptionChangeMetadataResponse> {
        await connection.send(
            advancedCommerce("subscription/changeMetadata", transactionId, subscriptionChangeMetadataRequest))
    }

    /// Changes the prices of items from the next renewal on; a notification `PRICE_CHANGE` follows.
    public func changeSubscriptionPrice(
        transactionId: String, subscriptionPriceChangeRequest: AdvancedCommerceSubscriptionPriceChangeRequest
    ) async -> APIResult<AdvancedCommerceSubscriptionPriceChangeResponse> {
        await connection.send(
            advancedCommerce("subscription/changePrice", transactionId, subscriptionPriceChangeRequest))
    }

    /// Moves a subscription of an ordinary product to the Advanced Commerce API; a notification `MIGRATION` follows.
    public func migrateSubscription(
        transactionId: String, subscriptionMigrateRequest: AdvancedCommerceSubscriptionMigrateRequest
    ) async -> APIResult<AdvancedCommerceSubscriptionMigrateResponse> {
        await connection.send(advancedCommerce("subscription/migrate", transactionId, subscriptionMigrateRequest))
    }

    /// Ends a subscription at once and gives its price back.
    public func revokeSubscription(
        transactionId: String, subscriptionRevokeRequest: AdvancedCommerceSubscriptionRevokeRequest
    ) async -> APIResult<AdvancedCommerceSubscriptionRevokeResponse> {
        await connection.send(advancedCommerce("subscription/revoke", transactionId, subscriptionRevokeRequest))
    }

    /// Asks that the price of items of a transaction be given back.
    public func requestTransactionRefund(
        transactionId: String, requestRefundRequest: AdvancedCommerceRequestRefundRequest
    ) async -> APIResult<AdvancedCommerceRequestRefundResponse> {
        await connection.send(advancedCommerce("transaction/requestRefund", transactionId, requestRefundRequest))
    }

    private func advancedCommerce(
        _ operation: String, _ transactionID: String, _ request: some Encodable & Sendable
    ) -> APIRequest {
        APIRequest("POST", "/advancedCommerce/v1/\(operation)", transactionID, body: .json(request))
    }
}
