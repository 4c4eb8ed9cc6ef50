// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

extension ControlAPI {
    var notificationRoutes: [Route] {
        [
            route(
                .get, "/notifications", "Lists the notifications, decoded, a thousand at a time",
                query: [("after", .string("The last number of the page before."))],
                response: .object([
                    .required("notifications", .array(.named("Notification"))), .required("hasMore", .boolean()),
                ])
            ) { request, _ in try sentNotifications(request.query) },
            route(
                .post, "/notifications", "Announces any type, whether or not its cause ever happened",
                request: [
                    .required("type", .string("As Apple spells it, for example DID_RENEW.")),
                    .optional("subtype", .string()),
                    .optional("transactionId", .string("What it is about; most types need one.")),
                ], response: .object([.required("notificationUUID", .string())])
            ) { request, _ in try announce(Self.body(request)) },
            route(.get, "/faults", "Tells what goes wrong on purpose", response: .named("Faults")) { _, _ in
                dispatcher.faults
            },
            route(
                .put, "/faults", "Lets deliveries go wrong on purpose; no rules end it",
                request: [
                    .optional("seed", .integer("Decides where chance has a say.")),
                    .required("rules", .array(.named("FaultRule"))),
                ], response: .named("Faults")
            ) { request, _ in try setFaults(Self.body(request)) },
            route(
                .post, "/externalPurchaseTokens", "Makes a token for purchases outside the App Store",
                request: [.optional("type", .choice(["SERVICES", "ACQUISITION"], "For a custom link."))],
                response: .object([.required("token", .string())])
            ) { request, _ in
                let order: TokenOrder = try Self.body(request)
                let type = order.type.flatMap(ExternalPurchaseTokenType.init)
                let outcome = try host.perform(.announce(.makeExternalPurchaseToken(type: type)))
                guard case .externalPurchaseToken(let id) = outcome else {
                    preconditionFailure("a token came to something else")
                }
                return ["token": id]
            },
            route(
                .post, "/externalPurchaseTokens/{token}/remind", "Says that a custom link's token still is active",
                response: .object([])
            ) { _, parameters in
                try host.perform(.announce(.remindOfExternalPurchaseToken(id: parameters["token"] ?? "")))
                return Done()
            },
            route(
                .post, "/externalPurchaseTokens/{token}/unreported", "Says that nothing was reported for a token",
                response: .object([])
            ) { _, parameters in
                try host.perform(.announce(.missReportOfExternalPurchaseToken(id: parameters["token"] ?? "")))
                return Done()
            },
        ]
    }

    private struct AnnouncementOrder: Decodable {
        var type: String
        var subtype: String?
        var transactionId: String?
    }

    private func announce(_ order: AnnouncementOrder) throws -> [String: String] {
        guard let type = NotificationTypeV2(rawValue: order.type) else {
            throw ControlFailure.badRequest(
                "Apple documents no notification type \(order.type)", fix: "Spell it as in DID_RENEW.")
        }
        var subtype: Subtype?
        if let name = order.subtype {
            guard let known = Subtype(rawValue: name) else {
                throw ControlFailure.badRequest(
                    "Apple documents no subtype \(name)", fix: "Spell it as in INITIAL_BUY.")
            }
            subtype = known
        }
        let index = try order.transactionId.map { try record($0).index }
        return ["notificationUUID": try host.announce(type, subtype, about: index).uuidString.lowercased()]
    }

    private struct FaultOrder: Decodable {
        var seed: UInt64?
        var rules: [FaultRule]
    }

    private func setFaults(_ order: FaultOrder) throws(ControlFailure) -> FaultPlan {
        for (index, rule) in order.rules.enumerated() {
            if let problem = rule.problem {
                throw .badRequest("Rule \(index + 1): \(problem)", fix: "Change that rule; no rule was taken.")
            }
        }
        let plan = FaultPlan(seed: order.seed ?? 0, rules: order.rules)
        dispatcher.faults = plan
        keeper?.set(.faults, plan)
        return plan
    }

    private struct TokenOrder: Decodable {
        var type: String?
    }
}
