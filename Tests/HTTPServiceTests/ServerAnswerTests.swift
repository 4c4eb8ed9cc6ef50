// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization
import Testing

@Suite struct ServerAnswerTests {
    @Test func aRequestReachesItsHandlerAsSent() async throws {
        let seen = Mutex<HTTPRequest?>(nil)
        try await withServer { request in
            seen.withLock { $0 = request }
            return HTTPResponse(status: 201, headers: ["X-One": "1"], body: .data(Data("made".utf8)))
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send(
                "POST /a%20b?x=1&x=2 HTTP/1.1\r\nHost: h\r\nX-Two:  two \r\nx-empty:\r\nContent-Length: 4\r\n\r\nbody")
            let response = try await client.readResponse()
            #expect(response.status == 201)
            #expect(response.headers["x-one"] == "1")
            #expect(response.headers["content-length"] == "4")
            #expect(response.headers["date"] != nil)
            #expect(response.body == "made")
        }
        let request = try #require(seen.withLock { $0 })
        #expect(request.method == .post)
        #expect(request.target.raw == "/a%20b?x=1&x=2")
        #expect(request.query["x"] == ["1", "2"])
        #expect(request.headers.first("x-two") == "two")
        #expect(request.headers.first("X-Empty") == "")
        #expect(String(decoding: request.body, as: UTF8.self) == "body")
        #expect(request.peer == "127.0.0.1")
    }

    @Test func aJSONResponseHasExactlyItsContentType() async throws {
        try await withServer { _ in
            .json(Data("{}".utf8))
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.readResponse().headers["content-type"] == "application/json")
        }
    }

    @Test func aRouterAnswersOverTheSocket() async throws {
        var router = Router()
        router.on(.get, "/items/{id}") { _, parameters in .text(parameters["id"] ?? "") }
        let server = HTTPServer(router: router)
        try server.start()
        let client = try RawClient(port: server.port)
        client.send("GET /items/a%2Fb? HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try await client.readResponse().body == "a/b")
        client.send("PUT /items/1 HTTP/1.1\r\nHost: h\r\n\r\n")
        let refused = try await client.readResponse()
        #expect(refused.status == 405)
        #expect(refused.headers["allow"] == "GET, HEAD")
        #expect(server.baseURL.absoluteString == "http://127.0.0.1:\(server.port)")
        await server.shutdown()
    }

    @Test func headHasTheHeaderFieldsOfGetOnly() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("HEAD /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n")
            let head = try await client.readResponse(toHead: true)
            #expect(head.headers["content-length"] == "\("HEAD /a ".count)")
            #expect(try await client.readResponse().body == "GET /b ")
        }
    }

    @Test func anEmptyAnswerKeepsTheConnection() async throws {
        try await withServer { _ in
            .empty(204)
        } test: { server in
            let client = try RawClient(port: server.port)
            for _ in 0..<3 {
                client.send("DELETE /a HTTP/1.1\r\nHost: h\r\n\r\n")
                let response = try await client.readResponse()
                #expect(response.status == 204)
                #expect(response.headers["content-length"] == nil)
            }
        }
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send((1...20).map { "POST /\($0) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi" }.joined())
            for number in 1...20 {
                #expect(try await client.readResponse().body == "POST /\(number) hi")
            }
        }
    }

    @Test func aRequestMayComeByteByByte() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            for byte in Data("PUT /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc".utf8) {
                client.send(Data([byte]))
            }
            #expect(try await client.readResponse().body == "PUT /slow abc")
        }
    }

    @Test func chunkedContentIsPutTogether() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
            client.send("3\r\nabc\r\n")
            client.send("A;ext=1\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n")
            #expect(try await client.readResponse().body == "POST /c abc0123456789")
        }
    }

    @Test func aClientThatAsksFirstIsToldToContinue() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await client.readHead().hasPrefix("HTTP/1.1 100"))
            client.send("ok")
            #expect(try await client.readResponse().body == "POST /e ok")
        }
    }

    @Test func anOldClientIsAnsweredAndClosed() async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send("GET /old HTTP/1.0\r\n\r\n")
            let answer = try await client.readToEnd()
            #expect(answer.contains(" 200 "))
            #expect(answer.hasSuffix("GET /old "))
        }
    }

    @Test func aLargeAnswerArrivesWhole() async throws {
        let content = String(repeating: "0123456789", count: 500_000)
        try await withServer { _ in
            .text(content)
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.readResponse().body == content)
        }
    }

    @Test func aHandlerThatThrowsIsAnswered500AndReported() async throws {
        struct Secret: Error {}
        let reported = Mutex<[String]>([])
        try await withServer(
            onError: { error, request in reported.withLock { $0.append("\(type(of: error)) \(request.target.raw)") } },
            handler: { _ in throw Secret() }
        ) { server in
            let client = try RawClient(port: server.port)
            client.send("GET /t HTTP/1.1\r\nHost: h\r\n\r\n")
            let response = try await client.readResponse()
            #expect(response.status == 500)
            #expect(response.body == "")
        }
        #expect(reported.withLock { $0 } == ["Secret /t"])
    }

    @Test(arguments: [
        HTTPResponse(status: 99), HTTPResponse(status: 1000), HTTPResponse(status: -1),
        HTTPResponse(status: 200, headers: ["X": "a\r\nSet-Cookie: forged"]),
        HTTPResponse(status: 200, headers: ["": "a"]),
    ])
    func aResponseThatHTTPDoesNotPermitIsReported(response: HTTPResponse) async throws {
        let codes = Mutex<[HTTPServerError.Code?]>([])
        try await withServer(
            onError: { error, _ in codes.withLock { $0.append((error as? HTTPServerError)?.code) } },
            handler: { _ in response }
        ) { server in
            let client = try RawClient(port: server.port)
            client.send("GET /t HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try await client.readResponse()
            #expect(answer.status == 500)
            #expect(answer.headers["set-cookie"] == nil)
        }
        #expect(codes.withLock { $0 } == [.invalidResponse])
    }
}
