// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension AppStoreServerAPIClient {
    /// Has the App Store send a notification of the type `TEST` to the app's server.
    public func requestTestNotification() async -> APIResult<SendTestNotificationResponse> {
        await connection.send(APIRequest("POST", "/inApps/v1/notifications/test"))
    }

    /// Asks whether a test notification arrived; the App Store knows only a while after it was sent.
    public func getTestNotificationStatus(
        testNotificationToken: String
    ) async -> APIResult<CheckTestNotificationResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/notifications/test", testNotificationToken))
    }

    /// Asks for a page of the notifications of the last 180 days, in Sandbox 30; at most twenty.
    ///
    /// ``notificationHistory(notificationHistoryRequest:)`` reads all pages.
    ///
    /// - Parameters:
    ///   - paginationToken: The token in the page before; `nil` for the first.
    ///   - notificationHistoryRequest: Which notifications; the same for every page.
    public func getNotificationHistory(
        paginationToken: String?, notificationHistoryRequest: NotificationHistoryRequest
    ) async -> APIResult<NotificationHistoryResponse> {
        let query = paginationToken.map { [(name: "paginationToken", value: $0)] } ?? []
        return await connection.send(
            APIRequest(
                "POST", "/inApps/v1/notifications/history", query: query, body: .json(notificationHistoryRequest)))
    }
}
