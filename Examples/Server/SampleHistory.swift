// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreServerLibrary
import Foundation
import SignedData

/// The contents of a `.p8` file, made for one run.
func sampleKey() throws -> String {
    try SigningKey.generate().pemRepresentation
}

/// Answers every request with one page of history, in it the transaction of the sample notification.
struct SampleHistory: APITransport {
    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        let jws = try UnverifiedJWS(String(contentsOf: sampleNotification, encoding: .utf8))
        let notification = try jws.unsafePayload(as: ResponseBodyV2DecodedPayload.self)
        let page = HistoryResponse(
            revision: "1", hasMore: false, signedTransactions: [notification.data?.signedTransactionInfo ?? ""])
        return APIHTTPResponse(status: 200, body: try JSONEncoder().encode(page))
    }
}
