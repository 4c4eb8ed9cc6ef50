// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Synchronization
import Testing

@testable import AppStoreServerLibrary

/// Every call against a server that keeps what arrived.
@Suite struct EndpointTests {
    @Test(arguments: Endpoint.all)
    func arrivesAsTheAppStoreExpectsIt(_ endpoint: Endpoint) async throws {
        let arrived = Mutex<HTTPRequest?>(nil)
        let answer = try endpoint.answer.map { try Fixture.model($0) }
        let server = HTTPServer { request in
            arrived.withLock { $0 = request }
            return answer.map { .json($0) } ?? .empty(endpoint.emptyStatus)
        }
        try server.start()
        let outcome = try await endpoint.call(Team.client(baseURL: server.baseURL))
        await server.shutdown(gracePeriod: .zero)

        #expect(outcome == nil)
        let request = try #require(arrived.withLock { $0 })
        #expect(request.method.rawValue == endpoint.method)
        #expect(request.target.raw == endpoint.target)
        #expect(request.headers.first("Accept") == "application/json")
        #expect(request.headers.first("User-Agent") == "OpenStoreKit")
        try checkToken(of: request)
        switch endpoint.body {
        case .none:
            #expect(request.body.isEmpty)
            #expect(request.headers.first("Content-Type") == nil)
        case .json(let text):
            #expect(String(decoding: request.body, as: UTF8.self) == text)
            #expect(request.headers.first("Content-Type") == "application/json")
        case .png(let data):
            #expect(request.body == data)
            #expect(request.headers.first("Content-Type") == "image/png")
        }
    }

    @Test func aCancelledCallGoesAwayAtOnce() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let server = HTTPServer { _ in
            arrival.yield()
            for await _ in AsyncStream<Void>.makeStream().stream {}
            return .empty(500)
        }
        try server.start()
        let client = try Team.client(baseURL: server.baseURL)
        let call = Task { await client.requestTestNotification() }
        for await _ in arrivals { break }
        call.cancel()
        #expect(try failure(of: await call.value).cause is CancellationError)
        await server.shutdown(gracePeriod: .zero)
    }

    @Test func nobodyThereIsToldAsWhatItIs() async throws {
        let server = HTTPServer { _ in .empty(200) }
        try server.start()
        let base = server.baseURL
        await server.shutdown(gracePeriod: .zero)
        let (found, cause) = try failure(of: await Team.client(baseURL: base).requestTestNotification())
        #expect(found == Failure())
        #expect((cause as? URLError)?.code == .cannotConnectToHost)
    }

    private func checkToken(of request: HTTPRequest) throws {
        let header = try #require(request.headers.first("Authorization"))
        #expect(header.hasPrefix("Bearer "))
        let compact = String(header.dropFirst("Bearer ".count))
        let registration = APIKeyRegistration(issuerID: Team.issuerID, publicKey: try Team.key().publicKey)
        let token = try APIToken.verify(compact, now: Team.now, bundleIDs: [Team.bundleID]) {
            $0 == Team.keyID ? registration : nil
        }
        #expect(token.expiresAt == Team.now + 300)
        let jws = try UnverifiedJWS(compact)
        #expect(jws.header.type == "JWT")
        let claims = try #require(try JSONSerialization.jsonObject(with: jws.payloadData) as? [String: Any])
        #expect(Set(claims.keys) == ["iss", "iat", "exp", "aud", "bid"])
        #expect(claims["iat"] as? Double == Team.now.timeIntervalSince1970)
        #expect(claims["aud"] as? String == "appstoreconnect-v1")
    }
}
