// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService
import SignedData

/// The addresses that are told of events, and what came of telling them.
struct WebhookRoutes: Sendable {
    let directory: AppDirectory
    let reader: LedgerReader
    let writer: LedgerWriter
    let bell: EventBell
    let now: @Sendable () -> StoreInstant

    private struct Wish: Decodable {
        var url: String
        var types: [String]?
        var environment: String?
    }

    private struct View: Encodable {
        var id: String
        var app: String
        var url: String
        var types: [String]
        var environment: String?
        var isEnabled: Bool
        /// In the one answer that has it.
        var secret: String?

        init(_ webhook: Webhook, secret: String? = nil) {
            id = String(webhook.number)
            app = webhook.app
            url = webhook.url
            types = webhook.kinds.sorted()
            environment = webhook.environment
            isEnabled = webhook.isEnabled
            self.secret = secret
        }
    }

    private struct DeliveryView: Encodable {
        var id: String
        var event: Int64
        var state: String
        var attempts: Int
        var next: StoreInstant
        var problem: String?
    }

    private static let types = BusinessEvent.Kind.all.map(\.rawValue)

    var routes: [Route] {
        let view = JSONSchema.object(
            [
                "id": .string, "app": .string, "url": .string, "types": .array(.string), "environment": .string,
                "isEnabled": .boolean, "secret": .string,
            ], required: ["id", "app", "url", "types", "isEnabled"])
        let delivery = JSONSchema.object(
            [
                "id": .string, "event": .integer, "state": .oneOf(["waiting", "delivered", "dead"]),
                "attempts": .integer, "next": .date, "problem": .string,
            ], required: ["id", "event", "state", "attempts", "next"])
        return [
            Route(.get, "/v1/webhooks", .admin, "Lists webhooks", answer: .object(["webhooks": .array(view)])) { _ in
                let found = try await reader.read { store throws(DatabaseError) in try store.webhooks() }
                return try .encoding(["webhooks": found.map { View($0) }])
            },
            Route(
                .post, "/v1/webhooks", .admin, "Makes a webhook and shows its secret, this once",
                query: ["app": .string], takesKey: true,
                body: .object(
                    ["url": .string, "types": .array(.oneOf(Self.types)), "environment": .string], required: ["url"]),
                answer: view, status: 201
            ) { try await make($0) },
            Route(.delete, "/v1/webhooks/{id}", .admin, "Switches a webhook off", status: 204) { call in
                let number = Int64(call["id"]) ?? 0
                guard try await writer.write({ store throws(DatabaseError) in try store.endWebhook(number) }) else {
                    throw Self.unknown(call["id"])
                }
                return .empty(204)
            },
            Route(
                .get, "/v1/webhooks/{id}/deliveries", .read, "Lists deliveries in one state, newest first",
                query: ["state": .oneOf(["waiting", "delivered", "dead"]), "limit": .integer],
                answer: .object(["deliveries": .array(delivery)])
            ) { try await deliveries($0) },
            Route(
                .post, "/v1/webhooks/{id}/replay", .write, "Tries everything again that was given up",
                answer: .object(["replayed": .integer])
            ) { try await replay($0, delivery: nil) },
            Route(
                .post, "/v1/webhooks/{id}/deliveries/{delivery}/replay", .write, "Tries one delivery again",
                answer: .object(["replayed": .integer])
            ) { try await replay($0, delivery: Int64($0["delivery"]) ?? 0) },
        ]
    }

    private func make(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let wish = try call.body(Wish.self)
        guard let url = URL(string: wish.url), url.scheme == "http" || url.scheme == "https",
            url.host()?.isEmpty == false
        else {
            throw BackendFailure.badRequest(
                "\(wish.url) is no address", fix: "Give one such as https://example.com/events.")
        }
        // Of what cannot happen nobody would ever hear, and wonder why.
        let names = Set(wish.types ?? [])
        if let strange = names.subtracting(Self.types).min() {
            throw BackendFailure.badRequest("There is no type \(strange)", fix: "Take some of \(Self.types).")
        }
        let environments = directory.environments[app]?.map(\.rawValue).sorted() ?? []
        if let name = wish.environment, !environments.contains(name) {
            throw BackendFailure.badRequest(
                "There is no environment \(name) of \(app)", fix: "Take one of \(environments), or none for all.")
        }
        // Secrets come from the system, whatever else a test may hand in.
        let secret = "whsec_" + Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
        let wanted = Webhook(
            number: 0, app: app, url: wish.url, secret: secret, kinds: names, environment: wish.environment,
            created: now(), isEnabled: true)
        let key = try call.idempotencyKey()
        let webhook = try await writer.write { store throws(DatabaseError) -> Result<Webhook, BackendFailure> in
            if let key, let made = try store.webhook(of: app, key: key) {
                let isSame =
                    made.url == wanted.url && made.kinds == wanted.kinds && made.environment == wanted.environment
                return isSame ? .success(made) : .failure(.keyUsed(forAnother: "webhook"))
            }
            var made = wanted
            made.number = try store.add(wanted, key: key)
            return .success(made)
        }.get()
        return try .encoding(View(webhook, secret: webhook.secret), status: 201)
    }

    private func deliveries(_ call: Call) async throws -> HTTPResponse {
        let states: [String: WebhookDelivery.State] = ["waiting": .waiting, "delivered": .delivered, "dead": .dead]
        let name = call.request.query.first("state") ?? "dead"
        guard let state = states[name] else {
            throw BackendFailure.badRequest("There is no state \(name)", fix: "Take waiting, delivered or dead.")
        }
        let limit = Int(try call.number("limit", in: 1...1000, else: 100))
        let number = Int64(call["id"]) ?? 0
        let found = try await reader.read { store throws(DatabaseError) in
            try store.deliveries(to: number, state, limit: limit)
        }
        return try .encoding([
            "deliveries": found.map {
                DeliveryView(
                    id: String($0.number), event: $0.event, state: $0.state.name, attempts: $0.attempts, next: $0.next,
                    problem: $0.problem)
            }
        ])
    }

    private func replay(_ call: Call, delivery: Int64?) async throws -> HTTPResponse {
        let (number, date) = (Int64(call["id"]) ?? 0, now())
        let count = try await writer.write { store throws(DatabaseError) -> Int? in
            guard try store.isOn(webhook: number) else { return nil }
            return try store.replay(webhook: number, delivery: delivery, at: date)
        }
        guard let count else { throw Self.unknown(call["id"]) }
        guard count > 0 || delivery == nil else {
            throw BackendFailure.notFound(
                "The webhook has no such delivery that was given up", fix: "Take an id from its deliveries.")
        }
        bell.ring()
        return try .encoding(["replayed": count])
    }

    private static func unknown(_ id: String) -> BackendFailure {
        .notFound("There is no webhook \(id) that is on", fix: "Take an id from GET /v1/webhooks.")
    }
}
