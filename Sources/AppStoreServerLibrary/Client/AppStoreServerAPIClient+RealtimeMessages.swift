// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension AppStoreServerAPIClient {
    /// Sets the URL at which the App Store asks which message to show; in Production only after a passed test.
    public func configureRealtimeURL(realtimeUrlRequest: RealtimeUrlRequest) async -> APIResult<Void> {
        await connection.send(
            APIRequest("PUT", "/inApps/v1/messaging/realtime/url", body: .json(realtimeUrlRequest)))
    }

    /// Has the App Store ask no more, so that default messages are shown.
    public func deleteRealtimeURL() async -> APIResult<Void> {
        await connection.send(APIRequest("DELETE", "/inApps/v1/messaging/realtime/url"))
    }

    /// Asks for the URL that was set.
    public func getRealtimeURL() async -> APIResult<RealtimeUrlResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/messaging/realtime/url"))
    }

    /// Has the App Store ask the realtime URL many times and measure the answers; in Sandbox only.
    public func initiatePerformanceTest(
        performanceTestRequest: PerformanceTestRequest
    ) async -> APIResult<PerformanceTestResponse> {
        await connection.send(
            APIRequest("POST", "/inApps/v1/messaging/performanceTest", body: .json(performanceTestRequest)))
    }

    /// Asks for the outcome of a performance test.
    public func getPerformanceTestResults(requestId: String) async -> APIResult<PerformanceTestResultResponse> {
        await connection.send(APIRequest("GET", "/inApps/v1/messaging/performanceTest/result", requestId))
    }
}
