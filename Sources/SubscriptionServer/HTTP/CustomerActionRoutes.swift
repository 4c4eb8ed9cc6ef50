// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// What can be done about customers.
struct CustomerActionRoutes: Sendable {
    let directory: AppDirectory
    let writer: LedgerWriter
    let now: @Sendable () -> StoreInstant

    /// A name, or a purchase, that is to be a customer's.
    private struct Link: Decodable {
        var userId: String?
        var appAccountToken: String?
        var appTransactionId: String?
        var originalTransactionId: String?

        var keys: [CustomerKey] {
            [
                userId.map { CustomerKey(.user, $0) }, appAccountToken.map { CustomerKey(.appAccountToken, $0) },
                appTransactionId.map { CustomerKey(.appTransaction, $0) },
            ].compactMap(\.self)
        }

        static let schema = JSONSchema.object(
            [
                "userId": .string, "appAccountToken": .string, "appTransactionId": .string,
                "originalTransactionId": .string,
            ], required: [])
    }

    private struct Merge: Decodable {
        var from: String
    }

    private struct GrantWish: Decodable {
        var entitlement: String
        var reason: String
        var expires: StoreInstant?
    }

    private struct Spend: Decodable {
        var key: String
        var currency: String
        var amount: Int64
    }

    private struct Spent: Encodable {
        var balance: Int64
        var isRepeated: Bool
    }

    var routes: [Route] {
        [
            Route(
                .post, "/v1/customers", .write, "Makes a customer that goes by your names, or finds the one that does",
                query: AppDirectory.query, body: Link.schema, answer: CustomerView.schema
            ) { try await create($0) },
            Route(
                .post, "/v1/customers/{id}/links", .write,
                "Lets a customer go by further names, or gives a purchase to that customer",
                query: AppDirectory.query, body: Link.schema, answer: CustomerView.schema
            ) { try await link($0) },
            Route(
                .post, "/v1/customers/{id}/merge", .write, "Lets a customer take over everything of another",
                query: AppDirectory.query, body: .object(["from": .string]), answer: CustomerView.schema
            ) { try await merge($0) },
            Route(
                .post, "/v1/customers/{id}/grants", .write, "Grants an entitlement by hand",
                query: AppDirectory.query, takesKey: true,
                body: .object(
                    ["entitlement": .string, "reason": .string, "expires": .date], required: ["entitlement", "reason"]),
                answer: GrantView.schema, status: 201
            ) { try await grant($0) },
            Route(
                .delete, "/v1/customers/{id}/grants/{grant}", .write, "Takes back what was granted by hand",
                query: AppDirectory.query, status: 204
            ) { try await endGrant($0) },
            Route(
                .post, "/v1/customers/{id}/spends", .write, "Takes something off a balance, once for each key",
                query: AppDirectory.query,
                body: .object(["key": .string, "currency": .string, "amount": .integer]),
                answer: .object(["balance": .integer, "isRepeated": .boolean])
            ) { try await spend($0) },
        ]
    }

    /// What a piece of work comes to.
    private typealias Outcome<Answer> = Result<Answer, BackendFailure>

    /// Does something about the customer that the path names, all or nothing.
    private func write<Answer: Sendable>(
        _ call: Call,
        _ work: @escaping @Sendable (CustomerReader, LedgerStore.CustomerRow) throws(DatabaseError) -> Outcome<Answer>
    ) async throws -> Answer {
        let app = try directory.app(call)
        let environment = try directory.environment(call, of: app)
        let name = call["id"]
        return try await writer.write { store throws(DatabaseError) -> Outcome<Answer> in
            _ = try store.number(ofApp: app)
            let reader = try CustomerReader(store, app: app, environment: environment)
            guard let row = try store.customer(name, app: reader.app) else { return .failure(.unknownCustomer(name)) }
            return try work(reader, row)
        }.get()
    }

    private func create(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let environment = try directory.environment(call, of: app)
        let keys = try call.body(Link.self).keys
        guard !keys.isEmpty, keys.allSatisfy({ !$0.value.isEmpty }) else {
            throw BackendFailure.badRequest("The customer has no name", fix: "Give a userId or an appAccountToken.")
        }
        let date = now()
        let view = try await writer.write { store throws(DatabaseError) -> Outcome<CustomerView> in
            let number = try store.number(ofApp: app)
            let reader = try CustomerReader(store, app: app, environment: environment)
            var customer: Int64?
            for key in keys where customer == nil { customer = try store.customer(app: number, with: key) }
            // Before anybody is made whom nobody could name.
            if let failure = try store.refusal(ofNaming: keys, customer: customer, app: number) {
                return .failure(failure)
            }
            let chosen = if let customer { customer } else { try store.makeCustomer(app: number, at: date) }
            if let failure = try store.link(keys, to: chosen, app: number, at: date) { return .failure(failure) }
            guard let row = try store.customer("c\(chosen)", app: number) else {
                return .failure(.unknownCustomer("c\(chosen)"))
            }
            return .success(try reader.view(of: row, now: date))
        }.get()
        return try .encoding(view)
    }

    private func link(_ call: Call) async throws -> HTTPResponse {
        let wish = try call.body(Link.self)
        let keys = wish.keys
        let original = wish.originalTransactionId
        guard !(keys.isEmpty && original == nil), keys.allSatisfy({ !$0.value.isEmpty }) else {
            throw BackendFailure.badRequest(
                "There is nothing to link",
                fix: "Give a userId, an appAccountToken, an appTransactionId or an originalTransactionId.")
        }
        let date = now()
        let view = try await write(call) { reader, row throws(DatabaseError) -> Outcome<CustomerView> in
            if let failure = try reader.store.link(keys, to: row.number, app: reader.app, at: date) {
                return .failure(failure)
            }
            if let original {
                let id = PurchaseLine.ID(environment: reader.environment, originalTransactionID: original)
                guard try reader.store.giveByHand(id, to: row.number, app: reader.app, at: date) else {
                    return .failure(
                        .notFound(
                            "There is no original transaction \(original) in \(reader.environment)",
                            fix: "Send the transaction to POST /v1/verify first."))
                }
            }
            return .success(try reader.view(of: row, now: date))
        }
        return try .encoding(view)
    }

    private func merge(_ call: Call) async throws -> HTTPResponse {
        let from = try call.body(Merge.self).from
        let date = now()
        let view = try await write(call) { reader, row throws(DatabaseError) -> Outcome<CustomerView> in
            guard let former = try reader.store.customer(from, app: reader.app) else {
                return .failure(.unknownCustomer(from))
            }
            if former.number != row.number {
                try reader.store.merge(former.number, into: row.number, at: date)
            }
            return .success(try reader.view(of: row, now: date))
        }
        return try .encoding(view)
    }

    private func grant(_ call: Call) async throws -> HTTPResponse {
        let wish = try call.body(GrantWish.self)
        let (date, key) = (now(), try call.idempotencyKey())
        let view = try await write(call) { reader, row throws(DatabaseError) -> Outcome<GrantView> in
            if let key,
                let made = try reader.store.grant(ofCustomer: row.number, environment: reader.environment, key: key)
            {
                let isSame =
                    made.entitlement == wish.entitlement && made.reason == wish.reason && made.expires == wish.expires
                return isSame ? .success(GrantView(made)) : .failure(.keyUsed(forAnother: "grant"))
            }
            let isOver = wish.expires.map { $0 <= date } ?? false
            guard !wish.entitlement.isEmpty, !isOver else {
                return .failure(
                    .badRequest(
                        "The grant is of nothing, or over before it begins",
                        fix: "Give an entitlement, and expires in the future."))
            }
            let grant = Grant(
                number: 0, entitlement: wish.entitlement, reason: wish.reason, environment: reader.environment,
                granted: date, expires: wish.expires, ended: nil)
            return .success(GrantView(try reader.store.add(grant, toCustomer: row.number, key: key)))
        }
        return try .encoding(view, status: 201)
    }

    private func endGrant(_ call: Call) async throws -> HTTPResponse {
        let date = now()
        let number = Int64(call["grant"]) ?? 0
        let done: Bool = try await write(call) { reader, row throws(DatabaseError) -> Outcome<Bool> in
            .success(try reader.store.endGrant(number, ofCustomer: row.number, at: date))
        }
        guard done else {
            throw BackendFailure.notFound(
                "The customer has no grant \(call["grant"])", fix: "Take an id from GET /v1/customers/{id}.")
        }
        return .empty(204)
    }

    private func spend(_ call: Call) async throws -> HTTPResponse {
        let wish = try call.body(Spend.self)
        guard !wish.key.isEmpty, wish.amount > 0, wish.amount < 1 << 53 else {
            throw BackendFailure.badRequest(
                "A spend has a key and an amount above 0",
                fix: "Make up a key for each spend, and use it when trying again.")
        }
        let date = now()
        let spent = try await write(call) { reader, row throws(DatabaseError) -> Outcome<Spent> in
            let spending = try reader.store.spend(
                wish.amount, of: wish.currency, key: wish.key, customer: row.number, app: reader.app,
                environment: reader.environment, at: date)
            switch spending {
            case .spent(let balance): return .success(Spent(balance: balance, isRepeated: false))
            case .repeated(let balance): return .success(Spent(balance: balance, isRepeated: true))
            case .refused(let balance):
                return .failure(
                    .conflict(
                        "insufficientBalance", "There are \(balance) \(wish.currency), and \(wish.amount) are wanted",
                        fix: "Spend less, or sell some first."))
            case .otherSpendOfThatKey: return .failure(.keyUsed(forAnother: "spend"))
            }
        }
        return try .encoding(spent)
    }
}
