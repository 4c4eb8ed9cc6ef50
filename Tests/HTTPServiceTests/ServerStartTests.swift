// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Testing

@Suite struct ServerStartTests {
    private func code(_ body: () throws(HTTPServerError) -> Void) -> HTTPServerError.Code? {
        do throws(HTTPServerError) {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aPortInUseIsToldApart() async throws {
        try await withServer(handler: echo) { first in
            let second = HTTPServer(port: first.port, handler: echo)
            #expect(code { () throws(HTTPServerError) in try second.start() } == .portInUse)
        }
    }

    @Test(arguments: ["192.0.2.1", "no.such.host.invalid", ""])
    func anAddressOfAnotherMachineIsToldApart(host: String) {
        let server = HTTPServer(host: host, handler: echo)
        #expect(code { () throws(HTTPServerError) in try server.start() } == .addressUnavailable)
    }

    @Test func aServerStartsOnce() async throws {
        let server = HTTPServer(handler: echo)
        try server.start()
        #expect(code { () throws(HTTPServerError) in try server.start() } == .alreadyStarted)
        await server.shutdown()
        #expect(code { () throws(HTTPServerError) in try server.start() } == .alreadyStarted)
    }

    @Test func thePortIsFreeAfterAShutdown() async throws {
        let first = HTTPServer(handler: echo)
        try first.start()
        let client = try RawClient(port: first.port)
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.readResponse().status == 200)
        await first.shutdown()
        let second = HTTPServer(port: first.port, handler: echo)
        try second.start()
        #expect(second.port == first.port)
        await second.shutdown()
    }

    @Test func aServerThatNeverStartedShutsDown() async {
        await HTTPServer(handler: echo).shutdown()
    }
}
