// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPRequests
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Servers are asked that end connections without an answer, answer oddly, or not at all.
    @Suite(.timeLimit(.minutes(1))) struct HTTPRequesterTests {
        private func withServer(
            answers: Int? = 1, _ text: String? = nil, _ body: (ForgetfulServer) async throws -> Void
        ) async throws {
            let server =
                try text.map { try ForgetfulServer(answers: answers, answer: $0, endsWithAnswer: true) }
                ?? ForgetfulServer(answers: answers)
            defer { server.stop() }
            try await body(server)
        }

        private func post(_ body: String, to url: URL) -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            return request
        }

        private func expect(_ code: URLError.Code, _ body: () async throws -> Void) async {
            await #expect {
                try await body()
            } throws: { error in
                (error as? URLError)?.code == code && !error.localizedDescription.contains("NSURLErrorDomain")
            }
        }

        @Test func `Each request with a body arrives whole, on a connection of its own`() async throws {
            try await withServer { server in
                for body in ["one", "two", "three"] {
                    let answer = try await HTTPRequester.answer(to: post(body, to: server.url("calls")))
                    #expect(answer.response.statusCode == 200)
                    #expect(answer.data == Data("done".utf8))
                }
                #expect(server.requests.map(\.body) == ["one", "two", "three"])
                #expect(server.requests.map(\.connection) == [0, 1, 2])
            }
        }

        @Test func `A request with a body does not go where one without left a connection open`() async throws {
            try await withServer(answers: 2) { server in
                for _ in 0..<2 { _ = try await HTTPRequester.answer(to: URLRequest(url: server.url("products"))) }
                _ = try await HTTPRequester.answer(to: post("one", to: server.url("calls")))
                #expect(server.requests.map(\.connection) == [0, 0, 1])
            }
        }

        @Test func `A request with a body that is lost fails at once, and is not sent again`() async throws {
            try await withServer(answers: 0) { server in
                await expect(.networkConnectionLost) {
                    _ = try await HTTPRequester.answer(to: post("one", to: server.url("calls")))
                }
                #expect(server.requests.count == 1)
            }
        }

        @Test func `A question that is lost on a used connection is asked again on a new one`() async throws {
            try await withServer { server in
                for _ in 0..<2 { _ = try await HTTPRequester.answer(to: URLRequest(url: server.url("products"))) }
                #expect(server.requests.map(\.connection) == [0, 0, 1])
            }
        }

        @Test(arguments: [true, false])
        func `Whoever is cancelled goes away at once`(hasBody: Bool) async throws {
            try await withServer(answers: nil) { server in
                let url = try server.url("calls")
                let request = hasBody ? post("one", to: url) : URLRequest(url: url)
                let caller = Task { try await HTTPRequester.answer(to: request) }
                caller.cancel()
                await #expect(throws: CancellationError.self) { _ = try await caller.value }
            }
        }

        @Test func `Many are answered side by side, and one that is cancelled holds up none`() async throws {
            try await withServer(answers: nil) { silent in
                let waiting = Task { [request = try URLRequest(url: silent.url("calls"))] in
                    try await HTTPRequester.answer(to: request)
                }
                try await withServer { server in
                    try await withThrowingTaskGroup(of: Int.self) { group in
                        for number in 0..<50 {
                            let request = try post("\(number)", to: server.url("calls"))
                            group.addTask { try await HTTPRequester.answer(to: request).response.statusCode }
                        }
                        for try await status in group { #expect(status == 200) }
                    }
                    #expect(Set(server.requests.map(\.body)) == Set((0..<50).map(String.init)))
                }
                waiting.cancel()
                await #expect(throws: CancellationError.self) { _ = try await waiting.value }
            }
        }

        @Test func `Nobody there is an error at once`() async throws {
            let server = try ForgetfulServer(answers: 1)
            let url = try server.url("calls")
            server.stop()
            await expect(.cannotConnectToHost) {
                _ = try await HTTPRequester.answer(to: post("one", to: url))
            }
        }

        @Test func `An answer that does not come ends with the time that the request allows`() async throws {
            try await withServer(answers: nil) { server in
                var request = try post("one", to: server.url("calls"))
                request.timeoutInterval = 0.05
                await expect(.timedOut) { _ = try await HTTPRequester.answer(to: request) }
            }
        }

        @Test(
            "What cannot be sent is not sent",
            arguments: [
                ("http://127.0.0.1/", "POST /other HTTP/1.0\r\nX-Line:", URLError.Code.badURL),
                ("file:///etc/hostname", "GET", .badURL), ("ftp://127.0.0.1/", "GET", .unsupportedURL),
            ])
        func unsent(address: String, method: String, code: URLError.Code) async throws {
            var request = URLRequest(url: try #require(URL(string: address)))
            request.httpMethod = method
            await expect(code) { _ = try await HTTPRequester.answer(to: request) }
        }

        @Test func `A head arrives as it was given, and nothing is added that means something`() async throws {
            try await withServer { server in
                var request = try post("one", to: server.url("calls?a=b%20c"))
                request.setValue("", forHTTPHeaderField: "X-Empty")
                request.setValue("Bearer a.b.c", forHTTPHeaderField: "Authorization")
                _ = try await HTTPRequester.answer(to: request)
                let head = try #require(server.requests.first?.head.components(separatedBy: "\r\n"))
                #expect(head.first == "POST /calls?a=b%20c HTTP/1.1")
                #expect(head.contains { $0 == "Authorization: Bearer a.b.c" })
                #expect(head.contains { $0 == "X-Empty:" })
                #expect(!head.contains { $0.hasPrefix("Content-Type:") || $0.hasPrefix("Expect:") })
            }
        }

        @Test(
            "Answers are read as they are told to end",
            arguments: [
                ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nye", 200, "ye"),
                ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n", 200, "yes"),
                ("HTTP/1.0 404 Not Found\r\n\r\nuntil the end", 404, "until the end"),
                ("HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n", 200, ""),
                ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204\r\n\r\n", 204, ""),
            ])
        func whole(text: String, status: Int, content: String) async throws {
            try await withServer(text) { server in
                let answer = try await HTTPRequester.answer(to: post("one", to: server.url("calls")))
                #expect(answer.response.statusCode == status)
                #expect(String(decoding: answer.data, as: UTF8.self) == content)
            }
        }

        @Test func `The answer to a HEAD has no content, and fields that came twice are one`() async throws {
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nVary: a\r\nVary: b\r\n\r\n"
            try await withServer(text) { server in
                var request = try URLRequest(url: server.url("products"))
                request.httpMethod = "HEAD"
                let answer = try await HTTPRequester.answer(to: request)
                #expect(answer.data.isEmpty)
                #expect(answer.response.value(forHTTPHeaderField: "Vary") == "a, b")
            }
        }

        @Test(arguments: [301, 302, 307, 308])
        func `A redirection takes what is told along`(status: Int) async throws {
            try await withServer { target in
                let away =
                    "HTTP/1.1 \(status) Moved\r\nLocation: \(try target.url("there"))\r\n"
                    + "Connection: close\r\nContent-Length: 5\r\n\r\nthere"
                try await withServer(away) { server in
                    let answer = try await HTTPRequester.answer(to: post("one", to: server.url("here")))
                    #expect(answer.data == Data("done".utf8))
                    #expect(try answer.response.url == target.url("there"))
                    #expect(target.requests.map(\.body) == ["one"])
                }
            }
        }

        @Test func `A redirection is not followed in circles, nor out of HTTP`() async throws {
            try await withServer(
                answers: 100, "HTTP/1.1 302 Found\r\nLocation: /again\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            ) { server in
                await expect(.httpTooManyRedirects) {
                    _ = try await HTTPRequester.answer(to: URLRequest(url: server.url("again")))
                }
            }
            try await withServer("HTTP/1.1 302 Found\r\nLocation: file:///etc/hostname\r\n\r\n") { server in
                await #expect(throws: URLError.self) {
                    _ = try await HTTPRequester.answer(to: URLRequest(url: server.url("away")))
                }
            }
        }

        @Test(
            "What breaks off or makes no sense is no answer",
            arguments: [
                ("", URLError.Code.networkConnectionLost), ("HTTP/1.1 200 OK\r\nDate", .networkConnectionLost),
                ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nyes", .networkConnectionLost),
                ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .badServerResponse),
                ("SSH-2.0\r\n\r\n", .badServerResponse), ("HTTP/1.1 999 Odd\r\n\r\n", .badServerResponse),
            ])
        func broken(text: String, code: URLError.Code) async throws {
            try await withServer(text) { server in
                await expect(code) {
                    _ = try await HTTPRequester.answer(to: post("one", to: server.url("calls")))
                }
            }
        }
    }
#endif
