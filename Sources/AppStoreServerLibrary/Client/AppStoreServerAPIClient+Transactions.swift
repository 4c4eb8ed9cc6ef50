// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AppStoreServerAPIClient {
    /// Asks for one transaction, by its identifier or its original one.
    public func getTransactionInfo(transactionId: String) async -> APIResult<TransactionInfoResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/transactions", transactionId))
    }

    /// Asks for a page of a customer's history with the older endpoint.
    @available(*, deprecated, message: "Say which version; v2 also lists finished consumables.")
    public func getTransactionHistory(
        anyTransactionId: String, revision: String?, transactionHistoryRequest: TransactionHistoryRequest
    ) async -> APIResult<HistoryResponse> {
        await getTransactionHistory(
            anyTransactionId: anyTransactionId, revision: revision,
            transactionHistoryRequest: transactionHistoryRequest, version: .v1)
    }

    /// Asks for a page of a customer's history, at most twenty transactions.
    ///
    /// ``transactionHistory(anyTransactionId:transactionHistoryRequest:version:)`` reads all pages.
    ///
    /// - Parameters:
    ///   - anyTransactionId: Any identifier of the customer: of a transaction, an original one, an app transaction.
    ///   - revision: The revision in the page before; `nil` for the first.
    ///   - transactionHistoryRequest: What to leave out; the same for every page.
    ///   - version: Which endpoint to ask.
    public func getTransactionHistory(
        anyTransactionId: String, revision: String?, transactionHistoryRequest: TransactionHistoryRequest,
        version: GetTransactionHistoryVersion
    ) async -> APIResult<HistoryResponse> {
        var query = transactionHistoryRequest.query
        if let revision { query.insert(("revision", revision), at: 0) }
        return await connection.send(
            APIRequest("GET", "/inApps/\(version.rawValue)/history", anyTransactionId, query: query))
    }

    /// Asks for the app transaction of a customer, by any identifier of theirs.
    public func getAppTransactionInfo(anyTransactionId: String) async -> APIResult<AppTransactionInfoResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/transactions/appTransactions", anyTransactionId))
    }

    /// Asks for a page of a customer's refunds, at most twenty transactions.
    ///
    /// ``refundHistory(anyTransactionId:)`` reads all pages.
    public func getRefundHistory(anyTransactionId: String, revision: String?) async -> APIResult<RefundHistoryResponse>
    {
        let query = revision.map { [(name: "revision", value: $0)] } ?? []
        return await connection.send(APIRequest("GET", "/inApps/v2/refund/lookup", anyTransactionId, query: query))
    }

    /// Asks for the transactions of the order identifier on a customer's invoice; in Production only.
    ///
    /// An unknown order is not an error but has the status `invalid`.
    public func lookUpOrderId(orderId: String) async -> APIResult<OrderLookupResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/lookup", orderId))
    }

    /// Tells the App Store that what was bought has been delivered, in place of the app.
    public func finishTransaction(transactionId: String) async -> APIResult<Void> {
        await connection.send(APIRequest("POST", "/inApps/v1/transactions", transactionId, "finish"))
    }

    /// Sets the developer's identifier of an account on a purchase and its later renewals.
    public func setAppAccountToken(
        originalTransactionId: String, updateAppAccountTokenRequest: UpdateAppAccountTokenRequest
    ) async -> APIResult<Void> {
        await connection.send(
            APIRequest(
                "PUT", "/inApps/v1/transactions", originalTransactionId, "appAccountToken",
                body: .json(updateAppAccountTokenRequest)))
    }

    /// Answers a consumption request in its older form, still the one for Advanced Commerce purchases.
    @available(*, deprecated, message: "Use sendConsumptionInformation(transactionId:consumptionRequest:).")
    public func sendConsumptionData(
        transactionId: String, consumptionRequest: ConsumptionRequestV1
    ) async -> APIResult<Void> {
        await sendFormerConsumption(transactionId: transactionId, consumptionRequest: consumptionRequest)
    }

    /// The same for this package, which answers about Advanced Commerce purchases too.
    package func sendFormerConsumption(
        transactionId: String, consumptionRequest: ConsumptionRequestV1
    ) async -> APIResult<Void> {
        await connection.send(
            APIRequest("PUT", "/inApps/v1/transactions/consumption", transactionId, body: .json(consumptionRequest)))
    }

    /// Tells the App Store how a purchase was used that the customer wants refunded, within twelve hours of its
    /// consumption request.
    public func sendConsumptionInformation(
        transactionId: String, consumptionRequest: ConsumptionRequest
    ) async -> APIResult<Void> {
        await connection.send(
            APIRequest("PUT", "/inApps/v2/transactions/consumption", transactionId, body: .json(consumptionRequest)))
    }
}

extension TransactionHistoryRequest {
    /// The query of a URL in an order that is always the same.
    fileprivate var query: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        func add(_ name: String, _ values: [String?]) {
            query += values.compactMap { $0 }.map { (name, $0) }
        }
        add("startDate", [startDate.map(Self.milliseconds)])
        add("endDate", [endDate.map(Self.milliseconds)])
        add("productId", productIds ?? [])
        add("productType", productTypes?.map(\.rawValue) ?? [])
        add("sort", [sort?.rawValue])
        add("subscriptionGroupIdentifier", subscriptionGroupIdentifiers ?? [])
        add("inAppOwnershipType", [inAppOwnershipType?.rawValue])
        add("revoked", [revoked.map(String.init)])
        return query
    }

    private static func milliseconds(_ date: Date) -> String {
        String(StoreInstant(date).milliseconds)
    }
}
