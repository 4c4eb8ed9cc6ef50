// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import HTTPService

/// Routes behind the gate.
struct BackendRoutes: Sendable {
    private(set) var router = Router()
    /// Everything that is mounted, in order.
    private(set) var routes: [Route] = []
    private let gate: AccessGate
    private let guests: FormerGuests

    /// Begins without routes.
    init(gate: AccessGate, now: @escaping @Sendable () -> StoreInstant) {
        self.gate = gate
        guests = FormerGuests(gate: gate, now: now)
    }

    /// Mounts a route: what its handler throws becomes an answer that says what is wrong.
    mutating func add(_ route: Route) {
        routes.append(route)
        router.on(route.method, route.path, isBrief: route.isBrief) { [gate, guests] request, parameters in
            do {
                if let scope = route.scope {
                    if route.outlivesLedger {
                        try await guests.admit(request, to: scope)
                    } else {
                        _ = try await gate.admit(request, to: scope)
                    }
                }
                try route.refuseStrangeNames(in: request)
                return try await route.handler(Call(request: request, parameters: parameters))
            } catch {
                guard let failure = Self.failure(error) else { throw error }
                var response = try HTTPResponse.encoding(failure, status: failure.status)
                if let seconds = failure.retryAfter { response.headers.set("Retry-After", String(seconds)) }
                return response
            }
        }
    }

    /// An answer of the router, with words where it has none because no route takes the request.
    static func explained(_ response: HTTPResponse) -> HTTPResponse {
        guard response.status == 404 || response.status == 405, case .data(let data) = response.body, data.isEmpty
        else {
            return response
        }
        var told = refusal(response.status, allowed: response.headers.first("Allow"))
        if let allowed = response.headers.first("Allow") { told.headers.set("Allow", allowed) }
        return told
    }

    /// What is answered to a request that is refused before any route has it.
    static func refusal(_ status: Int) -> HTTPResponse {
        refusal(status, allowed: nil)
    }

    private static func refusal(_ status: Int, allowed: String?) -> HTTPResponse {
        guard let failure = BackendFailure(refusal: status, allowed: allowed),
            let response = try? HTTPResponse.encoding(failure, status: status)
        else { return .empty(status) }
        return response
    }

    /// Mounts a description of what is mounted, itself included.
    mutating func addDescription() {
        let path = "/openapi.json"
        let summary = "Describes everything the server answers, as OpenAPI 3.1"
        let described = routes + [Route(.get, path, nil, summary, answer: .any) { _ in .empty(200) }]
        add(Route(.get, path, nil, summary, answer: .any) { _ in try .encoding(OpenAPI(described)) })
    }

    /// What an error is to the client; `nil` for what nobody expected.
    static func failure(_ error: any Error) -> BackendFailure? {
        switch error {
        case let failure as BackendFailure: failure
        case let failure as IngestFailure: BackendFailure(failure)
        case let failure as DatabaseError: BackendFailure(failure)
        default: nil
        }
    }
}
