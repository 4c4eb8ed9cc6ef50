// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPRequests
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// A requester asks a server that ends used connections without an answer.
    @Suite(.timeLimit(.minutes(1))) struct HTTPRequesterTests {
        enum Way: CaseIterable {
            case session, plainly
        }

        private func withServer(
            _ way: Way, answers: Int? = 1, _ body: (ForgetfulServer, HTTPRequester) async throws -> Void
        ) async throws {
            let server = try ForgetfulServer(answers: answers)
            defer { server.stop() }
            try await body(server, way == .session ? HTTPRequester() : .shared)
        }

        private func post(_ body: String, to url: URL) -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            return request
        }

        @Test(arguments: Way.allCases)
        func `Each request with a body arrives whole, on a connection of its own`(way: Way) async throws {
            try await withServer(way) { server, requester in
                for body in ["one", "two", "three"] {
                    let answer = try await requester.answer(to: post(body, to: server.url("calls")))
                    #expect(answer.response.statusCode == 200)
                    #expect(answer.data == Data("done".utf8))
                }
                #expect(server.requests.map(\.body) == ["one", "two", "three"])
                #expect(server.requests.map(\.connection) == [0, 1, 2])
            }
        }

        @Test(arguments: Way.allCases)
        func `A request with a body does not go where one without left a connection open`(way: Way) async throws {
            try await withServer(way) { server, requester in
                _ = try await requester.answer(to: URLRequest(url: server.url("products")))
                #expect(server.requests.first?.head.contains("Connection: close") == false)
                _ = try await requester.answer(to: post("one", to: server.url("calls")))
                #expect(server.requests.map(\.connection) == [0, 1])
            }
        }

        @Test(arguments: Way.allCases)
        func `A request that is lost fails at once, and is not sent again`(way: Way) async throws {
            try await withServer(way, answers: 0) { server, requester in
                await #expect(throws: URLError.self) {
                    _ = try await requester.answer(to: post("one", to: server.url("calls")))
                }
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: Way.allCases)
        func `Whoever is cancelled goes away at once`(way: Way) async throws {
            try await withServer(way, answers: nil) { server, requester in
                let request = try post("one", to: server.url("calls"))
                let caller = Task { try await requester.answer(to: request) }
                caller.cancel()
                await #expect(throws: CancellationError.self) { _ = try await caller.value }
            }
        }

        @Test func `Nobody there is an error at once`() async throws {
            let server = try ForgetfulServer(answers: 1)
            let url = try server.url("calls")
            server.stop()
            await #expect(throws: URLError(.cannotConnectToHost)) {
                _ = try await HTTPRequester.shared.answer(to: post("one", to: url))
            }
        }

        @Test func `An answer that does not come ends with the time that the request allows`() async throws {
            try await withServer(.plainly, answers: nil) { server, requester in
                var request = try post("one", to: server.url("calls"))
                request.timeoutInterval = 0.05
                await #expect(throws: URLError(.timedOut)) { _ = try await requester.answer(to: request) }
            }
        }

        @Test func `A line that would be two is not sent`() async throws {
            try await withServer(.plainly) { server, requester in
                var request = try post("one", to: server.url("calls"))
                request.httpMethod = "POST /other HTTP/1.0\r\nX-Line:"
                await #expect(throws: URLError(.badURL)) { _ = try await requester.answer(to: request) }
                #expect(server.requests.isEmpty)
            }
        }
    }
#endif
