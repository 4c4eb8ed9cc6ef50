// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService

/// Where apps send what they bought.
struct VerifyRoutes: Sendable {
    let desk: VerifyDesk
    let directory: AppDirectory

    /// One text, or several.
    private struct Body: Decodable {
        var single: TransactionPayload?
        var batch: [TransactionPayload]?

        private enum CodingKeys: CodingKey {
            case transactions
        }

        init(from decoder: any Decoder) throws {
            batch = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
                [TransactionPayload].self, forKey: .transactions)
            if batch == nil { single = try TransactionPayload(from: decoder) }
        }
    }

    /// The answers to several texts, and to all of them together.
    private struct Batch: Encodable {
        var isValid: Bool
        var results: [VerifyAnswer]
        /// What the customer of the last valid text has access to.
        var entitlements: [Entitlement]
    }

    private static let limit = 200

    var routes: [Route] {
        let payload = JSONSchema.object(
            [
                "jwsRepresentation": .string, "transactionID": .string, "originalTransactionID": .string,
                "productID": .string,
            ], required: ["jwsRepresentation"])
        // Open: apps that are out in the world are of any version.
        return [
            Route(
                .post, "/v1/verify", .ingest,
                "Takes in a transaction, a renewal info or an app transaction, and says what it is worth now",
                query: ["app": .string], body: payload, isBodyOpen: true,
                answer: VerifyAnswer.schema
            ) { try await verify($0) },
            Route(
                .post, "/v1/verify/batch", .ingest, "The same for up to \(Self.limit) texts",
                query: ["app": .string], body: .object(["transactions": .array(payload)]), isBodyOpen: true,
                answer: .object([
                    "isValid": .boolean, "results": .array(VerifyAnswer.schema),
                    "entitlements": .array(Entitlement.schema),
                ])
            ) { try await verify($0) },
        ]
    }

    private func verify(_ call: Call) async throws -> HTTPResponse {
        let app = try call.request.query.first("app").map { _ in try directory.app(call) }
        let body = try call.body(Body.self)
        if let single = body.single { return try .encoding(await desk.verify(single, for: app)) }
        let batch = body.batch ?? []
        guard batch.count <= Self.limit else {
            throw BackendFailure.badRequest(
                "There are \(batch.count) texts", fix: "Send at most \(Self.limit) at once.")
        }
        var results: [VerifyAnswer] = []
        for payload in batch { results.append(try await desk.verify(payload, for: app)) }
        return try .encoding(
            Batch(
                isValid: results.allSatisfy(\.isValid), results: results,
                entitlements: results.last { $0.isValid }?.entitlements ?? []))
    }
}
