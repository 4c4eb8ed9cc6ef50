// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// A customer's wish for a refund, about which the App Store asked, and what became of it.
struct RefundRequest: Sendable, Hashable {
    enum State: Int64, Sendable, CaseIterable {
        /// Undecided, or decided and not told yet.
        case waiting = 0
        /// The App Store has the answer.
        case answered = 1
        /// It was not told in time.
        case missed = 2
        /// The App Store takes no such answer.
        case refused = 3

        var name: String {
            switch self {
            case .waiting: "waiting"
            case .answered: "answered"
            case .missed: "missed"
            case .refused: "refused"
            }
        }
    }

    /// What the App Store decided.
    enum Outcome: String, Sendable {
        case refunded, declined
    }

    var number: Int64
    var app: String
    var environment: String
    var transactionID: String
    var originalTransactionID: String
    var customer: Int64?
    /// The purchase in its newest version.
    var transaction: JWSTransactionDecodedPayload?
    var reason: String?
    var requested: StoreInstant
    /// Until when an answer counts.
    var deadline: StoreInstant
    var state: State
    /// When to look at it again.
    var next: StoreInstant
    var attempts: Int
    /// What is to be told, or was; decided once, so that every try tells the same.
    var answer: ConsumptionRequest?
    var decidedBy: String?
    var answered: StoreInstant?
    var problem: String?
    var isDeclined: Bool
    /// Until when it is left to who is telling it; `nil` when nobody is.
    var claimed: StoreInstant?

    /// How long the App Store waits for an answer, in milliseconds.
    static let patience: Int64 = 12 * 3_600_000

    /// What the App Store decided; `nil` while that is not known.
    var outcome: Outcome? {
        if let date = transaction?.revocationDate, StoreInstant(date) >= requested { return .refunded }
        return isDeclined ? .declined : nil
    }
}

/// The same as the API shows it.
struct RefundRequestView: Encodable, Sendable {
    var id: String
    var app: String
    var environment: String
    var transactionId: String
    var originalTransactionId: String
    var productId: String?
    var customerId: String?
    var reason: String?
    var requested: StoreInstant
    var deadline: StoreInstant
    var state: String
    var decidedBy: String?
    var answer: ConsumptionRequest?
    var answered: StoreInstant?
    var attempts: Int
    var problem: String?
    var outcome: String?

    init(_ request: RefundRequest) {
        id = String(request.number)
        app = request.app
        environment = request.environment
        transactionId = request.transactionID
        originalTransactionId = request.originalTransactionID
        productId = request.transaction?.productId
        customerId = request.customer.map { "c\($0)" }
        reason = request.reason
        requested = request.requested
        deadline = request.deadline
        state = request.state.name
        decidedBy = request.decidedBy
        answer = request.answer
        answered = request.answered
        attempts = request.attempts
        problem = request.problem
        outcome = request.outcome?.rawValue
    }

    static let schema = JSONSchema.object(
        [
            "id": .string, "app": .string, "environment": .string, "transactionId": .string,
            "originalTransactionId": .string, "productId": .string, "customerId": .string, "reason": .string,
            "requested": .date, "deadline": .date, "state": .oneOf(RefundRequest.State.allCases.map(\.name)),
            "decidedBy": .string, "answered": .date, "attempts": .integer, "problem": .string,
            "outcome": .oneOf(["refunded", "declined"]),
            "answer": .object(
                [
                    "customerConsented": .boolean, "consumptionPercentage": .integer,
                    "deliveryStatus": .oneOf(DeliveryStatus.allNames), "sampleContentProvided": .boolean,
                    "refundPreference": .oneOf(RefundPreference.allNames),
                ], required: ["customerConsented", "deliveryStatus", "sampleContentProvided"]),
        ],
        required: [
            "id", "app", "environment", "transactionId", "originalTransactionId", "requested", "deadline", "state",
            "attempts",
        ])
}
