// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization
import Testing

@Suite struct ServerDeadlineTests {
    private static let upload = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"

    /// Runs a server whose looks at its connections are the ticks of a clock.
    private func withTicks(
        handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
        test: (RawClient, TickingClock, Refusals) async throws -> Void
    ) async throws {
        let clock = TickingClock()
        let refusals = Refusals()
        let server = HTTPServer(onRefusal: refusals.note, clock: clock, handler: handler)
        try server.start()
        do {
            try await test(try RawClient(port: server.port), clock, refusals)
        } catch {
            Issue.record(error)
        }
        await server.shutdown(gracePeriod: .zero)
    }

    @Test func contentThatDripsIsRefused() async throws {
        try await withTicks(handler: echo) { (client, clock, refusals) async throws in
            client.send(Self.upload)
            #expect(try await client.readHead() == "HTTP/1.1 100 Continue")
            for _ in 0..<3 {
                client.send("x")
                await clock.tick()
            }
            let answer = try await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains("Connection: close"))
            #expect(refusals.statuses == [408])
        }
    }

    @Test func aRequestLineThatDripsIsCutOff() async throws {
        try await withTicks(handler: echo) { (client, clock, refusals) async throws in
            // The answer tells that the connection is known.
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nG")
            #expect(try await client.readResponse().status == 200)
            // The client may know the answer before the server knows that it is sent.
            let ticking = Task {
                while !Task.isCancelled {
                    await clock.tick()
                    client.send("E")
                }
            }
            #expect(try await client.readToEnd() == "")
            ticking.cancel()
            await ticking.value
            #expect(refusals.statuses == [])
        }
    }

    @Test func eachRequestHasItsOwnTime() async throws {
        try await withTicks(handler: echo) { (client, clock, refusals) async throws in
            for _ in 0..<3 {
                client.send(Self.upload)
                #expect(try await client.readHead() == "HTTP/1.1 100 Continue")
                for _ in 0..<2 { await clock.tick() }
                client.send("0123456789")
                #expect(try await client.readResponse().body == "POST / 0123456789")
            }
            #expect(refusals.statuses == [])
        }
    }

    @Test func theHandlerHasAllTheTimeItWants() async throws {
        let begun = Signal()
        let mayEnd = Signal()
        try await withTicks { _ in
            begun.send()
            await mayEnd.wait()
            return .text("late")
        } test: { (client, clock, refusals) async throws in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            await begun.wait()
            for _ in 0..<10 { await clock.tick() }
            mayEnd.send()
            #expect(try await client.readResponse().body == "late")
            #expect(refusals.statuses == [])
        }
    }

    @Test func refusalsAreTold() async throws {
        try await withTicks(handler: echo) { (client, _, refusals) async throws in
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\n\r\n")
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 413 "))
            #expect(refusals.statuses == [413])
        }
    }
}

/// The statuses of requests that no handler saw.
private final class Refusals: Sendable {
    private let state = Mutex<[Int]>([])

    var statuses: [Int] { state.withLock { $0 } }

    func note(_ status: Int) {
        state.withLock { $0.append(status) }
    }
}
