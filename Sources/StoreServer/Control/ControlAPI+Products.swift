// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

// What a developer does in App Store Connect about what is sold.
extension ControlAPI {
    var productRoutes: [Route] {
        [
            route(
                .get, "/products", "Lists what the store sells",
                response: .object([.required("products", .array(.named("Product")))])
            ) { _, _ in products() },
            route(
                .post, "/products/{id}/price", "Changes what a product costs",
                request: [
                    .required("price", .integer("Thousandths of the currency's unit.")),
                    .optional("storefronts", .array(.string("ISO 3166-1 alpha-3; all when left out."))),
                    .optional("keepForSubscribers", .boolean("Whether who subscribes already keeps the old price.")),
                    .optional("consent", .choice(["byRule", "needed", "notNeeded"], "Whether they must agree.")),
                ], response: .named("Product")
            ) { request, parameters in try setPrice(Self.body(request), of: parameters["id"] ?? "") },
            route(
                .post, "/products/{id}/withdraw", "Takes a product off sale; its subscriptions end",
                response: .named("Product")
            ) { _, parameters in try sell(.withdraw(productID: parameters["id"] ?? ""), parameters["id"] ?? "") },
            route(
                .post, "/products/{id}/offerAgain", "Sells a withdrawn product again", response: .named("Product")
            ) { _, parameters in try sell(.offerAgain(productID: parameters["id"] ?? ""), parameters["id"] ?? "") },
            route(
                .post, "/products/{id}/extend", "Extends the period of everybody who subscribes to a product",
                request: [
                    .required("days", .integer("1 to 90.")), .required("requestIdentifier", .string()),
                    .optional("reason", .integer("0 to 3, as the Server API has it.")),
                    .optional("storefronts", .array(.string())),
                ],
                response: .object([.required("succeeded", .integer()), .required("failed", .integer())])
            ) { request, parameters in try extendAll(Self.body(request), of: parameters["id"] ?? "") },
        ]
    }

    private struct PriceOrder: Decodable {
        var price: Int64
        var storefronts: [String]?
        var keepForSubscribers: Bool?
        var consent: String?
    }

    private func setPrice(_ order: PriceOrder, of id: String) throws -> ProductSummary {
        let consents: [String: SaleCommand.Consent] = ["byRule": .byRule, "needed": .needed, "notNeeded": .notNeeded]
        guard let consent = consents[order.consent ?? "byRule"] else {
            throw ControlFailure.badRequest(
                "There is no consent \(order.consent ?? "")", fix: "Use byRule, needed or notNeeded.")
        }
        let change = SaleCommand.PriceChange(
            productID: id, price: order.price, storefronts: order.storefronts,
            subscribers: order.keepForSubscribers == true ? .keepPrice : .follow(consent))
        return try sell(.setPrice(change), id)
    }

    private func sell(_ command: SaleCommand, _ id: String) throws -> ProductSummary {
        try host.perform(.sale(command))
        return try host.read { engine in
            guard let item = engine.catalogue.item(id) else { throw ControlFailure.unknownProduct(id) }
            return ProductSummary(item, engine: engine)
        }
    }

    private struct MassExtension: Decodable {
        var days: Int
        var reason: Int32?
        var requestIdentifier: String
        var storefronts: [String]?
    }

    private func extendAll(_ order: MassExtension, of id: String) throws -> [String: Int] {
        let terms = try Self.terms(days: order.days, reason: order.reason, requestIdentifier: order.requestIdentifier)
        try host.perform(.extend(.all(productID: id, storefronts: order.storefronts, terms)))
        let summary = host.read { $0.extensions.summaries[order.requestIdentifier] }
        return ["succeeded": summary?.succeeded ?? 0, "failed": summary?.failed ?? 0]
    }

    static func terms(
        days: Int, reason: Int32?, requestIdentifier: String
    ) throws(ControlFailure) -> ExtensionCommand.Terms {
        guard let code = ExtendReasonCode(rawValue: reason ?? 0) else {
            throw .badRequest("There is no reason \(reason ?? 0)", fix: "Use 0 to 3.")
        }
        return ExtensionCommand.Terms(days: days, reason: code, requestIdentifier: requestIdentifier)
    }
}
