// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import StoreHost
import StoreLink
import Testing

@testable import StoreServer

@Suite struct ClientAPITests {
    @Test("Every call of the link has a route")
    func routesEveryCall() throws {
        let store = try TestStore()
        let routes = store.router.routes.filter { $0.pattern.hasPrefix(StoreCall.basePath) }
        #expect(Set(routes.map(\.pattern)) == Set(StoreCall.allCases.map(\.path)))
        #expect(routes.allSatisfy { $0.method == .post })
    }

    @Test("A body that is no request is 400", arguments: StoreCall.allCases)
    func refusesBadRequests(call: StoreCall) async throws {
        let answer = try await TestStore().ask(.post, call.path, body: "{}")
        #expect(answer.status == 400)
        #expect(answer.contentType == "application/json")
        #expect(answer.code == "badRequest")
    }

    @Test("A device that did not connect is 404")
    func refusesUnknownDevices() async throws {
        let body = String(decoding: try JSONEncoder().encode(AppTransactionRequest(device: UUID())), as: UTF8.self)
        let answer = try await TestStore().ask(.post, StoreCall.appTransaction.path, body: body)
        #expect(answer.status == 404)
        #expect(answer.code == "unknownDevice")
    }

    @Test("A refused purchase is 409")
    func refusesPurchases() async throws {
        let store = try TestStore()
        let device = UUID()
        _ = try await store.host.connect(ConnectRequest(device: device))
        let request = PurchaseRequest(device: device, productID: "nothing")
        let body = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let answer = try await store.ask(.post, StoreCall.purchase.path, body: body)
        #expect(answer.status == 409)
        #expect(answer.code == "productUnavailable")
    }

    @Test("To a client whose wait is cut off by a shutdown the store has gone")
    func tellsOfShutdown() throws {
        let answer = try ClientAPI.answer(StoreFailure(.cancelled, "x", fix: "y"))
        #expect(answer.status == 503)
        guard case .data(let body) = answer.body else { throw TestStore.UnexpectedAnswer() }
        #expect(try JSONDecoder().decode(StoreFailure.self, from: body).code == .network)
    }
}
