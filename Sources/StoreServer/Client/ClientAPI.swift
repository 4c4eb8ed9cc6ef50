// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import StoreHost
import StoreLink

/// The calls of StoreKit clients: one path each, JSON both ways.
///
/// A call that fails is answered with the ``StoreFailure`` as JSON and a status: 400 when the request is not one, 404 when
/// the device or the app is not known, 503 when the store is being stopped, 500 when the store failed, and 409 when the store
/// understood and refused.
struct ClientAPI: Sendable {
    let host: StoreHost

    func addRoutes(to router: inout Router) {
        for call in StoreCall.allCases {
            router.on(.post, call.path) { request, _ in
                if call == .wait { request.allowCancellationByShutdown() }
                do throws(StoreFailure) {
                    return .json(try await call.answer(request.body, from: host))
                } catch {
                    return try Self.answer(error)
                }
            }
        }
    }

    static func answer(_ failure: StoreFailure) throws -> HTTPResponse {
        guard failure.code != .cancelled else {
            // The client did not cancel: to it the store has gone, and may come back.
            let stopped = StoreFailure(
                .network, "The store is being stopped", fix: "Start it again; the client then goes on by itself.")
            return .json(try JSONEncoder().encode(stopped), status: 503)
        }
        return .json(try JSONEncoder().encode(failure), status: status(of: failure.code))
    }

    private static func status(of code: StoreFailure.Code) -> Int {
        switch code {
        case .badRequest, .appNotNamed: 400
        case .unknownDevice, .unknownApp: 404
        case .unknown: 500
        default: 409
        }
    }
}
