// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import Foundation
import HTTPService

/// Lets the App Store renew a subscription later than it would.
struct ExtensionRoutes: Sendable {
    let directory: AppDirectory
    let stores: [Reconciler.Store]
    let writer: LedgerWriter
    let now: @Sendable () -> StoreInstant

    /// How long the App Store is asked at most, with all tries, in milliseconds.
    private static let patience: Int64 = 300_000

    private struct Wish: Decodable {
        var days: Int32
        var reason: Int32
        /// What tells the wish from others, for trying again.
        var requestId: String
    }

    private struct Done: Encodable {
        var originalTransactionId: String?
        var effectiveDate: StoreInstant?
    }

    var routes: [Route] {
        [
            Route(
                .post, "/v1/subscriptions/{id}/extension", .write,
                "Extends a subscription by 1 to 90 days; reason 1 is satisfaction, 2 an outage, 0 and 3 others",
                query: AppDirectory.query,
                body: .object(["days": .integer, "reason": .integer, "requestId": .string]),
                answer: .object(["originalTransactionId": .string, "effectiveDate": .date], required: [])
            ) { try await extend($0) }
        ]
    }

    private func extend(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let environment = try directory.environment(call, of: app)
        let stated = try call.body(Wish.self)
        guard (1...90).contains(stated.days), (0...3).contains(stated.reason), !stated.requestId.isEmpty else {
            throw BackendFailure.badRequest(
                "The extension cannot be", fix: "Give 1 to 90 days, a reason from 0 to 3, and a requestId.")
        }
        let store = stores.first { $0.app == app && $0.environment.rawValue == environment }
        guard let store else { throw BackendFailure.noServerAPI(app) }
        let wish = ExtensionWish(
            environment: environment, originalTransactionID: call["id"], key: stated.requestId, days: stated.days,
            reason: stated.reason)
        let date = now()
        let (number, turn) = try await writer.write { store throws(DatabaseError) in
            let number = try store.number(ofApp: app)
            return (number, try store.begin(wish, app: number, at: date, patience: Self.patience))
        }
        switch turn {
        case .done(let effective):
            return try .encoding(Done(originalTransactionId: wish.originalTransactionID, effectiveDate: effective))
        case .isAsked:
            throw BackendFailure.conflict(
                "isAsked", "The App Store is being asked for this extension", fix: "Try again in a minute.")
        case .otherOfThatKey: throw BackendFailure.keyUsed(forAnother: "extension")
        case .ask: break
        }
        // Whoever goes away meanwhile will ask again, and must hear what came of it.
        let asking = Task {
            let done: Done
            do throws(BackendFailure) {
                done = try await ask(store, wish)
            } catch {
                try await writer.write { store throws(DatabaseError) in try store.giveUp(wish, app: number) }
                throw error
            }
            try await writer.write { store throws(DatabaseError) in
                try store.finish(wish, app: number, effective: done.effectiveDate)
            }
            return done
        }
        return try .encoding(try await asking.value)
    }

    private func ask(_ store: Reconciler.Store, _ wish: ExtensionWish) async throws(BackendFailure) -> Done {
        var request = ExtendRenewalDateRequest()
        request.extendByDays = wish.days
        request.rawExtendReasonCode = wish.reason
        request.requestIdentifier = wish.key
        let result = await store.client.extendSubscriptionRenewalDate(
            originalTransactionId: wish.originalTransactionID, extendRenewalDateRequest: request)
        switch result {
        case .success(let response):
            return Done(
                originalTransactionId: response.originalTransactionId,
                effectiveDate: response.effectiveDate.map { StoreInstant($0) })
        case .failure(_, _, _, _, let error as AppStoreServerAPIError) where error.code == .unauthorized:
            throw BackendFailure(503, "storeUnauthorized", error.message, fix: error.fix)
        case .failure(let status, let number, _, let message, _):
            // What the App Store says no to stays no; what it could not do now may be done later.
            let isRefused = status.map { (400..<500).contains($0) && $0 != 429 } ?? false
            throw BackendFailure(
                isRefused ? 409 : 503, isRefused ? "storeRefused" : "storeUnavailable",
                "The App Store says \(message ?? status.map { "HTTP status \($0)" } ?? "nothing") (\(number ?? 0))",
                fix: isRefused ? "See Apple's documentation of the number." : "Try again.")
        }
    }
}
