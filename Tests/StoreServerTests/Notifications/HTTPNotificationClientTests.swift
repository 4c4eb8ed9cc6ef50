// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Synchronization
import Testing

@testable import StoreServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct HTTPNotificationClientTests {
    @Test("JSON arrives by POST, and the status comes back")
    func posts() async throws {
        let requests = Mutex<[HTTPRequest]>([])
        let server = HTTPServer { request in
            requests.withLock { $0.append(request) }
            return .empty(203)
        }
        try server.start()
        let url = server.baseURL.appending(path: "hook")
        let status = try await HTTPNotificationClient().post(Data(#"{"signedPayload":"x"}"#.utf8), to: url)
        await server.shutdown()
        #expect(status == 203)
        let request = try #require(requests.withLock { $0.first })
        #expect(request.method == .post)
        #expect(request.target.path == "/hook")
        #expect(request.headers.first("Content-Type") == "application/json")
        #expect(request.body == Data(#"{"signedPayload":"x"}"#.utf8))
    }

    @Test("Where nobody listens the socket is the issue")
    func refused() async throws {
        let server = HTTPServer { _ in .empty(200) }
        try server.start()
        let url = server.baseURL
        await server.shutdown()
        await #expect(throws: SendFailure(.socketIssue)) {
            _ = try await HTTPNotificationClient().post(Data(), to: url)
        }
    }

    @Test("A certificate that nobody trusts is an issue of TLS, and nothing is sent")
    func untrusted() async throws {
        let authority = try CertificateAuthority.make(now: Date())
        let requests = Mutex(0)
        let server = HTTPServer(
            identity: TLSIdentity(
                certificates: authority.leaf.pemRepresentation, key: authority.leafKey.pemRepresentation)
        ) { _ in
            requests.withLock { $0 += 1 }
            return .empty(200)
        }
        try server.start()
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/hook"))
        await #expect(throws: SendFailure(.tlsIssue)) {
            _ = try await HTTPNotificationClient().post(Data(), to: url)
        }
        await server.shutdown()
        #expect(requests.withLock(\.self) == 0)
    }

    @Test("A server that leads to itself again and again is a circle")
    func circle() async throws {
        let server = HTTPServer { _ in HTTPResponse(status: 307, headers: ["Location": "/hook"]) }
        try server.start()
        let url = server.baseURL.appending(path: "hook")
        await #expect(throws: SendFailure(.circularRedirect)) {
            _ = try await HTTPNotificationClient().post(Data(), to: url)
        }
        await server.shutdown()
    }

    @Test(
        "Each failure has the App Store's name",
        arguments: [
            (URLError.Code.timedOut, SendAttemptResult.timedOut), (.serverCertificateUntrusted, .tlsIssue),
            (.httpTooManyRedirects, .circularRedirect), (.zeroByteResource, .noResponse),
            (.cannotFindHost, .socketIssue), (.networkConnectionLost, .prematureClose),
            (.badServerResponse, .invalidResponse), (.unsupportedURL, .other),
        ])
    func names(code: URLError.Code, result: SendAttemptResult) {
        #expect(HTTPNotificationClient.result(of: code) == result)
    }
}
