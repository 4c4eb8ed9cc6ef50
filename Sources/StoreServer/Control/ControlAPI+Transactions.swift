// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

// What becomes of purchases: delivered, paid back, shared, deleted.
extension ControlAPI {
    var transactionRoutes: [Route] {
        let transaction = Schema.named("Transaction")
        let reason = Schema.Field.optional("reason", .integer("1 for a fault in the app, 0 for any other reason."))
        return [
            route(
                .get, "/transactions", "Lists the transactions, a thousand at a time",
                query: [("after", .string("The last identifier of the page before."))],
                response: .object([
                    .required("transactions", .array(transaction)), .required("hasMore", .boolean()),
                ])
            ) { request, _ in try transactions(request.query) },
            route(
                .post, "/transactions/{id}/refund", "Pays a purchase back, as a whole or in part",
                request: [
                    reason, .optional("prorated", .boolean("Whether only what is left of the period is paid back.")),
                    .optional("percentage", .number("The part to pay back, 0 to 100.")),
                ], response: transaction
            ) { request, parameters in try refund(Self.body(request), of: parameters["id"] ?? "") },
            route(
                .post, "/transactions/{id}/requestRefund", "Asks for money back, as a customer",
                request: [
                    .optional("reason", .string("As in consumption requests; OTHER when left out.")),
                    .optional("inApp", .boolean("Whether in the app, which cancels the subscription.")),
                ], response: transaction
            ) { request, parameters in
                let order: RefundRequest = try Self.body(request)
                return try change(parameters) {
                    .refundDesk(
                        .request(
                            transaction: $0,
                            reason: ConsumptionRequestReason(rawValue: order.reason ?? "OTHER") ?? .other,
                            inApp: order.inApp ?? true))
                }
            },
            route(.post, "/transactions/{id}/declineRefund", "Refuses to pay back", response: transaction) {
                _, parameters in
                try change(parameters) { .refundDesk(.decline(transaction: $0)) }
            },
            route(.post, "/transactions/{id}/reverseRefund", "Undoes a refund after a dispute", response: transaction) {
                _, parameters in try change(parameters) { .refundDesk(.reverse(transaction: $0)) }
            },
            route(.post, "/transactions/{id}/finish", "Marks a purchase as delivered", response: transaction) {
                _, parameters in
                let record = try record(parameters["id"] ?? "")
                return try change(parameters) { .finish(account: record.account, transaction: $0) }
            },
            route(
                .post, "/transactions/{id}/familySharing", "Shares a purchase with the family, or not",
                request: [.required("enabled", .boolean())], response: transaction
            ) { request, parameters in
                let order: Switch = try Self.body(request)
                return try change(parameters) { .setFamilySharing(transaction: $0, order.enabled) }
            },
            route(
                .delete, "/transactions/{id}", "Takes a purchase out of its customer's history", response: .object([])
            ) { _, parameters in
                try host.perform(.deleteTransaction(record(parameters["id"] ?? "").index))
                return Done()
            },
        ]
    }

    /// Why and how much is paid back.
    private struct RefundOrder: Decodable {
        /// 0 or 1, as signed transactions number the reasons.
        var reason: Int32?
        var prorated: Bool?
        var percentage: Double?
    }

    private struct RefundRequest: Decodable {
        var reason: String?
        var inApp: Bool?
    }

    private func refund(_ order: RefundOrder, of id: String) throws -> TransactionSummary {
        guard let reason = RevocationReason(rawValue: order.reason ?? 0) else {
            throw ControlFailure.badRequest(
                "There is no reason \(order.reason ?? 0) for a refund",
                fix: "Send 1 for a fault in the app, or 0 for any other reason.")
        }
        if let part = order.percentage, !(0...100).contains(part) {
            throw ControlFailure.badRequest("\(part) is no part of a price", fix: "Send 0 to 100 per cent.")
        }
        let index = try record(id).index
        if order.prorated == true || order.percentage != nil {
            let part = order.percentage.map { Int32(($0 * 1000).rounded()) }
            try host.perform(.refundDesk(.grantProrated(transaction: index, reason: reason, percentage: part)))
        } else {
            try host.perform(.refund(transaction: index, reason: reason))
        }
        return summary(of: index)
    }

    private func change(
        _ parameters: PathParameters, _ command: (TransactionIndex) -> Command
    ) throws -> TransactionSummary {
        let index = try record(parameters["id"] ?? "").index
        try host.perform(command(index))
        return summary(of: index)
    }

    func record(_ id: String) throws(ControlFailure) -> TransactionRecord {
        guard let record = host.read({ $0.transaction(identifier: id) }) else { throw .unknownTransaction(id) }
        return record
    }
}
