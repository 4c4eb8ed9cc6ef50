// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerLifetimeTests {
    private static let request = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test(arguments: [true, false], [false, true])
    func aClientThatGoesAwayCancelsItsHandler(byReset: Bool, isBrief: Bool) async throws {
        let started = Signal()
        let cancelled = Signal()
        try await withServer(isBrief: isBrief) { _ in
            started.send()
            await Signal().wait()
            if Task.isCancelled { cancelled.send() }
            return .empty(204)
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            await started.wait()
            if byReset { client.reset() } else { client.close() }
            await cancelled.wait()
        }
    }

    @Test(arguments: [false, true]) func aClientThatGoesAwayHarmsNoOther(isBrief: Bool) async throws {
        let started = Signal()
        let release = Signal()
        try await withServer(isBrief: isBrief) { request in
            if request.target.path == "/a" {
                started.send()
                await release.wait()
            }
            return echo(request)
        } test: { server in
            let leaving = try RawClient(port: server.port)
            leaving.send(Self.request)
            await started.wait()
            leaving.close()
            for number in 0..<50 {
                let client = try RawClient(port: server.port)
                client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await client.readResponse().body == "GET /\(number) ")
            }
            release.send()
        }
    }

    @Test func aClientThatOnlyFinishedSendingIsAnswered() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            client.finishSending()
            #expect(try await client.readToEnd().hasSuffix("GET /a "))
        }
    }

    @Test(arguments: [false, true]) func whatACancelledHandlerThrowsIsNotReported(isBrief: Bool) async throws {
        let started = Signal()
        let ended = Signal()
        let reports = Mutex(0)
        try await withServer(
            onError: { _, _ in reports.withLock { $0 += 1 } }, isBrief: isBrief,
            handler: { _ in
                defer { ended.send() }
                started.send()
                await Signal().wait()
                throw CancellationError()
            }
        ) { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            await started.wait()
            client.close()
            await ended.wait()
        }
        #expect(reports.withLock { $0 } == 0)
    }

    @Test(arguments: [false, true]) func aShutdownWaitsForRequestsInFlight(isBrief: Bool) async throws {
        let started = Signal()
        let release = Signal()
        let server = HTTPServer(isBrief: { _ in isBrief }) { request in
            started.send()
            await release.wait()
            return echo(request)
        }
        try server.start()
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        await started.wait()
        async let shutdown: Void = server.shutdown(clock: StoppedClock())
        // Refused connections show that the shutdown has begun.
        while let extra = try? RawClient(port: server.port) {
            extra.close()
            await Task.yield()
        }
        release.send()
        let response = try await client.readResponse()
        #expect(response.body == "GET /a ")
        #expect(response.headers["connection"] == "close")
        await shutdown
        #expect(try await client.readToEnd() == "")
    }

    @Test func aShutdownClosesIdleConnections() async throws {
        let server = HTTPServer(handler: echo)
        try server.start()
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        #expect(try await client.readResponse().status == 200)
        await server.shutdown(clock: StoppedClock())
        #expect(try await client.readToEnd() == "")
    }

    @Test(arguments: [false, true]) func aShutdownCancelsHandlersAfterTheGracePeriod(isBrief: Bool) async throws {
        let started = Signal()
        let server = HTTPServer(isBrief: { _ in isBrief }) { _ in
            started.send()
            await Signal().wait()
            return .text(Task.isCancelled ? "cancelled" : "finished")
        }
        try server.start()
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        await started.wait()
        async let shutdown: Void = server.shutdown(gracePeriod: .zero)
        #expect(try await client.readResponse().body == "cancelled")
        await shutdown
    }

    @Test(arguments: [false, true]) func aShutdownCancelsALongPollAtOnce(isBrief: Bool) async throws {
        let started = Signal()
        let server = HTTPServer(isBrief: { _ in isBrief }) { request in
            request.allowCancellationByShutdown()
            started.send()
            await Signal().wait()
            return .text(Task.isCancelled ? "cancelled" : "finished")
        }
        try server.start()
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        await started.wait()
        async let shutdown: Void = server.shutdown(clock: StoppedClock())
        #expect(try await client.readResponse().body == "cancelled")
        await shutdown
    }

    @Test(arguments: [false, true]) func aHandlerThatIgnoresCancellationDoesNotHoldUpAShutdown(isBrief: Bool)
        async throws
    {
        let started = Signal()
        let release = Signal()
        let ended = Signal()
        let server = HTTPServer(isBrief: { _ in isBrief }) { _ in
            started.send()
            // Another task does not hear of the cancellation.
            await Task { await release.wait() }.value
            ended.send()
            return .text("too late")
        }
        try server.start()
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        await started.wait()
        await server.shutdown(clock: PassedClock())
        #expect(try await !client.readToEnd().contains("too late"))
        release.send()
        await ended.wait()
    }

    @Test(arguments: [false, true]) func aShutdownWithRequestsInEveryStateReturns(isBrief: Bool) async throws {
        let arrived = Mutex(0)
        let server = HTTPServer(isBrief: { _ in isBrief }) { request in
            arrived.withLock { $0 += 1 }
            if request.target.path == "/wait" { await Signal().wait() }
            if request.target.path == "/stream" {
                return .events(AsyncStream { $0.yield(ServerSentEvent(data: "1")) })
            }
            return echo(request)
        }
        try server.start()
        var clients: [RawClient] = []
        for number in 0..<60 {
            let client = try RawClient(port: server.port)
            switch number % 6 {
            case 0: client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
            case 1: client.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n")
            case 2: client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nhalf")
            case 3: client.send("GET / HTTP/1.1\r\nHos")
            case 4: client.send(String(repeating: Self.request, count: 20))
            default: break
            }
            clients.append(client)
        }
        while arrived.withLock({ $0 }) < 100 { await Task.yield() }
        await server.shutdown(clock: PassedClock())
        for client in clients { _ = try await client.readToEnd() }
    }

    @Test(arguments: [false, true]) func nothingOfARequestIsLeftBehind(isBrief: Bool) async throws {
        final class Witness: Sendable {}
        weak var witness: Witness?
        let release = Signal()
        do {
            let kept = Witness()
            witness = kept
            let server = HTTPServer(isBrief: { _ in isBrief }) { request in
                _ = kept
                if request.target.path == "/wait" { await release.wait() }
                return request.target.path == "/stream" ? .events(AsyncStream { _ in _ = kept }) : echo(request)
            }
            try server.start()
            let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
            clients[0].send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\n")
            clients[1].send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
            clients[2].send(
                "GET /a HTTP/1.1\r\nHost: h\r\n\r\nPOST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n")
            _ = try await clients[0].readHead()
            _ = try await clients[2].readResponse()
            clients[0].close()
            await server.shutdown(gracePeriod: .zero)
            release.send()
        }
        // The last task lets go of its request shortly after it has answered.
        while witness != nil { await Task.yield() }
    }
}
