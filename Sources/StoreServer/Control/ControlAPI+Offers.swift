// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreConfiguration
import StoreEngine
import StoreHost

// Offers behind codes, and who may have win-back offers.
extension ControlAPI {
    var offerRoutes: [Route] {
        [
            route(
                .post, "/offerCodes", "Sets up an offer behind codes",
                request: [
                    .required("referenceName", .string("What transactions call the offer.")),
                    .required("productId", .string()),
                    .required("price", .integer("One payment, in thousandths of the currency's unit.")),
                    .optional("mode", .choice(["FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT"], "For subscriptions.")),
                    .optional("period", .string("ISO 8601; for subscriptions.")), .optional("periodCount", .integer()),
                    .optional("oneTimeCodes", .array(.string("A code that works once."))),
                    .optional("customCode", .string("One code for many customers.")),
                    .optional("limit", .integer("How many customers the custom code is for.")),
                    .optional("expires", .integer("Milliseconds since 1970 UTC.")),
                    .optional("eligibility", .array(.choice(["new", "existing", "expired"]))),
                    .optional("stackable", .boolean("Whether it comes after the introductory offer.")),
                    .optional("renews", .boolean("Whether the subscription goes on afterwards.")),
                ], response: .object([.required("codes", .array(.string()))])
            ) { request, _ in try createCodes(Self.body(request)) },
            route(
                .post, "/products/{id}/winBackOffers/{offer}/rules", "Says who may have a win-back offer",
                request: [
                    .optional("minimumPaidMonths", .integer()), .optional("lapsedMonthsFrom", .integer()),
                    .optional("lapsedMonthsTo", .integer()), .optional("monthsBetweenOffers", .integer()),
                ], response: .object([])
            ) { request, parameters in
                let order: RulesOrder = try Self.body(request)
                let months = (order.lapsedMonthsFrom ?? 1, order.lapsedMonthsTo ?? 24)
                guard months.0 <= months.1 else {
                    throw ControlFailure.badRequest(
                        "No lapse lasts \(months.0) to \(months.1) months", fix: "Let lapsedMonthsTo be the larger.")
                }
                try host.perform(
                    .setWinBackRules(
                        productID: parameters["id"] ?? "", offerID: parameters["offer"] ?? "",
                        WinBackRules(
                            minimumPaidMonths: order.minimumPaidMonths ?? 1, lapsedMonths: months.0...months.1,
                            monthsBetweenOffers: order.monthsBetweenOffers)))
                return Done()
            },
        ]
    }

    private struct RulesOrder: Decodable {
        var minimumPaidMonths: Int?
        var lapsedMonthsFrom: Int?
        var lapsedMonthsTo: Int?
        var monthsBetweenOffers: Int?
    }

    private struct CodeOrder: Decodable {
        var referenceName: String
        var productId: String
        var price: Int64
        var mode: String?
        var period: String?
        var periodCount: Int?
        var oneTimeCodes: [String]?
        var customCode: String?
        var limit: Int?
        var expires: Int64?
        var eligibility: [OfferCodeBatch.Customer]?
        var stackable: Bool?
        var renews: Bool?
    }

    private func createCodes(_ order: CodeOrder) throws -> [String: [String]] {
        let codes: OfferCodeBatch.Codes
        switch (order.oneTimeCodes, order.customCode) {
        case (let list?, nil): codes = .oneTime(list)
        case (nil, let code?): codes = .custom(code, limit: order.limit ?? 1)
        default:
            throw ControlFailure.badRequest(
                "An offer has either oneTimeCodes or a customCode", fix: "Send one of the two.")
        }
        var batch = OfferCodeBatch(
            referenceName: order.referenceName, productID: order.productId, terms: try terms(order), codes: codes)
        batch.expires = order.expires.map(StoreInstant.init(milliseconds:))
        batch.eligibility = order.eligibility.map(Set.init) ?? batch.eligibility
        batch.isStackable = order.stackable ?? false
        batch.renewsAfterwards = order.renews ?? true
        try host.perform(.createOfferCodes(batch))
        return ["codes": order.oneTimeCodes ?? [order.customCode ?? ""]]
    }

    private func terms(_ order: CodeOrder) throws(ControlFailure) -> OfferCodeBatch.Terms {
        guard let mode = order.mode else { return .once(price: order.price) }
        guard let type = OfferDiscountType(rawValue: mode) else {
            throw .badRequest(
                "There is no mode \(mode)", fix: "Use FREE_TRIAL, PAY_AS_YOU_GO or PAY_UP_FRONT.")
        }
        guard let period = StoreKitConfiguration.Period(iso8601: order.period ?? "") else {
            throw .badRequest("\(order.period ?? "") is no period", fix: "Write it as P1W, P1M or P1Y.")
        }
        return .subscription(type, price: order.price, period: period, periodCount: order.periodCount ?? 1)
    }
}
