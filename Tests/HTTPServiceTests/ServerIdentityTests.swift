// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import SignedData
import Testing

/// A server that gets another certificate while it runs.
@Suite(.timeLimit(.minutes(1))) struct ServerIdentityTests {
    private struct Party {
        let certificate: Data
        let identity: TLSIdentity

        init() throws {
            let authority = try CertificateAuthority.make(now: Date())
            certificate = authority.leaf.derRepresentation
            identity = TLSIdentity(
                certificates: authority.leaf.pemRepresentation, key: authority.leafKey.pemRepresentation)
        }
    }

    private func withServer(_ identity: TLSIdentity?, test: (HTTPServer) async throws -> Void) async throws {
        let server = HTTPServer(identity: identity, handler: echo)
        try server.start()
        do {
            try await test(server)
        } catch {
            await server.shutdown(gracePeriod: .zero)
            throw error
        }
        await server.shutdown(gracePeriod: .zero)
    }

    private func certificate(of server: HTTPServer) async throws -> Data {
        try await RawClient(port: server.port).certificate()
    }

    @Test func connectionsMadeAfterARenewalGetTheNewCertificate() async throws {
        let (first, second, third) = (try Party(), try Party(), try Party())
        try await withServer(first.identity) { server in
            let port = server.port
            #expect(try await certificate(of: server) == first.certificate)
            try server.renew(second.identity)
            #expect(try await certificate(of: server) == second.certificate)
            try server.renew(third.identity)
            #expect(try await certificate(of: server) == third.certificate)
            #expect(server.port == port)
        }
    }

    @Test func whatCannotBeUsedChangesNothing() async throws {
        let (first, second) = (try Party(), try Party())
        let mixed = TLSIdentity(certificates: first.identity.certificates, key: second.identity.key)
        try await withServer(first.identity) { server in
            for useless in [mixed, TLSIdentity(certificates: "", key: ""), TLSIdentity(certificates: "x", key: "y")] {
                let error = #expect(throws: HTTPServerError.self) { try server.renew(useless) }
                #expect(error?.code == .identityUnusable)
                #expect(try await certificate(of: server) == first.certificate)
            }
            try server.renew(second.identity)
            #expect(try await certificate(of: server) == second.certificate)
        }
    }

    @Test func aConnectionOutlivesTheCertificateItWasMadeUnder() async throws {
        let (first, second) = (try Party(), try Party())
        try await withServer(first.identity) { server in
            let client = try RawClient(port: server.port)
            _ = try await client.certificate()
            let clock = TickingClock()
            let former = try server.renew(second.identity, clock: clock)
            // Each time it is looked for connections, there is one.
            for _ in 0..<3 { await clock.tick() }
            client.close()
            clock.run()
            await former.value
            #expect(try await certificate(of: server) == second.certificate)
        }
    }

    @Test func aShutdownClosesWhatIsLeftOfBefore() async throws {
        let (first, second) = (try Party(), try Party())
        let server = HTTPServer(identity: first.identity, handler: echo)
        try server.start()
        let client = try RawClient(port: server.port)
        _ = try await client.certificate()
        let former = try server.renew(second.identity, clock: StoppedClock())
        await server.shutdown(clock: StoppedClock())
        _ = try await client.readToEnd()
        await former.value
        #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
    }

    @Test func onlyARunningServerWithTLSCanBeRenewed() async throws {
        let party = try Party()
        let server = HTTPServer(identity: party.identity, handler: echo)
        #expect(throws: HTTPServerError.self) { try server.renew(party.identity) }
        try server.start()
        await server.shutdown(gracePeriod: .zero)
        #expect(throws: HTTPServerError.self) { try server.renew(party.identity) }
        try await withServer(nil) { server in
            let error = #expect(throws: HTTPServerError.self) { try server.renew(party.identity) }
            #expect(error?.code == .notRunning)
        }
    }
}
