// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService
import SignedData
import SubscriptionServer
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An address that notes what it is told, and answers as it is told to.
final class Listener: APITransport {
    struct Told: Sendable {
        let event: Int64
        let original: String?
        let headers: [String: String]
        let body: Data
    }

    private let told = Mutex<[Told]>([])
    private let answer: @Sendable (Told) -> Int

    init(_ answer: @escaping @Sendable (Told) -> Int = { _ in 200 }) { self.answer = answer }

    var all: [Told] { told.withLock { $0 } }

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        let body = request.body ?? Data()
        let json = JSON(try JSONSerialization.jsonObject(with: body))
        let told = Told(
            event: json["id"].int ?? 0, original: json["originalTransactionId"].string, headers: request.headers,
            body: body)
        self.told.withLock { $0.append(told) }
        return APIHTTPResponse(status: answer(told))
    }
}

@Suite struct WebhookTests {
    private func hook(_ backend: Backend, _ more: String = "") async throws -> (id: String, secret: String) {
        let made = try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook"\#(more)}"#)
        #expect(made.status == 201)
        return (try #require(made["id"].string), try #require(made["secret"].string))
    }

    @Test func deliveriesAreSignedAndInOrder() async throws {
        let listener = Listener()
        let backend = try await Backend(transport: listener)
        let hook = try await hook(backend)
        let history = try SignedHistory(seed: 3, signer: backend.signer)
        for notification in history.notifications { _ = try await backend.notify(notification) }
        while try await backend.server.deliverWebhooks() > 0 {}
        let feed = try await backend.ask(.get, "/v1/events?limit=1000")["events"].array
        #expect(!feed.isEmpty && Set(listener.all.map(\.event)) == Set(feed.compactMap { $0["id"].int }))
        for told in listener.all {
            let date = SignedHistory.opening.milliseconds
            let code = HMACSHA256.code(of: Data("\(date).".utf8) + told.body, key: Array(hook.secret.utf8))
            let text = code.map { String(format: "%02x", $0) }.joined()
            #expect(told.headers["OpenStoreKit-Signature"] == "t=\(date),v1=\(text)")
        }
    }

    @Test func ofOneCustomerNothingOvertakesWhatFailed() async throws {
        let isBroken = Mutex(true)
        let listener = Listener { told in told.original == "1000" && isBroken.withLock { $0 } ? 500 : 200 }
        let backend = try await Backend(transport: listener)
        _ = try await hook(backend)
        _ = try await backend.verify(try backend.sign(Sale.transaction()))
        _ = try await backend.verify(try backend.sign(Sale.transaction(id: "1001", period: 1)))
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        while try await backend.server.deliverWebhooks() > 0 {}
        // The other customer's went through; of this one's only the first was tried.
        #expect(listener.all.map(\.original).sorted { ($0 ?? "") < ($1 ?? "") } == ["1000", "7"])
        isBroken.withLock { $0 = false }
        backend.advance(to: SignedHistory.opening + 10_000)
        while try await backend.server.deliverWebhooks() > 0 {}
        let own = listener.all.filter { $0.original == "1000" }.map(\.event)
        #expect(own.count == 3 && own == own.sorted())
    }

    @Test func whatIsGivenUpCanBeReplayed() async throws {
        let isBroken = Mutex(true)
        let listener = Listener { _ in isBroken.withLock { $0 } ? 500 : 204 }
        let backend = try await Backend(transport: listener)
        let hook = try await hook(backend)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        var now = SignedHistory.opening
        while now - SignedHistory.opening <= WebhookSchedule.patience {
            _ = try await backend.server.deliverWebhooks()
            now = now + 3_600_000
            backend.advance(to: now)
        }
        #expect(try await backend.server.deliverWebhooks() == 0)
        let dead = try await backend.ask(.get, "/v1/webhooks/\(hook.id)/deliveries?state=dead")["deliveries"].array
        #expect(dead.count == 1 && dead[0]["problem"].string == "HTTP status 500")
        #expect(dead[0]["attempts"].int ?? 0 > 5)
        isBroken.withLock { $0 = false }
        let replay = try await backend.ask(.post, "/v1/webhooks/\(hook.id)/replay")
        #expect(replay["replayed"].int == 1)
        #expect(try await backend.server.deliverWebhooks() == 1)
        let delivered = try await backend.ask(.get, "/v1/webhooks/\(hook.id)/deliveries?state=delivered")
        #expect(delivered["deliveries"].array.count == 1)
    }

    @Test func whatIsSaidOfATroubleNamesNoSecretOfTheAddress() async throws {
        let address = "https://example.com/hook?token=secret"
        let nobody = ScriptedStore { _ in
            throw URLError(
                .cannotConnectToHost,
                userInfo: [
                    NSURLErrorFailingURLErrorKey: try #require(URL(string: address)),
                    NSLocalizedDescriptionKey: "Nobody is there.",
                ])
        }
        let backend = try await Backend(transport: nobody)
        let made = try await backend.ask(.post, "/v1/webhooks", #"{"url": "\#(address)"}"#)
        let id = try #require(made["id"].string)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        #expect(try await backend.server.deliverWebhooks() > 0)
        let waiting = try await backend.ask(.get, "/v1/webhooks/\(id)/deliveries?state=waiting")["deliveries"]
        let problem = try #require(waiting[0]["problem"].string)
        #expect(problem.contains("-1004") && !problem.contains("secret"))
    }

    /// An address that switches itself off while it is told, and is in trouble.
    private final class Leaving: APITransport {
        let leave = Mutex<(@Sendable () async throws -> Void)?>(nil)
        private let tries = Mutex(0)

        var count: Int { tries.withLock { $0 } }

        func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
            tries.withLock { $0 += 1 }
            try await leave.withLock { $0 }?()
            return APIHTTPResponse(status: 500)
        }
    }

    @Test func anAddressThatIsSwitchedOffWhileItIsToldIsLeftAlone() async throws {
        let leaving = Leaving()
        let backend = try await Backend(transport: leaving)
        let hook = try await hook(backend)
        leaving.leave.withLock { $0 = { _ = try await backend.ask(.delete, "/v1/webhooks/\(hook.id)") } }
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        while try await backend.server.deliverWebhooks() > 0 {}
        backend.advance(to: SignedHistory.opening + 86_400_000)
        #expect(try await backend.server.deliverWebhooks() == 0)
        leaving.leave.withLock { $0 = nil }
        let dead = try await backend.ask(.get, "/v1/webhooks/\(hook.id)/deliveries?state=dead")["deliveries"].array
        #expect(leaving.count == 1 && dead.map { $0["problem"].string } == ["switched off"])
    }

    @Test(arguments: [
        #""types": ["renewals"]"#, #""types": ["Renewal"]"#, #""types": [""]"#, #""environment": "Sandox""#,
        #""environment": "Production""#,
    ])
    func `What can never happen is not waited for`(wish: String) async throws {
        let backend = try await Backend()
        let refused = try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook", \#(wish)}"#)
        #expect(refused.status == 400)
        #expect(try await backend.ask(.get, "/v1/webhooks")["webhooks"].array.isEmpty)
    }

    @Test func anAddressHearsOnlyWhatItAskedFor() async throws {
        let listener = Listener()
        let backend = try await Backend(transport: listener)
        let hook = try await hook(backend, #", "types": ["refund"], "environment": "Sandbox""#)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        #expect(try await backend.server.deliverWebhooks() == 0)
        var refunded = Sale.coins(id: "7")
        refunded.revocationDate = SignedHistory.opening.date
        refunded.signedDate = (SignedHistory.opening + 1).date
        _ = try await backend.verify(try backend.sign(refunded))
        #expect(try await backend.server.deliverWebhooks() == 1)
        #expect(try await backend.ask(.delete, "/v1/webhooks/\(hook.id)").status == 204)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "8")))
        #expect(try await backend.server.deliverWebhooks() == 0)
    }

    @Test(arguments: [1, 2, 3, 20])
    func `Tries thin out and end after three days`(attempts: Int) throws {
        let first = SignedHistory.opening
        let next = try #require(WebhookSchedule.next(after: attempts, since: first, now: first))
        let later = try #require(WebhookSchedule.next(after: attempts + 1, since: first, now: first))
        #expect(next > first && later >= next && later <= first + WebhookSchedule.patience)
        let end = first + WebhookSchedule.patience
        #expect(WebhookSchedule.next(after: attempts, since: first, now: end) == nil)
        #expect(WebhookSchedule.next(after: attempts, since: first, now: end + -1) == end)
    }

    @Test(arguments: ["ftp://a", "nonsense", "https://"])
    func `An address that is none is refused`(url: String) async throws {
        let backend = try await Backend()
        #expect(try await backend.ask(.post, "/v1/webhooks", #"{"url": "\#(url)"}"#).status == 400)
    }
}
