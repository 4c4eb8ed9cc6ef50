// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPRequests
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// A requester asks a server that ends used connections without an answer.
    @Suite(.timeLimit(.minutes(1))) struct HTTPRequesterTests {
        private func withServer(
            answers: Int? = 1, _ body: (ForgetfulServer, HTTPRequester) async throws -> Void
        ) async throws {
            let server = try ForgetfulServer(answers: answers)
            defer { server.stop() }
            try await body(server, HTTPRequester())
        }

        private func post(_ body: String, to url: URL) -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            return request
        }

        @Test func `Each request with a body arrives whole, on a connection of its own`() async throws {
            try await withServer { server, requester in
                for body in ["one", "two", "three"] {
                    let answer = try await requester.answer(to: post(body, to: server.url("calls")))
                    #expect(answer.response.statusCode == 200)
                    #expect(answer.data == Data("done".utf8))
                }
                #expect(server.requests.map(\.body) == ["one", "two", "three"])
                #expect(server.requests.map(\.connection) == [0, 1, 2])
            }
        }

        @Test func `A request with a body does not go where one without left a connection open`() async throws {
            try await withServer { server, requester in
                _ = try await requester.answer(to: URLRequest(url: server.url("products")))
                #expect(server.requests.first?.head.contains("Connection: close") == false)
                _ = try await requester.answer(to: post("one", to: server.url("calls")))
                #expect(server.requests.map(\.connection) == [0, 1])
            }
        }

        @Test func `A request that is lost fails at once, and is not sent again`() async throws {
            try await withServer(answers: 0) { server, requester in
                await #expect(throws: URLError.self) {
                    _ = try await requester.answer(to: post("one", to: server.url("calls")))
                }
                #expect(server.requests.count == 1)
            }
        }

        @Test func `Whoever is cancelled goes away at once`() async throws {
            try await withServer(answers: nil) { server, requester in
                let request = try post("one", to: server.url("calls"))
                let caller = Task { try await requester.answer(to: request) }
                caller.cancel()
                await #expect(throws: CancellationError.self) { _ = try await caller.value }
            }
        }
    }
#endif
