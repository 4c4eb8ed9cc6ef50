// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerBriefTests {
    private static let request = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func briefRequestsAreAnsweredOnOneThread() async throws {
        let threads = Mutex(Set<Int>())
        try await withServer(isBrief: true) { request in
            _ = threads.withLock { $0.insert(pthread_self().hashValue) }
            return await Self.answer(to: request)
        } test: { server in
            let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
            for client in clients {
                client.send(String(repeating: Self.request, count: 5))
                for _ in 0..<5 { #expect(try await client.readResponse().body == "GET /a ") }
            }
        }
        #expect(threads.withLock { $0.count } == 1)
    }

    private static func answer(to request: HTTPRequest) async -> HTTPResponse { echo(request) }

    @Test func aBriefRequestThatWaitsHoldsUpNoOther() async throws {
        let started = Signal()
        let release = Signal()
        try await withServer(isBrief: true) { request in
            if request.target.path == "/wait" {
                started.send()
                await release.wait()
            }
            return echo(request)
        } test: { server in
            let waiting = try RawClient(port: server.port)
            waiting.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
            await started.wait()
            let other = try RawClient(port: server.port)
            other.send(Self.request)
            #expect(try await other.readResponse().body == "GET /a ")
            release.send()
            #expect(try await waiting.readResponse().body == "GET /wait ")
        }
    }

    @Test func whatABriefHandlerThrowsIsReported() async throws {
        struct Mistake: Error {}
        let reports = Mutex(0)
        try await withServer(onError: { _, _ in reports.withLock { $0 += 1 } }, isBrief: true) { _ in
            throw Mistake()
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            #expect(try await client.readResponse().status == 500)
        }
        #expect(reports.withLock { $0 } == 1)
    }

    @Test func onlyWhatARouteSaysIsBrief() throws {
        var router = Router()
        router.on(.get, "/brief/{id}", isBrief: true) { request, _ in echo(request) }
        router.on(.post, "/brief/{id}") { request, _ in echo(request) }
        router.on(.get, "/brief/long") { request, _ in echo(request) }
        func isBrief(_ method: HTTPMethod, _ path: String) throws -> Bool {
            router.isBrief(HTTPRequest(method: method, target: try #require(HTTPTarget(path))))
        }
        #expect(try isBrief(.get, "/brief/1"))
        #expect(try isBrief(.head, "/brief/1"))
        #expect(try !isBrief(.post, "/brief/1"))
        #expect(try !isBrief(.put, "/brief/1"))
        #expect(try !isBrief(.get, "/brief/long"))
        #expect(try !isBrief(.get, "/other"))
    }
}
