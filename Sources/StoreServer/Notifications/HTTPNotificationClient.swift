// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Posts notifications over the network.
package struct HTTPNotificationClient: NotificationClient {
    /// Creates a client that remembers nothing between two posts.
    package init() {}

    package func post(_ json: Data, to url: URL) async throws(SendFailure) -> Int {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = json
        do {
            return try await HTTPRequester.answer(to: request).response.statusCode
        } catch {
            throw SendFailure((error as? URLError).map { Self.result(of: $0.code) } ?? .other)
        }
    }

    package func cut(_ json: Data, to url: URL) async {
        await CutConnection.post(json, to: url)
    }

    /// The App Store's word for what went wrong.
    static func result(of code: URLError.Code) -> SendAttemptResult {
        switch code {
        case .timedOut:
            .timedOut
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot, .clientCertificateRejected,
            .clientCertificateRequired:
            .tlsIssue
        case .httpTooManyRedirects:
            .circularRedirect
        case .zeroByteResource:
            .noResponse
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
            .socketIssue
        case .networkConnectionLost:
            .prematureClose
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .redirectToNonExistentLocation:
            .invalidResponse
        default:
            .other
        }
    }
}
