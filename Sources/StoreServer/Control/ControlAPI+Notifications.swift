// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
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

    private struct TokenOrder: Decodable {
        var type: String?
    }
}
