// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A store behind HTTP.
///
/// Nothing is kept between calls, so a dropped connection or a restarted store costs one failed call and no fact.
package struct HTTPStoreService: StoreService {
    private let baseURL: URL
    private let token: String?
    private let bundleID: String?

    /// Creates a service for the store at a base address, for example `http://127.0.0.1:8080`.
    ///
    /// - Parameters:
    ///   - token: What a store on another machine lets its clients in with.
    ///   - bundleID: The app that the client is; a store of one app does not ask.
    package init(baseURL: URL, token: String? = nil, bundleID: String? = nil) {
        self.baseURL = baseURL
        self.token = token
        self.bundleID = bundleID
    }

    package func connect(_ request: ConnectRequest) async throws(StoreFailure) -> ConnectAnswer {
        try await call(.connect, request)
    }

    package func products(_ request: ProductsRequest) async throws(StoreFailure) -> ProductsAnswer {
        try await call(.products, request)
    }

    package func purchase(_ request: PurchaseRequest) async throws(StoreFailure) -> PurchaseAnswer {
        try await call(.purchase, request)
    }

    package func finish(_ request: FinishRequest) async throws(StoreFailure) {
        let _: StoreCall.Done = try await call(.finish, request)
    }

    package func changes(_ request: ChangesRequest) async throws(StoreFailure) -> ChangesAnswer {
        try await call(.changes, request)
    }

    package func waitForChange(_ request: ChangesRequest) async throws(StoreFailure) {
        let _: StoreCall.Done = try await call(.wait, request)
    }

    package func appTransaction(_ request: AppTransactionRequest) async throws(StoreFailure) -> AppTransactionAnswer {
        try await call(.appTransaction, request)
    }

    package func eligibility(_ request: EligibilityRequest) async throws(StoreFailure) -> EligibilityAnswer {
        try await call(.eligibility, request)
    }

    package func sync(_ request: SyncRequest) async throws(StoreFailure) {
        let _: StoreCall.Done = try await call(.sync, request)
    }

    package func sheet(_ request: SheetRequest) async throws(StoreFailure) -> SheetAnswer {
        try await call(.sheet, request)
    }

    package func act(_ request: ActionRequest) async throws(StoreFailure) -> ActionAnswer {
        try await call(.act, request)
    }

    package func promotions(_ request: PromotionsRequest) async throws(StoreFailure) -> PromotionsAnswer {
        try await call(.promotions, request)
    }

    private func call<Answer: Decodable>(_ call: StoreCall, _ body: some Encodable) async throws(StoreFailure) -> Answer
    {
        var url = baseURL.appending(path: call.path)
        if let bundleID { url.append(queryItems: [URLQueryItem(name: "app", value: bundleID)]) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        request.httpBody = try StoreCall.encode(body)
        let (data, status) = try await send(request)
        guard status == 200 else {
            if let failure = try? JSONDecoder().decode(StoreFailure.self, from: data) { throw failure }
            // What a store says that is closing, or a proxy whose store is gone.
            if (502...504).contains(status) {
                throw StoreFailure(
                    .network, "The store at \(baseURL) is not there now: HTTP status \(status)",
                    fix: "Try again, or start it with `openstorekit store FILE.storekit`.")
            }
            throw StoreFailure(
                .badAnswer, "\(baseURL) answered \(call.rawValue) with HTTP status \(status)",
                fix: "Check that an OpenStoreKit store runs there.")
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: data)
        } catch {
            throw StoreFailure(
                .badAnswer, "The answer to \(call.rawValue) is not a \(Answer.self): \(error)",
                fix: "Use a client of the same version as the store.")
        }
    }

    private func send(_ request: URLRequest) async throws(StoreFailure) -> (data: Data, status: Int) {
        do {
            let (data, response) = try await HTTPRequester.answer(to: request)
            return (data, response.statusCode)
        } catch let error as URLError where error.code == .cancelled {
            throw StoreFailure(.cancelled, "The call was cancelled", fix: "Call again.")
        } catch is CancellationError {
            throw StoreFailure(.cancelled, "The call was cancelled", fix: "Call again.")
        } catch {
            throw StoreFailure(
                .network, "The store at \(baseURL) cannot be reached: \(error.localizedDescription)",
                fix: "Start it with `openstorekit store FILE.storekit`, or correct the address.")
        }
    }
}
