// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

/// The Advanced Commerce API: what a developer's server does with purchases of its own catalogue.
struct AdvancedCommerceAPI: Sendable {
    let host: StoreHost
    let routes: GatedRoutes

    func addRoutes(to router: inout Router) {
        on("subscription/cancel", &router) { .cancel($0) }
        on("subscription/changeMetadata", &router) { .changeMetadata($0) }
        on("subscription/changePrice", &router) { .changePrice($0) }
        on("subscription/migrate", &router) { .migrate($0) }
        on("subscription/revoke", &router) { .revoke($0) }
        on("transaction/requestRefund", &router) { .requestRefund($0) }
    }

    private func on<Body: Decodable & SendableMetatype>(
        _ operation: String, _ router: inout Router,
        _ command: @escaping @Sendable (Body) -> AdvancedCommerceCommand.Request
    ) {
        routes.on(.post, "/advancedCommerce/v1/\(operation)/{id}", &router) { request, parameters in
            do throws(Refusal) {
                let transaction = try transaction(parameters["id"] ?? "")
                let body: Body = try AdvancedCommerceReader.read(request.body)
                let outcome = try host.perform(
                    .advancedCommerce(AdvancedCommerceCommand(command(body), for: transaction)))
                guard case .purchased(let index) = outcome else {
                    throw Refusal.advancedCommerce(.generalInternal, "The store failed")
                }
                return try answer(index)
            } catch {
                return refuse(error)
            }
        }
    }

    private func transaction(_ id: String) throws(Refusal) -> TransactionIndex {
        do throws(APIError) {
            let found = host.read { engine -> Result<TransactionIndex, APIError> in
                do throws(APIError) {
                    return .success(try engine.serverTransaction(id).index)
                } catch {
                    return .failure(error)
                }
            }
            return try found.get()
        } catch {
            let isUnknown = error == .transactionIdNotFound
            throw .advancedCommerce(isUnknown ? .transactionIdNotFound : .invalidTransactionId, error.errorMessage)
        }
    }

    /// What is known of a transaction and its subscription after the request.
    private func answer(_ index: TransactionIndex) throws(Refusal) -> HTTPResponse {
        let (transaction, renewalInfo) = host.read { engine in
            let record = engine[index]
            let renewal = record.subscription.map { engine.renewal(of: engine[$0]) }
            return (
                engine.payload(of: record, signedAt: engine.now),
                renewal.map { engine.payload(of: $0, signedAt: engine.now) }
            )
        }
        do {
            let body = Answer(
                signedRenewalInfo: try renewalInfo.map { try host.signer.sign($0) },
                signedTransactionInfo: try host.signer.sign(transaction))
            return .json(try WireJSON.encode(body))
        } catch {
            throw .advancedCommerce(.generalInternal, "The answer cannot be signed")
        }
    }

    /// All six answers have the same parts.
    private struct Answer: Encodable {
        let signedRenewalInfo: String?
        let signedTransactionInfo: String
    }

    private func refuse(_ refusal: Refusal) -> HTTPResponse {
        let error =
            refusal.advancedCommerceError
            ?? (refusal.code == .unknownTransaction ? .transactionIdNotFound : .operationNotAllowed)
        routes.log("advanced commerce \(error.rawValue): \(refusal)")
        let body = ErrorPayload(errorCode: error.rawValue, errorMessage: refusal.message)
        guard let json = try? WireJSON.encode(body) else { return .empty(500) }
        return .json(json, status: Int(error.rawValue / 10_000))
    }
}
