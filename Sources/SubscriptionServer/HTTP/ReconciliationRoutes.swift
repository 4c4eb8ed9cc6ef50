// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService

/// Asking the App Store on demand.
struct ReconciliationRoutes: Sendable {
    let reconciler: Reconciler

    var routes: [Route] {
        [
            Route(
                .post, "/v1/reconciliation", .admin,
                "Asks the App Store about what may have been missed, or with all=true about everything",
                query: ["all": .boolean], answer: .object(["reports": .array(Reconciler.Report.schema)])
            ) { call in
                guard !reconciler.stores.isEmpty else {
                    throw BackendFailure.conflict(
                        "noServerAPI", "No app has a key for the App Store Server API",
                        fix: "Give serverAPI in the configuration.")
                }
                let all = call.request.query.first("all") == "true"
                return try .encoding(["reports": await reconciler.run(all: all)])
            }
        ]
    }
}
