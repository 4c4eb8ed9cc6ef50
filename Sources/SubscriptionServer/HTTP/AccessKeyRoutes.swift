// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// The keys of this API.
struct AccessKeyRoutes: Sendable {
    let reader: LedgerReader
    let writer: LedgerWriter
    let gate: AccessGate
    let now: @Sendable () -> StoreInstant

    private struct Wish: Decodable {
        var name: String
        var scopes: [String]
        var expires: StoreInstant?
        var requestsPerMinute: Int?
    }

    private struct View: Encodable {
        var id: String
        var name: String
        var scopes: [String]
        var created: StoreInstant
        var expires: StoreInstant?
        var requestsPerMinute: Int?
        /// The whole key, in the one answer that has it.
        var key: String?

        init(_ record: AccessKeyRecord, key: AccessKey? = nil) {
            id = record.id
            name = record.name
            scopes = record.scopes.names.split(separator: ",").map(String.init)
            created = record.created
            expires = record.expires
            requestsPerMinute = record.requestsPerMinute
            self.key = key?.text
        }
    }

    private struct Rotation: Decodable {
        /// How long the old key goes on to open what it did.
        var overlapSeconds: Int64
    }

    var routes: [Route] {
        let scopes = JSONSchema.array(.oneOf(AccessScope.named.map(\.name)))
        let view = JSONSchema.object(
            [
                "id": .string, "name": .string, "scopes": scopes, "created": .date, "expires": .date,
                "requestsPerMinute": .integer, "key": .string,
            ], required: ["id", "name", "scopes", "created"])
        return [
            Route(
                .get, "/v1/keys", .admin, "Lists the keys, without their secrets",
                answer: .object(["keys": .array(view)])
            ) { _ in
                let records = try await reader.read { store throws(DatabaseError) in try store.accessKeys() }
                return try .encoding(["keys": records.map { View($0) }])
            },
            Route(
                .post, "/v1/keys", .admin, "Makes a key and shows it, this once",
                body: .object(
                    ["name": .string, "scopes": scopes, "expires": .date, "requestsPerMinute": .integer],
                    required: ["name", "scopes"]), answer: view, status: 201
            ) { try await make($0) },
            Route(
                .post, "/v1/keys/{id}/rotate", .admin,
                "Makes a key like another, which opens nothing any more after a while",
                body: .object(["overlapSeconds": .integer]), answer: view, status: 201
            ) { try await rotate($0) },
            Route(
                .delete, "/v1/keys/{id}", .admin,
                "Lets a key open nothing any more; the last that opens everything stays", status: 204
            ) { try await end($0) },
        ]
    }

    private func end(_ call: Call) async throws -> HTTPResponse {
        let (id, date) = (call["id"], now())
        // Looked at where it is written, while nobody else writes: of two at once the second finds one key.
        let failure = try await writer.write { store throws(DatabaseError) -> BackendFailure? in
            guard let key = try store.accessKey(id), key.isValid(at: date) else { return Self.unknown(id) }
            let isLeft = try store.hasAdministrator(besides: id, at: date)
            guard isLeft || !key.scopes.contains(.admin) else {
                return .conflict(
                    "lastAdministrator", "No other key would open everything",
                    fix: "Make another key with the scope admin first, or rotate this one.")
            }
            _ = try store.endKey(id, at: date)
            return nil
        }
        if let failure { throw failure }
        gate.forget(id)
        return .empty(204)
    }

    private func make(_ call: Call) async throws -> HTTPResponse {
        let wish = try call.body(Wish.self)
        guard let scopes = AccessScope(names: wish.scopes.joined(separator: ",")) else {
            throw BackendFailure.badRequest(
                "A key has scopes, and no others than there are",
                fix: "Take one or more of \(AccessScope.named.map(\.name)).")
        }
        guard !wish.name.isEmpty else {
            throw BackendFailure.badRequest("The key has no name", fix: "Give one that says whose it is.")
        }
        if let rate = wish.requestsPerMinute, rate <= 0 {
            throw BackendFailure.badRequest(
                "requestsPerMinute is \(rate), and the key would open nothing",
                fix: "Give 1 or more, or leave it out for any number.")
        }
        let date = now()
        if let expires = wish.expires, expires <= date {
            throw BackendFailure.badRequest(
                "The key is over before it begins",
                fix: "Give expires in the future, in milliseconds since 1970, or leave it out.")
        }
        let (key, record) = Self.make(
            name: wish.name, scopes: scopes, expires: wish.expires, requestsPerMinute: wish.requestsPerMinute, at: date)
        try await writer.write { store throws(DatabaseError) in try store.add(record) }
        return try .encoding(View(record, key: key), status: 201)
    }

    private func rotate(_ call: Call) async throws -> HTTPResponse {
        let overlap = max(0, min(try call.body(Rotation.self).overlapSeconds, 90 * 86_400))
        let (id, date) = (call["id"], now())
        let (key, fresh) = Self.make(name: "", scopes: .read, expires: nil, requestsPerMinute: nil, at: date)
        let made = try await writer.write { store throws(DatabaseError) -> AccessKeyRecord? in
            guard let old = try store.accessKey(id), old.isValid(at: date) else { return nil }
            var record = old
            record.id = fresh.id
            record.hash = fresh.hash
            record.created = date
            try store.add(record)
            _ = try store.endKey(id, at: min(old.expires ?? date + overlap * 1000, date + overlap * 1000))
            return record
        }
        guard let made else { throw Self.unknown(id) }
        gate.forget(id)
        return try .encoding(View(made, key: key), status: 201)
    }

    private static func make(
        name: String, scopes: AccessScope, expires: StoreInstant?, requestsPerMinute: Int?, at date: StoreInstant
    ) -> (AccessKey, AccessKeyRecord) {
        // Secrets come from the system, whatever else a test may hand in.
        var random = SystemRandomNumberGenerator()
        let key = AccessKey(using: &random)
        let record = AccessKeyRecord(
            key, name: name, scopes: scopes, created: date, expires: expires, requestsPerMinute: requestsPerMinute)
        return (key, record)
    }

    private static func unknown(_ id: String) -> BackendFailure {
        .notFound("There is no key \(id) that opens anything", fix: "Take an id from GET /v1/keys.")
    }
}
