// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension AppStoreServerAPIClient {
    /// Asks for the state of each of a customer's subscriptions.
    ///
    /// - Parameters:
    ///   - anyTransactionId: Any identifier of the customer: of a transaction, an original one, an app transaction.
    ///   - status: Only subscriptions in one of these states; all of them when `nil`.
    public func getAllSubscriptionStatuses(
        anyTransactionId: String, status: [Status]? = nil
    ) async -> APIResult<StatusResponse> {
        let query = (status ?? []).map { (name: "status", value: String($0.rawValue)) }
        return await connection.send(APIRequest("GET", "/inApps/v1/subscriptions", anyTransactionId, query: query))
    }

    /// Moves the renewal date of one subscription back by up to 90 days.
    public func extendSubscriptionRenewalDate(
        originalTransactionId: String, extendRenewalDateRequest: ExtendRenewalDateRequest
    ) async -> APIResult<ExtendRenewalDateResponse> {
        await connection.send(
            APIRequest(
                "PUT", "/inApps/v1/subscriptions/extend", originalTransactionId, body: .json(extendRenewalDateRequest)))
    }

    /// Moves the renewal date of every active subscriber of a product; the App Store does so over time.
    public func extendRenewalDateForAllActiveSubscribers(
        massExtendRenewalDateRequest: MassExtendRenewalDateRequest
    ) async -> APIResult<MassExtendRenewalDateResponse> {
        await connection.send(
            APIRequest("POST", "/inApps/v1/subscriptions/extend/mass", body: .json(massExtendRenewalDateRequest)))
    }

    /// Asks how far an extension for all subscribers of a product has come.
    public func getStatusOfSubscriptionRenewalDateExtensions(
        requestIdentifier: String, productId: String
    ) async -> APIResult<MassExtendRenewalDateStatusResponse> {
        await connection.send(
            APIRequest("GET", "/inApps/v1/subscriptions/extend/mass", productId, requestIdentifier))
    }
}
