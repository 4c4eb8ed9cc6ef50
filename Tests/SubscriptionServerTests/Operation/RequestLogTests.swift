// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization
import Testing

@testable import SubscriptionServer

@Suite struct RequestLogTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private struct Trouble: Error {}

    /// The lines about requests that a server of two apps got.
    private func lines(about targets: [String]) async throws -> [JSON] {
        let lines = Lines()
        let log = RequestLog(
            write: { line in lines.all.withLock { $0.append(line) } }, now: { SignedHistory.opening },
            apps: ["com.example.one", "com.example.two"])
        let backend = try await Backend()
        var router = Router()
        for route in backend.server.routes {
            router.on(route.method, route.path) { _, _ in
                guard route.path != "/v1/customers/{id}/timeline" else { throw Trouble() }
                return .empty(204)
            }
        }
        for target in targets {
            let request = HTTPRequest(method: .get, target: try #require(HTTPTarget(target)))
            do {
                _ = try await log.answering(request, by: router)
            } catch {
                log.failed(request, by: router, error)
            }
        }
        return try lines.all.withLock { $0 }.map { JSON(try JSONSerialization.jsonObject(with: Data($0.utf8))) }
    }

    @Test(arguments: [
        "/v1/customers/anna%40example.com", "/v1/customers/anna%40example.com/entitlements?app=anna%40example.com",
        "/v1/customers/anna%40example.com/timeline", "/v1/customers/anna%40example.com/wrong",
        "/v1/customers/anna%40example.com/grants/7?environment=anna%40example.com",
    ])
    func aCustomersNameIsInNoLine(target: String) async throws {
        let line = try #require(try await lines(about: [target]).first)
        let path = try #require(line["path"].string)
        #expect(path.hasPrefix("/v1/customers/{id}"))
        #expect(!"\(line.value)".contains("anna"))
    }

    @Test func aLineSaysWhichRouteWasTakenAndWhatCameOfIt() async throws {
        let lines = try await lines(about: ["/v1/events?after=7", "/v1/nothing", "/v1/customers/a/timeline"])
        #expect(lines.map { $0["path"].string } == ["/v1/events", "/v1/nothing", "/v1/customers/{id}/timeline"])
        #expect(lines.map { $0["status"].int } == [204, 404, 500])
    }

    @Test func aLineNamesTheAppOfTheQueryIfThereIsSuchAnApp() async throws {
        let lines = try await lines(about: [
            "/v1/events?app=com.example.two", "/v1/events?app=com.example.three", "/v1/events",
        ])
        #expect(lines.map { $0["app"].string } == ["com.example.two", nil, nil])
    }
}
