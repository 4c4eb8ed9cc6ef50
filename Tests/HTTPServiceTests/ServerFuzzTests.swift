// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

@Suite struct ServerFuzzTests {
    /// SplitMix64: the same requests in every run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let pieces = [
        "\r\n", "\n", "\r", "\0", " ", "\t", ":", ";", ",", "0", "-1", "%", "%00", "?", "&", "chunked", "HTTP/1.0",
        "HTTP/1.1",
        "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "Host: x\r\n", "Expect: 100-continue\r\n",
        "Connection: close\r\n", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "\u{FF}", "5\r\nhello\r\n", "0\r\n\r\n",
        String(repeating: "x", count: 5000),
    ]

    private static func mutation(using generator: inout Generator) -> Data {
        let valid = [
            "POST /a/b?c=d&e=%20 HTTP/1.1\r\nHost: h\r\nAccept: */*\r\nContent-Length: 5\r\n\r\nhello",
            "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nCookie: a=b\r\n\r\nGET /2 HTTP/1.1\r\nHost: h\r\n\r\n",
        ]
        var bytes = Data((valid.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let position = Int.random(in: 0..<bytes.count, using: &generator)
            let length = Int.random(in: 0...min(8, bytes.count - position), using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.removeSubrange(position..<position + length)
            case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: position)
            default: bytes = Data(bytes.prefix(position))
            }
        }
        return bytes
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theServerAnswersAfterMalformedRequests(seed: UInt64) async throws {
        var generator = Generator(state: seed)
        try await withServer(limits: HTTPLimits(maxHeaderBytes: 4096), handler: echo) { server in
            for number in 0..<200 {
                let client = try RawClient(port: server.port)
                client.send(Self.mutation(using: &generator))
                if Bool.random(using: &generator) { client.reset() } else { client.close() }
                guard number.isMultiple(of: 10) else { continue }
                let sound = try RawClient(port: server.port)
                sound.send("GET /sound HTTP/1.1\r\nHost: h\r\n\r\n")
                #expect(try await sound.readResponse().body == "GET /sound ")
            }
        }
    }
}
