// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// How the server is.
struct OperationRoutes: Sendable {
    let reader: LedgerReader
    let writer: LedgerWriter
    let metrics: Metrics
    let now: @Sendable () -> StoreInstant

    var routes: [Route] {
        [
            Route(.get, "/healthz", nil, "Says that the process answers") { _ in .text("ok\n") },
            Route(.get, "/readyz", nil, "Says whether the ledger can be read and written") { _ in
                let date = now()
                _ = try await reader.read { store throws(DatabaseError) in try store.gauges(at: date) }
                try await writer.write(on: ["ready"]) { store throws(DatabaseError) in try store.tryWriting(at: date) }
                return .text("ready\n")
            },
            Route(
                .get, "/metrics", .read, "Counts, in the text format of Prometheus", outlivesLedger: true
            ) { _ in
                let date = now()
                // What the process counted itself is wanted most while the ledger is away.
                let gauges =
                    (try? await reader.read { store throws(DatabaseError) in try store.gauges(at: date) }) ?? [:]
                return .text(
                    metrics.text(gauges: gauges.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }),
                    contentType: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}
