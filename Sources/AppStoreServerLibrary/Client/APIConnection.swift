// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// Sends requests with a fresh token each and turns what comes back into results.
struct APIConnection: Sendable {
    let credentials: APICredentials
    let bundleID: String
    let environment: AppStoreEnvironment?
    let baseURL: URL
    let transport: any APITransport
    let retryPolicy: RetryPolicy
    let surroundings: APISurroundings

    private static let tokenLifetime: TimeInterval = 5 * 60
    private static let userAgent = "OpenStoreKit"

    /// Sends a request whose answer is of no interest beyond its status.
    func send(_ request: APIRequest) async -> APIResult<Void> {
        await exchange(request).map { _ in () }
    }

    /// Sends a request and reads the answer.
    func send<Response: Decodable & Sendable>(_ request: APIRequest) async -> APIResult<Response> {
        switch await exchange(request) {
        case .success(let data):
            do {
                return .success(response: try WireJSON.decode(Response.self, from: data))
            } catch {
                return .failure(causedBy: error)
            }
        case .failure(let statusCode, let rawApiError, let apiError, let errorMessage, let causedBy):
            return .failure(
                statusCode: statusCode, rawApiError: rawApiError, apiError: apiError, errorMessage: errorMessage,
                causedBy: causedBy)
        }
    }

    private func exchange(_ request: APIRequest) async -> APIResult<Data> {
        do {
            var attempt = 1
            while true {
                let response = try await transport.send(httpRequest(request))
                guard !(200..<300).contains(response.status) else { return .success(response: response.body) }
                let payload = (try? WireJSON.decode(ErrorPayload.self, from: response.body)) ?? ErrorPayload()
                let retryAfter = RetryAfter.date(response.header("Retry-After"), now: surroundings.now())
                guard
                    RetryPolicy.isRetryable(
                        status: response.status, error: payload.apiError, method: request.method),
                    let delay = retryPolicy.delay(
                        after: attempt, wait: retryAfter?.timeIntervalSince(surroundings.now()),
                        random: surroundings.random())
                else { return refusal(response, payload, retryAfter: retryAfter) }
                try await surroundings.sleep(delay)
                attempt += 1
            }
        } catch {
            return .failure(causedBy: error)
        }
    }

    private func refusal(_ response: APIHTTPResponse, _ payload: ErrorPayload, retryAfter: Date?) -> APIResult<Data> {
        let cause: AppStoreServerAPIError? =
            switch response.status {
            case 401 where payload.errorCode == nil:
                .unauthorized(tokenFacts, response: response, now: surroundings.now())
            case 429: .rateLimited(until: retryAfter)
            default: nil
            }
        return .failure(
            statusCode: response.status, rawApiError: payload.errorCode, apiError: payload.apiError,
            errorMessage: payload.errorMessage, causedBy: cause)
    }

    private func httpRequest(_ request: APIRequest) throws -> APIHTTPRequest {
        let token = try credentials.token(
            bundleID: bundleID, now: surroundings.now(), lifetime: Self.tokenLifetime)
        var headers = [
            "Authorization": "Bearer \(token)", "Accept": "application/json", "User-Agent": Self.userAgent,
        ]
        let content = try request.content()
        headers["Content-Type"] = content?.type
        return APIHTTPRequest(
            method: request.method, url: try request.url(base: baseURL), headers: headers, body: content?.data)
    }

    private var tokenFacts: AppStoreServerAPIError.TokenFacts {
        AppStoreServerAPIError.TokenFacts(
            keyID: credentials.keyID, issuerID: credentials.issuerID, bundleID: bundleID, environment: environment)
    }
}
