// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// What is told the App Store about refunds that customers ask for.
struct RefundRoutes: Sendable {
    let directory: AppDirectory
    let reader: LedgerReader
    let writer: LedgerWriter
    let settled: SettledNumbers
    let now: @Sendable () -> StoreInstant

    private struct PolicyView: Encodable {
        var version: Int64
        var date: StoreInstant
        var policy: RefundPolicy
    }

    private struct Page: Encodable {
        var requests: [RefundRequestView]
        /// Ask for those after this one next.
        var next: Int64
    }

    private struct Decision: Decodable {
        var customerConsented: Bool
        var deliveryStatus: DeliveryStatus?
        var sampleContentProvided: Bool?
        var consumptionPercentage: Int32?
        var refundPreference: RefundPreference?
    }

    private struct Consent: Codable {
        var isGiven: Bool
    }

    var routes: [Route] {
        let policy = JSONSchema.object(["version": .integer, "date": .date, "policy": RefundPolicy.schema])
        let states = RefundRequest.State.allCases.map(\.name)
        return [
            Route(
                .get, "/v1/refund-policy", .read, "Shows what the App Store is told about refunds",
                query: ["app": .string],
                answer: policy
            ) { try await showPolicy($0) },
            Route(
                .put, "/v1/refund-policy", .admin, "Puts a new version of that into force", query: ["app": .string],
                body: RefundPolicy.schema, answer: policy
            ) { try await replacePolicy($0) },
            Route(
                .get, "/v1/refund-requests", .read,
                "Lists refunds the App Store asked about, what it was told and what it decided, oldest first",
                query: ["after": .integer, "limit": .integer, "state": .oneOf(states)],
                answer: .object(["requests": .array(RefundRequestView.schema), "next": .integer])
            ) { try await list($0) },
            Route(
                .post, "/v1/refund-requests/{id}/decision", .write, "Decides by hand what the App Store is told",
                body: .object(
                    [
                        "customerConsented": .boolean, "deliveryStatus": .oneOf(DeliveryStatus.allNames),
                        "sampleContentProvided": .boolean, "consumptionPercentage": .integer,
                        "refundPreference": .oneOf(RefundPreference.allNames),
                    ], required: ["customerConsented"]), answer: RefundRequestView.schema
            ) { try await decide($0) },
            Route(
                .put, "/v1/customers/{id}/consumption-consent", .write,
                "Records whether a customer agrees that the App Store is told how purchases were used",
                query: AppDirectory.query, body: .object(["isGiven": .boolean]), answer: .object(["isGiven": .boolean])
            ) { try await record($0) },
        ]
    }

    private func showPolicy(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let view = try await reader.read { store throws(DatabaseError) -> PolicyView? in
            guard let number = try store.knownApp(app), let found = try store.refundPolicy(app: number) else {
                return nil
            }
            return PolicyView(version: found.version, date: found.date, policy: found.policy)
        }
        guard let view else {
            throw BackendFailure.notFound(
                "The app has no policy, so people decide about refunds", fix: "Put one with PUT /v1/refund-policy.")
        }
        return try .encoding(view)
    }

    private func replacePolicy(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let policy = try call.body(RefundPolicy.self)
        if let problem = policy.problem {
            throw BackendFailure.badRequest("The policy cannot be: \(problem)", fix: "Mend that.")
        }
        let date = now()
        let version = try await writer.write { store throws(DatabaseError) in
            try store.put(policy, app: try store.number(ofApp: app), at: date)
        }
        return try .encoding(PolicyView(version: version, date: date, policy: policy))
    }

    private func list(_ call: Call) async throws -> HTTPResponse {
        let after = try call.number("after", in: 0...Int64.max, else: 0)
        let limit = Int(try call.number("limit", in: 1...1000, else: 100))
        let name = call.request.query.first("state")
        let state = RefundRequest.State.allCases.first { $0.name == name }
        guard name == nil || state != nil else {
            let names = RefundRequest.State.allCases.map(\.name)
            throw BackendFailure.badRequest("There is no state \(name ?? "")", fix: "Take one of \(names).")
        }
        let end = try await settled.end(of: .refundRequests, after: after)
        let found = try await reader.read { store throws(DatabaseError) in
            try store.refundRequests(after: after, through: end, state: state, limit: limit)
        }
        return try .encoding(
            Page(requests: found.map(RefundRequestView.init), next: found.last?.number ?? after))
    }

    private func decide(_ call: Call) async throws -> HTTPResponse {
        let decision = try call.body(Decision.self)
        let status = decision.deliveryStatus ?? .delivered
        let part = decision.consumptionPercentage
        guard decision.customerConsented else {
            throw BackendFailure.badRequest(
                "Without the customer's consent nothing may be told", fix: "Leave the request undecided.")
        }
        guard part.map({ (0...100_000).contains($0) && ($0 == 0 || status == .delivered) }) ?? true else {
            throw BackendFailure.badRequest(
                "consumptionPercentage is beyond what is possible",
                fix: "Give 0 to 100000 thousandths of a percent, and 0 for what was not delivered.")
        }
        let answer = ConsumptionRequest(
            customerConsented: true, deliveryStatus: status,
            sampleContentProvided: decision.sampleContentProvided ?? false, consumptionPercentage: part,
            refundPreference: decision.refundPreference)
        let (id, date) = (call["id"], now())
        let view = try await writer.write { store throws(DatabaseError) -> Result<RefundRequestView, BackendFailure> in
            guard let number = Int64(id), var request = try store.refundRequest(number) else {
                return .failure(.notFound("There is no request \(id)", fix: "Take an id from GET /v1/refund-requests."))
            }
            // Who was not answered sends it again, and the App Store may have heard it meanwhile.
            if request.state == .answered, request.decidedBy == "hand", request.answer == answer {
                return .success(RefundRequestView(request))
            }
            guard request.state != .answered, request.outcome == nil, date < request.deadline else {
                return .failure(
                    .conflict(
                        "tooLate", "The request is \(request.outcome?.rawValue ?? request.state.name)",
                        fix: "Decide about requests that wait; the App Store takes an answer for 12 hours."))
            }
            guard part == nil || request.transaction?.type != .autoRenewableSubscription else {
                return .failure(
                    .badRequest(
                        "The App Store knows itself how much of a subscription's period is over",
                        fix: "Leave consumptionPercentage out."))
            }
            request.answer = answer
            request.decidedBy = "hand"
            request.state = .waiting
            request.problem = nil
            request.next = date
            try store.put(request)
            return .success(RefundRequestView(request))
        }.get()
        return try .encoding(view)
    }

    private func record(_ call: Call) async throws -> HTTPResponse {
        let app = try directory.app(call)
        let consent = try call.body(Consent.self)
        let (name, date) = (call["id"], now())
        let isKnown = try await writer.write { store throws(DatabaseError) in
            let number = try store.number(ofApp: app)
            guard let row = try store.customer(name, app: number) else { return false }
            try store.put(refundConsent: consent.isGiven, ofCustomer: row.number, app: number, at: date)
            return true
        }
        guard isKnown else { throw BackendFailure.unknownCustomer(name) }
        return try .encoding(consent)
    }
}
