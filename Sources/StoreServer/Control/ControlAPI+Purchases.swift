// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

// What customers buy, and purchases that wait for somebody.
extension ControlAPI {
    private static let orderFields: [Schema.Field] = [
        .required("productId", .string()),
        .optional("account", .string("The customer's name; the default customer when left out.")),
        .optional("quantity", .integer()), .optional("appAccountToken", .string("A UUID.")),
        .optional(
            "offer",
            .object([
                .required("kind", .choice(["promotional", "winBack", "code"])),
                .required("id", .string("The offer's identifier, or the code.")),
            ])),
        .optional("billingPlan", .choice(["BILLED_UPFRONT", "MONTHLY"])),
    ]

    var purchaseRoutes: [Route] {
        let pending = Schema.object([.required("pending", .array(.named("Pending")))])
        return [
            route(
                .post, "/purchases", "Buys outside the app, so that it reaches every device as news",
                request: Self.orderFields, response: .named("Transaction")
            ) { request, _ in try buy(Self.body(request)) },
            route(
                .post, "/appStoreChoices",
                "Chooses a product in the App Store: bought there when streamlined, else left to the app as an intent",
                request: Self.orderFields + [.required("streamlined", .boolean())],
                response: .object([.optional("transaction", .named("Transaction"))])
            ) { request, _ in try choose(Self.body(request)) },
            route(.get, "/pendingPurchases", "Lists the purchases that wait for somebody", response: pending) { _, _ in
                ["pending": pendingPurchases()]
            },
            route(
                .post, "/pendingPurchases/{id}/approve", "Approves a purchase that waits for it",
                response: .named("Transaction")
            ) { _, parameters in try complete(.approvePurchase(pendingID(parameters))) },
            route(
                .post, "/pendingPurchases/{id}/resolve", "Lets an interrupted purchase go on",
                response: .named("Transaction")
            ) { _, parameters in try complete(.resolvePurchase(pendingID(parameters))) },
            route(
                .post, "/pendingPurchases/{id}/decline", "Refuses a purchase that waits for approval", response: pending
            ) {
                _, parameters in
                try host.perform(.declinePurchase(pendingID(parameters)))
                return ["pending": pendingPurchases()]
            },
            route(
                .delete, "/pendingPurchases/{id}", "Takes a purchase that waits out of its history", response: pending
            ) {
                _, parameters in
                try host.perform(.deletePendingPurchase(pendingID(parameters)))
                return ["pending": pendingPurchases()]
            },
        ]
    }

    /// What a customer buys outside the app.
    struct PurchaseOrder: Decodable {
        struct Offer: Decodable {
            var kind: String
            var id: String
        }

        var productId: String
        var account: String?
        var quantity: Int?
        var appAccountToken: UUID?
        var offer: Offer?
        var billingPlan: String?
        /// Only of what is chosen in the App Store.
        var streamlined: Bool?
    }

    func buy(_ order: PurchaseOrder) throws -> TransactionSummary {
        switch try host.perform(.purchase(purchase(order))) {
        case .purchased(let index): return summary(of: index)
        case .pending(let id): throw ControlFailure.purchasePending(order.productId, id: id)
        default: preconditionFailure("a purchase came to something else")
        }
    }

    private struct Choice: Encodable {
        var transaction: TransactionSummary?
    }

    private func choose(_ order: PurchaseOrder) throws -> Choice {
        guard let isStreamlined = order.streamlined else {
            throw ControlFailure.badRequest(
                "streamlined is missing", fix: "Send true to buy in the App Store, false to leave it to the app.")
        }
        let outcome = try host.perform(.chooseInAppStore(purchase(order), isStreamlined: isStreamlined))
        guard case .purchased(let index) = outcome else { return Choice() }
        return Choice(transaction: summary(of: index))
    }

    private func purchase(_ order: PurchaseOrder) throws(ControlFailure) -> Command.Purchase {
        var purchase = Command.Purchase(
            account: host.account(named: order.account), productID: order.productId, quantity: order.quantity ?? 1,
            appAccountToken: order.appAccountToken)
        purchase.billingPlan = order.billingPlan.map { BillingPlanType(rawValue: $0) ?? .billedUpfront }
        if let offer = order.offer {
            switch offer.kind {
            // The store's staff need not sign what they do.
            case "promotional": purchase.offer = .promotional(id: offer.id, proof: .valid)
            case "winBack": purchase.offer = .winBack(id: offer.id)
            case "code": purchase.offer = .code(offer.id)
            default:
                throw .badRequest(
                    "There is no kind of offer \(offer.kind)", fix: "Use promotional, winBack or code.")
            }
        }
        return purchase
    }

    // MARK: - Waiting purchases

    private struct PendingSummary: Encodable {
        var id: String
        var account: String
        var productId: String
        var waitsFor: String
        var since: Int64
    }

    private func pendingPurchases() -> [PendingSummary] {
        let labels = accountLabels()
        return host.read(\.pendingPurchases).map { pending in
            PendingSummary(
                id: String(pending.id.value), account: labels[pending.purchase.account],
                productId: pending.purchase.productID,
                waitsFor: pending.reason == .askToBuy ? "approval" : "customer", since: pending.since.milliseconds)
        }
    }

    private func pendingID(_ parameters: PathParameters) throws(ControlFailure) -> PendingPurchaseID {
        let text = parameters["id"] ?? ""
        let pending = host.read(\.pendingPurchases)
        guard let found = pending.first(where: { String($0.id.value) == text }) else {
            throw ControlFailure(
                code: Refusal.Code.unknownPendingPurchase.rawValue, message: "There is no purchase \(text) that waits",
                fix: "Take one from GET /control/v1/pendingPurchases.", status: 404)
        }
        return found.id
    }

    private func complete(_ command: Command) throws -> TransactionSummary {
        guard case .purchased(let index) = try host.perform(command) else {
            preconditionFailure("a purchase that waited came to something else")
        }
        return summary(of: index)
    }

    func summary(of index: TransactionIndex) -> TransactionSummary {
        let labels = accountLabels()
        return host.read { TransactionSummary($0[index], labels: labels, engine: $0) }
    }
}
