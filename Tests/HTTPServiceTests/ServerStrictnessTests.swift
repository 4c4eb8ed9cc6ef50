// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@Suite struct ServerStrictnessTests {
    private static let next = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\ncontent-length: 4\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3, 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: three\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0x3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3 3\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\r\nabc",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nX: y\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: g\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n\tb\r\nY: c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n \r\nY: c\r\n\r\n",
        "GET / HTTP/1.1\r\nX: a\r\n b\r\n c\r\nHost: h\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length : 3\r\n\r\nabc",
        "GET / HTTP/1.1\r\nHost: h\r\nX Y: z\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n: z\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\u{1}b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n",
        "GET /a\u{0}b HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /a\u{7F} HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET nowhere HTTP/1.1\r\nHost: h\r\n\r\n",
        "G(T / HTTP/1.1\r\nHost: h\r\n\r\n",
    ])
    func aMessageOfDoubtfulFramingIsRefused(request: String) async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send(request)
            client.send(Self.next)
            let answer = try await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(!answer.contains("smuggled"))
        }
    }

    // The library closes without an answer where it finds no request line.
    @Test(arguments: ["\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / a HTTP/1.1\r\nHost: h\r\n\r\n"])
    func whatIsNoRequestIsNotAnswered200(request: String) async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send(request)
            client.finishSending()
            #expect(try await !client.readToEnd().contains(" 200 "))
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\nX: a \t \r\nY:\tb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=b; c=d\r\nX:\r\nY:   \r\n\r\n",
        "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /?a=1&b=%20&c HTTP/1.1\r\nHost: h\r\nAccept: text/plain, */*; q=0.1\r\n\r\n",
    ])
    func whatTheStandardToleratesIsAnswered(request: String) async throws {
        try await withServer(handler: echo) { server in
            let client = try RawClient(port: server.port)
            client.send(request + request)
            #expect(try await client.readResponse().status == 200)
            #expect(try await client.readResponse().status == 200)
        }
    }

    @Test func noLengthOfAFoldedFieldIsAccepted() async throws {
        try await withServer(handler: echo) { server in
            for length in 0..<200 {
                let client = try RawClient(port: server.port)
                let value = String(repeating: "v", count: length)
                client.send("GET / HTTP/1.1\r\nHost: h\r\nX: \(value)\r\n folded\r\n\r\n")
                #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 400 "), "length \(length)")
            }
        }
    }
}
