// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the story does to the store from outside the app, by the control API.
struct StoreControl: Sendable {
    let url: URL

    /// Moves the store's clock to a moment; everything due on the way has happened when this returns.
    func moveClock(to date: Date) async throws {
        struct Move: Encodable {
            let to: Int64
        }
        try await post("clock", Move(to: Int64((date.timeIntervalSince1970 * 1000).rounded())))
    }

    /// Lets a subscription renew or not, as customers do in their settings.
    func setAutoRenew(_ enabled: Bool, transactionID: UInt64) async throws {
        try await post("subscriptions/\(transactionID)/autoRenew", ["enabled": enabled])
    }

    private func post(_ path: String, _ body: some Encodable) async throws {
        var request = URLRequest(url: url.appending(path: "control/v1/\(path)"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(body)
        let (data, response) = try await HTTPRequester.answer(to: request)
        guard response.statusCode == 200 else {
            throw Refused(path: path, answer: String(decoding: data, as: UTF8.self))
        }
    }

    /// The store does not do what it was told.
    struct Refused: Error, CustomStringConvertible {
        let path: String
        let answer: String

        var description: String { "The store answers to \(path): \(answer)" }
    }
}
