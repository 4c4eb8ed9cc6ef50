// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import StoreLink

/// What is said about the endpoints that the control API does not describe itself: by method and path.
enum ServedEndpoints {
    /// Describes routes, in their order; those that nobody knows anything of have no summary.
    static func describing(
        _ routes: [(method: HTTPMethod, pattern: String)], control: [Endpoint]
    ) -> [Endpoint] {
        var known: [String: Endpoint] = [:]
        for endpoint in control + client + server + pages { known["\(endpoint.method) \(endpoint.path)"] = endpoint }
        return routes.map { known["\($0.method) \($0.pattern)"] ?? Endpoint($0.method, $0.pattern, "") }
    }

    private static let client = StoreCall.allCases.map { call in
        Endpoint(
            .post, call.path, "Answers the call \(call.rawValue) of a StoreKit client",
            request: .any("As the client of the same version writes it."),
            response: .any("As the client of the same version reads it."))
    }

    private static let pages = [
        Endpoint(.get, "/", "Says in words what the store answers"),
        Endpoint(
            .get, "/healthz",
            "Answers 200 while the store works, and 503 with the reason while it cannot write its state"),
        Endpoint(.get, "/metrics", "Tells numbers to Prometheus"),
        Endpoint(.get, "/root.der", "Hands out the certificate that verifiers must trust"),
        Endpoint(.get, "/control/v1/openapi.json", "Describes everything the store answers", response: .any()),
    ]

    // Bodies are Apple's, documented at developer.apple.com.
    private static let server: [Endpoint] = table.split(separator: "\n").compactMap { row in
        let fields = row.split(separator: " ", maxSplits: 2).map(String.init)
        guard fields.count == 3 else { return nil }
        let method = HTTPMethod(rawValue: fields[0])
        let hasContent = method == .post || method == .put
        return Endpoint(
            method, fields[1], fields[2], request: hasContent ? .any("As Apple documents it.") : nil,
            response: .any("As Apple documents it."))
    }

    private static let table = """
        GET /inApps/v1/transactions/{id} Get Transaction Info
        GET /inApps/v1/transactions/appTransactions/{id} Get App Transaction Info
        POST /inApps/v1/transactions/{id}/finish Finish Transaction
        PUT /inApps/v1/transactions/{id}/appAccountToken Set App Account Token
        PUT /inApps/v1/transactions/consumption/{id} Send Consumption Information V1
        PUT /inApps/v2/transactions/consumption/{id} Send Consumption Information
        GET /inApps/v1/history/{id} Get Transaction History V1
        GET /inApps/v2/history/{id} Get Transaction History
        GET /inApps/v1/refund/lookup/{id} Get Refund History V1
        GET /inApps/v2/refund/lookup/{id} Get Refund History
        GET /inApps/v1/lookup/{id} Look Up Order ID
        GET /inApps/v1/subscriptions/{id} Get All Subscription Statuses
        PUT /inApps/v1/subscriptions/extend/{id} Extend a Subscription Renewal Date
        POST /inApps/v1/subscriptions/extend/mass Extend Subscription Renewal Dates for All Active Subscribers
        GET /inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier} Get Status of Subscription Renewal Date Extensions
        POST /inApps/v1/notifications/test Request a Test Notification
        GET /inApps/v1/notifications/test/{token} Get Test Notification Status
        POST /inApps/v1/notifications/history Get Notification History
        GET /inApps/v1/messaging/image/list Get Image List
        PUT /inApps/v1/messaging/image/{id} Upload Image
        DELETE /inApps/v1/messaging/image/{id} Delete Image
        GET /inApps/v1/messaging/message/list Get Message List
        PUT /inApps/v1/messaging/message/{id} Upload Message
        DELETE /inApps/v1/messaging/message/{id} Delete Message
        PUT /inApps/v1/messaging/default/{productId}/{locale} Configure Default Message
        DELETE /inApps/v1/messaging/default/{productId}/{locale} Delete Default Message
        GET /inApps/v1/messaging/default/{productId}/{locale} Get Default Message
        PUT /inApps/v1/messaging/realtime/url Configure Realtime URL
        DELETE /inApps/v1/messaging/realtime/url Delete Realtime URL
        GET /inApps/v1/messaging/realtime/url Get Realtime URL
        POST /inApps/v1/messaging/performanceTest Initiate Performance Test
        GET /inApps/v1/messaging/performanceTest/result/{id} Get Performance Test Results
        POST /advancedCommerce/v1/subscription/cancel/{id} Cancel a Subscription
        POST /advancedCommerce/v1/subscription/revoke/{id} Revoke Subscription
        POST /advancedCommerce/v1/subscription/changeMetadata/{id} Change Subscription Metadata
        POST /advancedCommerce/v1/subscription/changePrice/{id} Change Subscription Price
        POST /advancedCommerce/v1/subscription/migrate/{id} Migrate a Subscription to Advanced Commerce API
        POST /advancedCommerce/v1/transaction/requestRefund/{id} Request Transaction Refund
        """
}
