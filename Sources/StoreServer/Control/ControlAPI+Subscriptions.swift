// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

// What becomes of subscriptions: by their customers, by their bank, and by the App Store.
extension ControlAPI {
    var subscriptionRoutes: [Route] {
        let subscription = Schema.named("Subscription")
        return [
            route(
                .get, "/subscriptions", "Lists the subscriptions",
                response: .object([.required("subscriptions", .array(subscription))])
            ) { _, _ in subscriptions() },
            route(
                .post, "/subscriptions/{id}/autoRenew", "Lets a subscription renew, or cancels it",
                request: [.required("enabled", .boolean())], response: subscription
            ) { request, parameters in
                let order: Switch = try Self.body(request)
                return try change(parameters) { .setAutoRenew(subscription: $0, order.enabled) }
            },
            route(
                .post, "/subscriptions/{id}/resolveBillingIssue", "Pays what failed to be charged",
                response: subscription
            ) { _, parameters in try change(parameters) { .resolveBillingIssue(subscription: $0) } },
            route(
                .post, "/subscriptions/{id}/renew", "Ends the period now and begins the next", response: subscription
            ) { _, parameters in try change(parameters) { .renew(subscription: $0) } },
            route(.post, "/subscriptions/{id}/expire", "Ends a subscription now", response: subscription) {
                _, parameters in
                try change(parameters) { .expire(subscription: $0) }
            },
            route(
                .post, "/subscriptions/{id}/lapse", "Ends a subscription now, for a reason that has no name",
                response: subscription
            ) { _, parameters in try change(parameters) { .announce(.lapse(subscription: $0)) } },
            route(
                .post, "/subscriptions/{id}/extend", "Extends the present period without a charge",
                request: [
                    .required("days", .integer("1 to 90.")), .required("requestIdentifier", .string()),
                    .optional("reason", .integer("0 to 3, as the Server API has it.")),
                ], response: subscription
            ) { request, parameters in
                let order: Extension = try Self.body(request)
                let terms = try Self.terms(
                    days: order.days, reason: order.reason, requestIdentifier: order.requestIdentifier)
                return try change(parameters) { .extend(.one(subscription: $0, terms)) }
            },
            route(
                .post, "/subscriptions/{id}/priceIncrease", "Asks a subscriber to agree to a higher price",
                request: [.optional("price", .integer("Thousandths of the currency's unit."))], response: subscription
            ) { request, parameters in
                let order: Increase = try Self.body(request)
                return try change(parameters) { .priceIncrease(.request(subscription: $0, price: order.price)) }
            },
            route(
                .post, "/subscriptions/{id}/priceIncrease/agree", "Agrees to a higher price", response: subscription
            ) { _, parameters in try change(parameters) { .priceIncrease(.agree(subscription: $0)) } },
            route(
                .post, "/subscriptions/{id}/priceIncrease/decline", "Does not agree, which cancels the subscription",
                response: subscription
            ) { _, parameters in try change(parameters) { .priceIncrease(.decline(subscription: $0)) } },
        ]
    }

    /// Whether something shall be.
    struct Switch: Decodable {
        var enabled: Bool
    }

    private struct Extension: Decodable {
        var days: Int
        var reason: Int32?
        var requestIdentifier: String
    }

    private struct Increase: Decodable {
        var price: Int64?
    }

    private func change(
        _ parameters: PathParameters, _ command: (SubscriptionIndex) -> Command
    ) throws -> SubscriptionSummary {
        let index = try subscription(parameters["id"] ?? "")
        try host.perform(command(index))
        let labels = accountLabels()
        return host.read { SubscriptionSummary($0[index], labels: labels, engine: $0) }
    }

    /// Finds a subscription by any of its transactions.
    private func subscription(_ id: String) throws(ControlFailure) -> SubscriptionIndex {
        guard let record = host.read({ $0.transaction(identifier: id) }) else { throw .unknownTransaction(id) }
        guard let index = record.subscription else {
            throw ControlFailure(
                code: Refusal.Code.unknownSubscription.rawValue,
                message: "Transaction \(id) is not of an auto-renewable subscription",
                fix: "Take an identifier from GET /control/v1/subscriptions.", status: 404)
        }
        return index
    }
}
