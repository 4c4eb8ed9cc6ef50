// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@Suite struct ServerLimitTests {
    private static let limits = HTTPLimits(maxBodyBytes: 100, maxHeaderBytes: 4096, maxConnections: 4)

    @Test func contentAtTheLimitIsRead() async throws {
        try await withServer(limits: Self.limits, handler: echo) { server in
            let client = try RawClient(port: server.port)
            let content = String(repeating: "x", count: 100)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n\(content)")
            #expect(try await client.readResponse().body == "POST / \(content)")
            client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n\(content)\r\n0\r\n\r\n")
            #expect(try await client.readResponse().body == "POST / \(content)")
        }
    }

    @Test(arguments: ["101", "999999999999999999", "99999999999999999999999999"])
    func aLengthAboveTheLimitIsRefusedBeforeTheContentComes(length: String) async throws {
        try await withServer(limits: Self.limits, handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n")
            let answer = try await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(!answer.contains(" 100 "))
        }
    }

    @Test func chunksAboveTheLimitAreRefused() async throws {
        try await withServer(limits: Self.limits, handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<11 { client.send("A\r\n0123456789\r\n") }
            client.send("0\r\n\r\n")
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func aRefusalSaysWhatItIsToldToSay() async throws {
        let server = HTTPServer(
            limits: Self.limits, refusal: { .text("refused: \($0)", status: $0) }, handler: { echo($0) })
        try server.start()
        for (request, status) in [
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 101\r\n\r\n", 413),
            ("GET /%00 HTTP/1.1\r\nHost: h\r\n\r\n", 400), ("GET /%ff HTTP/1.1\r\nHost: h\r\n\r\n", 400),
        ] {
            do {
                let client = try RawClient(port: server.port)
                client.send(request)
                let answer = try await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("refused: \(status)"))
            } catch {
                Issue.record(error)
            }
        }
        await server.shutdown(gracePeriod: .zero)
    }

    @Test func oneRouteMayTakeMore() async throws {
        var limits = Self.limits
        limits.largeBodies = [HTTPLimits.LargeBody(.put, "/images/{id}", maxBytes: 200)]
        try await withServer(limits: limits, handler: echo) { server in
            let content = String(repeating: "x", count: 200)
            let client = try RawClient(port: server.port)
            client.send("PUT /images/1 HTTP/1.1\r\nHost: h\r\nContent-Length: 200\r\n\r\n\(content)")
            #expect(try await client.readResponse().body == "PUT /images/1 \(content)")
            client.send(
                "PUT /images/1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nC8\r\n\(content)\r\n0\r\n\r\n")
            #expect(try await client.readResponse().body == "PUT /images/1 \(content)")
            for (line, length) in [
                ("PUT /images/1", 201), ("PUT /images/", 200), ("PUT /images/1/2", 200), ("PUT /images", 200),
                ("POST /images/1", 200), ("PUT /other/1", 200),
            ] {
                let client = try RawClient(port: server.port)
                client.send("\(line) HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n")
                #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 413 "))
            }
        }
    }

    @Test func chunksWithoutAnEndAreCutOff() async throws {
        try await withServer(limits: Self.limits, handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<200 { client.send("A\r\n0123456789\r\n") }
            #expect(try await client.readToEnd() == "")
        }
    }

    @Test func aHeaderAboveTheLimitIsRefused() async throws {
        try await withServer(limits: Self.limits, handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "x", count: 4096))\r\n\r\n")
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test func aTargetAboveTheLimitIsRefused() async throws {
        try await withServer(limits: Self.limits, handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("GET /\(String(repeating: "x", count: 8192)) HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 414 "))
        }
    }

    @Test func aConnectionTooManyWaitsForAnotherToClose() async throws {
        try await withServer(limits: Self.limits) {
            .text($0.target.path)
        } test: { server in
            let clients = try (0..<4).map { _ in try RawClient(port: server.port) }
            for client in clients {
                client.send("GET /before HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await client.readResponse().body == "/before")
            }
            let extra = try RawClient(port: server.port)
            extra.send("GET /extra HTTP/1.1\r\nHost: h\r\n\r\n")
            clients[0].close()
            #expect(try await extra.readResponse().body == "/extra")
        }
    }
}
