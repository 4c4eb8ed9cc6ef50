// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Testing

@testable import StoreServer

@Suite struct RequestGuardTests {
    private func status(_ gate: RequestGuard, _ path: String, _ headers: HTTPHeaders) throws -> Int? {
        gate.refusal(of: HTTPRequest(method: .post, target: try #require(HTTPTarget(path)), headers: headers))?.status
    }

    @Test(
        "Web pages of other origins and other names of this machine are kept out of control and client calls",
        arguments: ["/control/v1/clock", "/client/v1/connect"])
    func browsers(path: String) throws {
        let gate = RequestGuard(controlToken: nil, isLocal: true)
        let host = "127.0.0.1:8080"
        #expect(try status(gate, path, ["Host": host]) == nil)
        #expect(try status(gate, path, ["Host": "localhost:8080"]) == nil)
        #expect(try status(gate, path, ["Host": "[::1]:8080"]) == nil)
        #expect(try status(gate, path, ["Host": host, "Origin": "http://\(host)"]) == nil)
        #expect(try status(gate, path, ["Host": host, "Origin": "https://example.com"]) == 403)
        #expect(try status(gate, path, ["Host": host, "Origin": "null"]) == 403)
        #expect(try status(gate, path, ["Host": host, "Sec-Fetch-Site": "cross-site"]) == 403)
        #expect(try status(gate, path, ["Host": host, "Sec-Fetch-Site": "same-origin"]) == nil)
        #expect(try status(gate, path, ["Host": "evil.example:8080"]) == 403)
        #expect(try status(gate, path, ["Host": "127.0.0.1.evil.example"]) == 403)
    }

    @Test("Beyond loopback StoreKit clients need the client token, and without one nobody is served")
    func clientTokens() throws {
        let token = "0123456789abcdef"
        let path = "/client/v1/connect"
        var gate = RequestGuard(controlToken: "fedcba9876543210", clientToken: token, isLocal: false)
        #expect(try status(gate, path, [:]) == 401)
        #expect(try status(gate, path, ["Authorization": "Bearer 0123456789abcdeg"]) == 401)
        #expect(try status(gate, path, ["Authorization": "Bearer fedcba9876543210"]) == 401)
        #expect(try status(gate, path, ["Authorization": "Bearer \(token)"]) == nil)
        #expect(try status(gate, path, ["Authorization": "Bearer \(token)", "Origin": "https://example.com"]) == 403)
        #expect(try status(gate, "/control/v1", ["Authorization": "Bearer \(token)"]) == 401)
        gate.clientToken = nil
        #expect(try status(gate, path, ["Authorization": "Bearer "]) == 401)
        #expect(try status(gate, path, [:]) == 401)
        gate = RequestGuard(controlToken: nil, clientToken: token, isLocal: true)
        #expect(try status(gate, path, [:]) == nil)
    }

    @Test("A control token is asked for by the control API alone")
    func tokens() throws {
        let gate = RequestGuard(controlToken: "0123456789abcdef", isLocal: true)
        #expect(try status(gate, "/control/v1", [:]) == 401)
        #expect(try status(gate, "/control/v1", ["Authorization": "Bearer 0123456789abcdeg"]) == 401)
        #expect(try status(gate, "/control/v1", ["Authorization": "Bearer 0123456789abcdef"]) == nil)
        #expect(try status(gate, "/client/v1/connect", [:]) == nil)
        #expect(try status(gate, "/inApps/v1/notifications/test", ["Origin": "https://example.com"]) == nil)
    }

    @Test(
        "Addresses of this machine are known",
        arguments: [
            ("127.0.0.1", true), ("localhost", true), ("::1", true), ("0.0.0.0", false), ("192.0.2.1", false),
            ("::", false),
        ])
    func loopback(address: String, isLoopback: Bool) {
        #expect(RequestGuard.isLoopback(address) == isLoopback)
    }
}
