// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerStreamTests {
    private static let request = "GET /events HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func eventsArriveAsTheyCome() async throws {
        let (events, source) = AsyncStream<ServerSentEvent>.makeStream()
        try await withServer { _ in
            .events(events)
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            let head = try await client.readHead().lowercased()
            #expect(head.contains("content-type: text/event-stream"))
            #expect(head.contains("transfer-encoding: chunked"))
            source.yield(ServerSentEvent(data: "one", id: "1"))
            #expect(try await client.readChunk() == "id: 1\ndata: one\n\n")
            source.yield(.comment("alive"))
            #expect(try await client.readChunk() == ": alive\n\n")
            source.finish()
            #expect(try await client.readChunk() == nil)
            client.send(Self.request)
            #expect(try await client.readHead().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(arguments: [true, false])
    func aClientThatGoesAwayEndsItsStream(byReset: Bool) async throws {
        let (events, source) = AsyncStream<ServerSentEvent>.makeStream()
        let ended = Signal()
        source.onTermination = { _ in ended.send() }
        try await withServer { _ in
            .events(events)
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            source.yield(ServerSentEvent(data: "one"))
            _ = try await client.readHead()
            _ = try await client.readChunk()
            if byReset { client.reset() } else { client.close() }
            await ended.wait()
        }
    }

    @Test func aShutdownEndsStreamsInOrder() async throws {
        let (events, source) = AsyncStream<ServerSentEvent>.makeStream()
        let ended = Signal()
        source.onTermination = { _ in ended.send() }
        let server = HTTPServer { _ in .events(events) }
        try server.start()
        let client = try RawClient(port: server.port)
        client.send(Self.request)
        source.yield(ServerSentEvent(data: "one"))
        _ = try await client.readHead()
        #expect(try await client.readChunk() == "data: one\n\n")
        await server.shutdown(clock: StoppedClock())
        #expect(try await client.readChunk() == nil)
        #expect(try await client.readToEnd() == "")
        await ended.wait()
    }

    @Test func aSlowClientHoldsBackItsStream() async throws {
        let made = Mutex(0)
        let chunk = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        let total = 64
        try await withServer { _ in
            let stream = AsyncStream<Data> {
                made.withLock { count -> Data? in
                    guard count < total else { return nil }
                    count += 1
                    return chunk
                }
            }
            return HTTPResponse(status: 200, body: .stream(stream))
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send(Self.request)
            _ = try await client.readHead()
            // Much less than the whole fits into the buffers of two sockets.
            #expect(made.withLock { $0 } < total / 2)
            var received = 0
            while let piece = try await client.readChunk() { received += piece.utf8.count }
            #expect(received == total << 20)
        }
    }

    @Test func headGetsNoStream() async throws {
        try await withServer { _ in
            .events(AsyncStream { $0.yield(ServerSentEvent(data: "one")) })
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send("HEAD /events HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = try await client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.hasSuffix("\r\n\r\n"))
            #expect(!answer.contains("chunked"))
            #expect(!answer.contains("one"))
        }
    }

    @Test func anOldClientGetsAStreamUntilTheConnectionCloses() async throws {
        try await withServer { _ in
            .events(
                AsyncStream { source in
                    source.yield(ServerSentEvent(data: "one"))
                    source.yield(ServerSentEvent(data: "two"))
                    source.finish()
                })
        } test: { server in
            let client = try RawClient(port: server.port)
            client.send("GET /events HTTP/1.0\r\n\r\n")
            #expect(try await client.readToEnd().hasSuffix("\r\n\r\ndata: one\n\ndata: two\n\n"))
        }
    }
}
