// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import AppStoreServerLibrary

/// One call of the client and the request it must make.
struct Endpoint: Sendable, CustomTestStringConvertible {
    enum Body: Sendable {
        case none
        case json(String)
        case png(Data)
    }

    let testDescription: String
    let method: String
    let target: String
    let body: Body
    /// The model fixture that answers; `nil` for calls without one.
    let answer: String?
    let emptyStatus: Int
    /// Makes the call and returns what went wrong.
    let call: @Sendable (AppStoreServerAPIClient) async throws -> String?

    init<Response: Sendable>(
        _ name: String, _ method: String, _ target: String, body: Body = .none, answer: String? = nil,
        emptyStatus: Int = 200,
        _ call: @escaping @Sendable (AppStoreServerAPIClient) async throws -> APIResult<Response>
    ) {
        testDescription = name
        self.method = method
        self.target = target
        self.body = body
        self.answer = answer
        self.emptyStatus = emptyStatus
        self.call = { client in
            switch try await call(client) {
            case .success: nil
            case .failure(let status, let code, _, _, let cause):
                "status \(status ?? 0), code \(code ?? 0), cause \(String(describing: cause))"
            }
        }
    }

    static let all = serverAPI + notifications + messages + realtime + advancedCommerce
    static let uuid = UUID(uuidString: "4A7B2B1C-8D55-4E3F-9A58-0C2F6D1E7B90") ?? UUID()
    static let lower = uuid.uuidString.lowercased()

    static let serverAPI = [
        Endpoint("getTransactionInfo", "GET", "/inApps/v1/transactions/1234", answer: "transactionInfoResponse") {
            await $0.getTransactionInfo(transactionId: "1234")
        },
        Endpoint(
            "getTransactionHistory with every filter", "GET",
            "/inApps/v2/history/1234?revision=a%2Bb%2Fc%3D&startDate=123455&endDate=123456&productId=com.example.1"
                + "&productId=com.example.2&productType=CONSUMABLE&productType=AUTO_RENEWABLE&sort=ASCENDING"
                + "&subscriptionGroupIdentifier=sub_group_id&inAppOwnershipType=FAMILY_SHARED&revoked=false",
            answer: "transactionHistoryResponse"
        ) {
            await $0.getTransactionHistory(
                anyTransactionId: "1234", revision: "a+b/c=",
                transactionHistoryRequest: TransactionHistoryRequest(
                    startDate: Date(timeIntervalSince1970: 123.455), endDate: Date(timeIntervalSince1970: 123.456),
                    productIds: ["com.example.1", "com.example.2"], productTypes: [.consumable, .autoRenewable],
                    sort: .ascending, subscriptionGroupIdentifiers: ["sub_group_id"],
                    inAppOwnershipType: .familyShared, revoked: false), version: .v2)
        },
        Endpoint(
            "getTransactionHistory without a version", "GET", "/inApps/v1/history/1234",
            answer: "transactionHistoryResponse"
        ) { await formerly.getTransactionHistory($0, "1234") },
        Endpoint(
            "getAppTransactionInfo", "GET", "/inApps/v1/transactions/appTransactions/1234",
            answer: "appTransactionInfoResponse"
        ) { await $0.getAppTransactionInfo(anyTransactionId: "1234") },
        Endpoint(
            "getAllSubscriptionStatuses", "GET", "/inApps/v1/subscriptions/4321?status=2&status=1",
            answer: "getAllSubscriptionStatusesResponse"
        ) { await $0.getAllSubscriptionStatuses(anyTransactionId: "4321", status: [.expired, .active]) },
        Endpoint(
            "getAllSubscriptionStatuses of any status", "GET", "/inApps/v1/subscriptions/4321",
            answer: "getAllSubscriptionStatusesResponse"
        ) { await $0.getAllSubscriptionStatuses(anyTransactionId: "4321") },
        Endpoint(
            "sendConsumptionInformation", "PUT", "/inApps/v2/transactions/consumption/49571273",
            body: .json(
                #"{"consumptionPercentage":50000,"customerConsented":true,"deliveryStatus":"DELIVERED","#
                    + #""refundPreference":"GRANT_FULL","sampleContentProvided":false}"#), emptyStatus: 202
        ) {
            await $0.sendConsumptionInformation(
                transactionId: "49571273",
                consumptionRequest: ConsumptionRequest(
                    customerConsented: true, deliveryStatus: .delivered, sampleContentProvided: false,
                    consumptionPercentage: 50000, refundPreference: .grantFull))
        },
        Endpoint(
            "sendConsumptionData", "PUT", "/inApps/v1/transactions/consumption/49571273",
            body: .json(#"{"appAccountToken":"\#(lower)","customerConsented":true,"platform":2}"#), emptyStatus: 202
        ) {
            await formerly.sendConsumptionData(
                $0, "49571273",
                ConsumptionRequestV1(customerConsented: true, platform: .nonApple, appAccountToken: uuid))
        },
        Endpoint("lookUpOrderId", "GET", "/inApps/v1/lookup/W002182", answer: "lookupOrderIdResponse") {
            await $0.lookUpOrderId(orderId: "W002182")
        },
        Endpoint(
            "getRefundHistory", "GET", "/inApps/v2/refund/lookup/555555?revision=r", answer: "getRefundHistoryResponse"
        ) { await $0.getRefundHistory(anyTransactionId: "555555", revision: "r") },
        Endpoint(
            "extendSubscriptionRenewalDate", "PUT", "/inApps/v1/subscriptions/extend/4124214",
            body: .json(#"{"extendByDays":45,"extendReasonCode":1,"requestIdentifier":"fdf964a4"}"#),
            answer: "extendSubscriptionRenewalDateResponse"
        ) {
            await $0.extendSubscriptionRenewalDate(
                originalTransactionId: "4124214",
                extendRenewalDateRequest: ExtendRenewalDateRequest(
                    extendByDays: 45, extendReasonCode: .customerSatisfaction, requestIdentifier: "fdf964a4"))
        },
        Endpoint(
            "extendRenewalDateForAllActiveSubscribers", "POST", "/inApps/v1/subscriptions/extend/mass",
            body: .json(
                #"{"extendByDays":45,"extendReasonCode":1,"productId":"com.example.p","requestIdentifier":"fdf964a4","#
                    + #""storefrontCountryCodes":["USA","MEX"]}"#),
            answer: "extendRenewalDateForAllActiveSubscribersResponse"
        ) {
            await $0.extendRenewalDateForAllActiveSubscribers(
                massExtendRenewalDateRequest: MassExtendRenewalDateRequest(
                    extendByDays: 45, extendReasonCode: .customerSatisfaction, requestIdentifier: "fdf964a4",
                    storefrontCountryCodes: ["USA", "MEX"], productId: "com.example.p"))
        },
        Endpoint(
            "getStatusOfSubscriptionRenewalDateExtensions", "GET",
            "/inApps/v1/subscriptions/extend/mass/com.example.p/20fba8a0",
            answer: "getStatusOfSubscriptionRenewalDateExtensionsResponse"
        ) {
            await $0.getStatusOfSubscriptionRenewalDateExtensions(
                requestIdentifier: "20fba8a0", productId: "com.example.p")
        },
        Endpoint(
            "setAppAccountToken", "PUT", "/inApps/v1/transactions/49571273/appAccountToken",
            body: .json(#"{"appAccountToken":"\#(lower)"}"#)
        ) {
            await $0.setAppAccountToken(
                originalTransactionId: "49571273",
                updateAppAccountTokenRequest: UpdateAppAccountTokenRequest(appAccountToken: uuid))
        },
        Endpoint("finishTransaction", "POST", "/inApps/v1/transactions/1234/finish") {
            await $0.finishTransaction(transactionId: "1234")
        },
    ]

    static let notifications = [
        Endpoint(
            "requestTestNotification", "POST", "/inApps/v1/notifications/test",
            answer: "requestTestNotificationResponse"
        ) { await $0.requestTestNotification() },
        Endpoint(
            "getTestNotificationStatus", "GET", "/inApps/v1/notifications/test/8cd2974c",
            answer: "getTestNotificationStatusResponse"
        ) { await $0.getTestNotificationStatus(testNotificationToken: "8cd2974c") },
        Endpoint(
            "getNotificationHistory", "POST", "/inApps/v1/notifications/history?paginationToken=a036bc0e",
            body: .json(
                #"{"endDate":1698148950000,"notificationSubtype":"INITIAL_BUY","notificationType":"SUBSCRIBED","#
                    + #""onlyFailures":true,"startDate":1698148900000,"transactionId":"999733843"}"#),
            answer: "getNotificationHistoryResponse"
        ) {
            await $0.getNotificationHistory(
                paginationToken: "a036bc0e",
                notificationHistoryRequest: NotificationHistoryRequest(
                    startDate: Date(timeIntervalSince1970: 1_698_148_900),
                    endDate: Date(timeIntervalSince1970: 1_698_148_950), notificationType: .subscribed,
                    notificationSubtype: .initialBuy, transactionId: "999733843", onlyFailures: true))
        },
    ]

    /// Calls that are kept for programs written against older versions.
    private protocol FormerCalls: Sendable {
        func getTransactionHistory(_ client: AppStoreServerAPIClient, _ id: String) async -> APIResult<HistoryResponse>
        func sendConsumptionData(
            _ client: AppStoreServerAPIClient, _ id: String, _ request: ConsumptionRequestV1
        ) async -> APIResult<Void>
    }

    private struct Former: FormerCalls {
        @available(*, deprecated)
        func getTransactionHistory(_ client: AppStoreServerAPIClient, _ id: String) async -> APIResult<HistoryResponse>
        {
            await client.getTransactionHistory(
                anyTransactionId: id, revision: nil, transactionHistoryRequest: TransactionHistoryRequest())
        }

        @available(*, deprecated)
        func sendConsumptionData(
            _ client: AppStoreServerAPIClient, _ id: String, _ request: ConsumptionRequestV1
        ) async -> APIResult<Void> {
            await client.sendConsumptionData(transactionId: id, consumptionRequest: request)
        }
    }

    private static let formerly: any FormerCalls = Former()
}
