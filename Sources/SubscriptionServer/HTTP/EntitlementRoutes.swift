// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// The operator's map from products to entitlements.
struct EntitlementRoutes: Sendable {
    let directory: AppDirectory
    let reader: LedgerReader
    let writer: LedgerWriter
    let now: @Sendable () -> StoreInstant

    private struct View: Encodable {
        var version: Int64
        var date: StoreInstant
        var map: EntitlementMap
    }

    /// A map as it is put: whoever means none says so.
    private struct Wish: Decodable {
        var entitlements: [String: Set<String>]
        var credits: [String: EntitlementMap.Credit]?
    }

    private static let map = JSONSchema.object(
        [
            "entitlements": .dictionary(.array(.string)),
            "credits": .dictionary(.object(["currency": .string, "amount": .integer])),
        ], required: ["entitlements"])

    var routes: [Route] {
        let view = JSONSchema.object(["version": .integer, "date": .date, "map": Self.map])
        return [
            Route(
                .get, "/v1/entitlements", .read, "Shows what products are good for, now or in an older version",
                query: ["app": .string, "version": .integer], answer: view
            ) { try await show($0) },
            Route(
                .put, "/v1/entitlements", .admin, "Puts a new version of that into force", query: ["app": .string],
                body: Self.map, answer: view
            ) { try await replace($0) },
        ]
    }

    private func show(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let version = try call.number("version", in: 1...Int64.max, else: 0)
        let view = try await reader.read { store throws(DatabaseError) -> View? in
            guard let number = try store.knownApp(app),
                let found = try version == 0
                    ? store.entitlementMap(app: number) : store.entitlementMap(app: number, version: version)
            else { return nil }
            return View(version: found.version, date: found.date, map: found.map)
        }
        guard let view else {
            throw BackendFailure.notFound(
                "The app has no such map, so every product grants an entitlement of its own name",
                fix: "Put one with PUT /v1/entitlements.")
        }
        return try .encoding(view)
    }

    private func replace(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let wish = try call.body(Wish.self)
        let map = EntitlementMap(entitlements: wish.entitlements, credits: wish.credits ?? [:])
        // Beyond that a sum of many could not be counted.
        guard map.credits.values.allSatisfy({ (1...1 << 40).contains($0.amount) }) else {
            throw BackendFailure.badRequest(
                "A product is worth an impossible amount", fix: "Give amounts from 1 to \(Int64(1) << 40).")
        }
        let date = now()
        let version = try await writer.write { store throws(DatabaseError) in
            try store.put(map, app: try store.number(ofApp: app), at: date)
        }
        return try .encoding(View(version: version, date: date, map: map))
    }
}
