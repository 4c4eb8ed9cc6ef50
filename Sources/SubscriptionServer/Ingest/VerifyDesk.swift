// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import SignedData

/// A transaction as an app sends it: the signed text, and what the app believes is in it.
struct TransactionPayload: Decodable, Sendable {
    var jwsRepresentation: String
    var transactionID: String?
    var originalTransactionID: String?
    var productID: String?

    /// What of it the signed text contradicts; dates are not compared, for apps write them in many ways.
    func contradiction(to signed: JWSTransactionDecodedPayload) -> String? {
        let pairs = [
            ("transactionID", transactionID, signed.transactionId),
            ("originalTransactionID", originalTransactionID, signed.originalTransactionId),
            ("productID", productID, signed.productId),
        ]
        return pairs.first { $0.1 != nil && $0.1 != $0.2 }?.0
    }
}

/// What the server says to a signed text.
struct VerifyAnswer: Encodable, Sendable {
    /// Whether the App Store signed it for this app, and it says what its sender says it does.
    var isValid: Bool
    /// The state of the subscription now, with whatever else is known of it; `nil` for everything that does not renew.
    var subscriptionStatus: String?
    /// Whether the product gives access now; `nil` for texts about no product.
    var isEntitled: Bool?
    var code: String?
    var message: String?
    var environment: String?
    var transactionId: String?
    var originalTransactionId: String?
    var productId: String?
    var expires: StoreInstant?
    var customerId: String?
    /// What the customer has access to, this text included.
    var entitlements: [Entitlement] = []

    static let schema = JSONSchema.object(
        [
            "isValid": .boolean, "subscriptionStatus": .oneOf(Status.allAPINames), "isEntitled": .boolean,
            "code": .string, "message": .string, "environment": .string, "transactionId": .string,
            "originalTransactionId": .string, "productId": .string, "expires": .date, "customerId": .string,
            "entitlements": .array(Entitlement.schema),
        ], required: ["isValid", "entitlements"])

    static func invalid(_ code: String, _ message: String) -> Self {
        VerifyAnswer(isValid: false, code: code, message: message)
    }
}

/// Takes in what apps send, and answers with what is true after that.
struct VerifyDesk: Sendable {
    let verifier: AppVerifier
    let writer: LedgerWriter
    let reader: LedgerReader
    let now: @Sendable () -> StoreInstant

    /// Takes a text in: a transaction, a renewal info or an app transaction.
    ///
    /// - Parameter bundleID: The app it must be about; `nil` takes any that is registered.
    /// - Throws: ``IngestFailure`` or `DatabaseError` when trying again may help; everything else is an answer.
    func verify(_ payload: TransactionPayload, for bundleID: String?) async throws -> VerifyAnswer {
        do {
            switch try UnverifiedJWS(payload.jwsRepresentation).kind {
            case .appTransaction:
                return try await verifyAppTransaction(payload.jwsRepresentation, for: bundleID)
            case .renewalInfo:
                let (info, app) = try await verifier.verify(
                    payload.jwsRepresentation, as: JWSRenewalInfoDecodedPayload.self, about: bundleID)
                let received = now()
                try await writer.write(on: SignedFacts(info).names(app: app.bundleID)) { store throws(DatabaseError) in
                    try store.record(info, app: app.bundleID, receivedAt: received)
                }
                return try await answer(PurchaseLine.ID(info.payload), app: app.bundleID)
            case .transaction, .notification, .realtimeRequest, nil:
                return try await verifyTransaction(payload, for: bundleID)
            }
        } catch let failure as VerificationFailure {
            return .invalid(failure.code.rawValue, failure.message)
        } catch let failure as IngestFailure where !failure.isRetryable {
            return .invalid(failure.code, failure.message)
        }
    }

    private func verifyTransaction(_ payload: TransactionPayload, for bundleID: String?) async throws -> VerifyAnswer {
        let (transaction, app) = try await verifier.verify(
            payload.jwsRepresentation, as: JWSTransactionDecodedPayload.self, about: bundleID)
        if let field = payload.contradiction(to: transaction.payload) {
            return .invalid("payloadMismatch", "\(field) is another than in the signed text")
        }
        let received = now()
        try await writer.write(on: SignedFacts(transaction).names(app: app.bundleID)) { store throws(DatabaseError) in
            try store.record(transaction, app: app.bundleID, receivedAt: received)
        }
        var answer = try await answer(PurchaseLine.ID(transaction.payload), app: app.bundleID)
        answer.transactionId = transaction.payload.transactionId
        answer.productId = transaction.payload.productId
        return answer
    }

    private func verifyAppTransaction(_ text: String, for bundleID: String?) async throws -> VerifyAnswer {
        let (verified, app) = try await verifier.verify(text, as: AppTransaction.self, about: bundleID)
        let environment = verified.payload.rawReceiptType ?? ""
        var answer = VerifyAnswer(isValid: true, environment: environment)
        guard let download = verified.payload.appTransactionId else { return answer }
        let date = now()
        let known = try await reader.read { store throws(DatabaseError) -> (Int64, [Entitlement])? in
            let reader = try CustomerReader(store, app: app.bundleID, environment: environment)
            let key = CustomerKey(.appTransaction, download)
            guard let customer = try store.customer(app: reader.app, with: key) else { return nil }
            return (customer, try reader.entitlements(of: customer, now: date))
        }
        answer.customerId = known.map { "c\($0.0)" }
        answer.entitlements = known?.1 ?? []
        return answer
    }

    /// What is known now of a line and its customer.
    private func answer(_ id: PurchaseLine.ID?, app: String) async throws -> VerifyAnswer {
        guard let id else { return VerifyAnswer(isValid: true) }
        let date = now()
        return try await reader.read { store throws(DatabaseError) in
            let reader = try CustomerReader(store, app: app, environment: id.environment)
            var answer = VerifyAnswer(
                isValid: true, environment: id.environment, originalTransactionId: id.originalTransactionID)
            if let line = try store.line(id, app: app), let standing = line.standing(at: date) {
                answer.subscriptionStatus = line.isSubscription ? standing.status.apiName : nil
                answer.isEntitled = standing.status.isEntitled
                answer.expires = standing.accessEnd ?? standing.periodEnd
                answer.productId = standing.productID
            }
            if let customer = try store.owner(of: id, app: reader.app) {
                answer.customerId = "c\(customer)"
                answer.entitlements = try reader.entitlements(of: customer, now: date)
            }
            return answer
        }
    }
}

extension UnverifiedJWS {
    /// What it seems to be; the verifier finds out whether that is so.
    fileprivate var kind: PayloadKind? { PayloadKind(payload: payloadData) }
}
