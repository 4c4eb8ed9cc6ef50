// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Synchronization
import Testing

@testable import StoreServer

@Suite struct RealtimeTests {
    static let url = "https://example.com/realtime"
    static let plain = UUID()
    static let illustrated = UUID()
    static let standIn = UUID()

    /// A developer's server that answers as it is told and remembers what it was asked.
    private final class Developer: RealtimeClient {
        private let answer: @Sendable () async throws(SendFailure) -> RealtimeAnswer
        private let state = Mutex<[(url: URL, signedPayload: String)]>([])

        init(_ answer: @escaping @Sendable () async throws(SendFailure) -> RealtimeAnswer) {
            self.answer = answer
        }

        convenience init(json: String, status: Int = 200) {
            self.init { RealtimeAnswer(status: status, body: Data(json.utf8)) }
        }

        var asked: [(url: URL, signedPayload: String)] { state.withLock { $0 } }

        func ask(_ json: Data, at url: URL) async throws(SendFailure) -> RealtimeAnswer {
            let body = try? JSONDecoder().decode(RealtimeRequestBody.self, from: json)
            state.withLock { $0.append((url, body?.signedPayload ?? "")) }
            return try await answer()
        }
    }

    private func store(
        _ developer: Developer, clock: any Clock<Duration> = StoppedClock(), policy: RetentionPolicy? = nil,
        environment: AppStoreEnvironment = .sandbox
    ) async throws -> TestStore {
        let store = try TestStore(
            environment: environment, realtime: developer, retentionPolicy: policy, realtimeClock: clock)
        let base = "/inApps/v1/messaging"
        let image = UUID()
        #expect(try await store.send(.put, "\(base)/image/\(image)", PNG.make()).status == 200)
        for id in [Self.plain, Self.illustrated, Self.standIn] {
            let picture = id == Self.illustrated ? #","image":{"imageIdentifier":"\#(image)","altText":"A"}"# : ""
            let json = #"{"header":"H","body":"B"\#(picture)}"#
            #expect(try await store.send(.put, "\(base)/message/\(id)", json: json).status == 200)
        }
        let json = #"{"messageIdentifier":"\#(Self.standIn)"}"#
        #expect(try await store.send(.put, "\(base)/default/\(Shop.monthly)/en-US", json: json).status == 200)
        #expect(
            try await store.send(.put, "\(base)/realtime/url", json: #"{"realtimeURL":"\#(Self.url)"}"#).status == 200)
        return store
    }

    private func subscribe(_ store: TestStore) throws -> (id: String, index: SubscriptionIndex) {
        let id = try store.buy(Shop.monthly)
        return (id, try #require(try store.record(id).subscription))
    }

    // MARK: - Asking

    @Test func theServerIsToldWhoIsAboutToCancelWhat() async throws {
        let developer = Developer(json: #"{"message":{"messageIdentifier":"\#(Self.illustrated)"}}"#)
        let store = try await store(developer)
        let (id, index) = try subscribe(store)
        let encounter = try #require(await store.retention.openCancellationPage(of: index))
        #expect(encounter.shown == .message(Self.illustrated))
        #expect(encounter.result == .success)
        let asked = try #require(developer.asked.first)
        #expect(asked.url.absoluteString == Self.url)
        let request: DecodedRealtimeRequestBody = try store.verifier.verify(asked.signedPayload).payload
        #expect(request.originalTransactionId == id)
        #expect(request.productId == Shop.monthly)
        #expect(request.userLocale == "en-US")
        #expect(request.appAppleId == 1_234_567_890)
        #expect(request.environment == .sandbox)
        #expect(request.requestIdentifier == encounter.requestIdentifier)
        #expect(request.signedDate == TestStore.start.date)
        #expect(store.retention.encounters == [encounter])
    }

    @Test("Locales are App Store Connect's", arguments: [("ja_JP", "ja"), ("de-DE", "de-DE"), ("xx_YY", "xx-YY")])
    func locales(locale: String, expected: String) async throws {
        let store = try await store(Developer(json: "{}"))
        let (_, index) = try subscribe(store)
        let encounter = try #require(await store.retention.openCancellationPage(of: index, locale: locale))
        #expect(encounter.locale == expected)
        #expect(encounter.shown == .nothing)
    }

    @Test func withoutAURLTheDefaultIsShown() async throws {
        let store = try await store(Developer(json: "{}"))
        let (_, index) = try subscribe(store)
        #expect(try await store.send(.delete, "/inApps/v1/messaging/realtime/url").status == 200)
        let encounter = try #require(await store.retention.openCancellationPage(of: index))
        #expect(encounter.shown == .defaultMessage(Self.standIn))
        #expect(encounter.result == nil)
    }

    @Test func anUnknownSubscriptionHasNoPage() async throws {
        let store = try await store(Developer(json: "{}"))
        let unknown = try JSONDecoder().decode(SubscriptionIndex.self, from: Data(#"{"value":7}"#.utf8))
        #expect(await store.retention.openCancellationPage(of: unknown) == nil)
    }

    // MARK: - Answers that do not count

    static let offerless = #"{"productId":"\#(Shop.yearly)","offerIdentifier":"none"}"#

    @Test(
        "The default stands in for an answer that cannot be shown",
        arguments: [
            (500, #"{"message":{"messageIdentifier":"\#(plain)"}}"#, .unsuccessfulHttpResponseCode),
            (204, "", .unsuccessfulHttpResponseCode), (200, "cats", .invalidResponse), (200, "{}", .invalidResponse),
            (200, #"{"message":{}}"#, .invalidResponse),
            (200, #"{"message":{"messageIdentifier":"\#(UUID())"}}"#, .invalidResponse),
            (
                200,
                #"{"message":{"messageIdentifier":"\#(plain)"},"alternateProduct":{"messageIdentifier":"\#(plain)","#
                    + #""productId":"\#(Shop.yearly)"}}"#, .invalidResponse
            ),
            (
                200,
                #"{"alternateProduct":{"messageIdentifier":"\#(illustrated)","productId":"\#(Shop.yearly)"}}"#,
                .invalidResponse
            ),
            (
                200, #"{"alternateProduct":{"messageIdentifier":"\#(plain)","productId":"\#(Shop.monthly)"}}"#,
                .invalidResponse
            ),
            (
                200, #"{"alternateProduct":{"messageIdentifier":"\#(plain)","productId":"\#(Shop.coins)"}}"#,
                .invalidResponse
            ),
            (200, #"{"promotionalOffer":{"messageIdentifier":"\#(plain)"}}"#, .invalidResponse),
            (
                200,
                #"{"promotionalOffer":{"messageIdentifier":"\#(plain)","promotionalOfferSignatureV2":"a.b.c"}}"#,
                .invalidResponse
            ),
            (
                200,
                #"{"advancedCommerceInfo":{"messageIdentifier":"\#(plain)","advancedCommerceData":"cat"}}"#,
                .invalidResponse
            ),
        ] as [(Int, String, SendAttemptResult)])
    func badAnswers(status: Int, json: String, result: SendAttemptResult) async throws {
        let store = try await store(Developer(json: json, status: status))
        let (_, index) = try subscribe(store)
        let encounter = try #require(await store.retention.openCancellationPage(of: index))
        #expect(encounter.shown == .defaultMessage(Self.standIn))
        #expect(encounter.result == result)
        #expect(encounter.problem != nil)
    }

    @Test func anotherPlanOfTheGroupIsOffered() async throws {
        let store = try await store(
            Developer(
                json: #"{"alternateProduct":{"messageIdentifier":"\#(Self.plain)","productId":"\#(Shop.yearly)"}}"#))
        let (_, index) = try subscribe(store)
        let encounter = try #require(await store.retention.openCancellationPage(of: index))
        #expect(
            encounter.shown
                == .alternateProduct(AlternateProduct(messageIdentifier: Self.plain, productId: Shop.yearly)))
    }

    @Test func whoIsTooSlowIsNotWaitedFor() async throws {
        let developer = Developer { () async throws(SendFailure) in
            await waitForCancellation()
            throw SendFailure(.other)
        }
        let store = try await store(developer, clock: HurriedClock())
        let (_, index) = try subscribe(store)
        let encounter = try #require(await store.retention.openCancellationPage(of: index))
        #expect(encounter.result == .timedOut)
        #expect(encounter.shown == .defaultMessage(Self.standIn))
    }

    @Test func aConnectionThatFailsIsNamed() async throws {
        let store = try await store(Developer { () async throws(SendFailure) in throw SendFailure(.tlsIssue) })
        let (_, index) = try subscribe(store)
        let encounter = try #require(await store.retention.openCancellationPage(of: index))
        #expect(encounter.result == .tlsIssue)
    }

    // MARK: - The URL

    @Test(
        "Refuses URLs",
        arguments: [
            #"{"realtimeURL":"cat"}"#, #"{"realtimeURL":"ftp://example.com/"}"#, "{}", "",
            #"{"realtimeURL":"https://example.com/\#(String(repeating: "a", count: 240))"}"#,
        ])
    func badURLs(json: String) async throws {
        let store = try TestStore()
        let answer = try await store.send(.put, "/inApps/v1/messaging/realtime/url", json: json)
        #expect(answer.status == 400)
        #expect(answer.errorCode == 4_000_215)
        #expect(try await store.server("/inApps/v1/messaging/realtime/url").errorCode == 4_040_021)
        #expect(try await store.send(.delete, "/inApps/v1/messaging/realtime/url").errorCode == 4_040_021)
    }

    @Test func productionNeedsAPassedTest() async throws {
        let store = try TestStore(environment: .production)
        let json = #"{"realtimeURL":"\#(Self.url)"}"#
        let answer = try await store.send(.put, "/inApps/v1/messaging/realtime/url", json: json)
        #expect(answer.status == 403)
        #expect(answer.errorCode == 4_030_026)
    }

    // MARK: - Performance tests

    private static func policy(_ requests: Int64, rate: Int32) -> RetentionPolicy {
        var policy = RetentionPolicy(.sandbox)
        policy.performanceTest = PerformanceTestConfig(
            maxConcurrentRequests: 3, totalRequests: requests, totalDuration: 1000, responseTimeThreshold: 700,
            successRateThreshold: rate)
        return policy
    }

    /// Waits until a test is over; each look gives way to it.
    private func result(_ id: String, of store: TestStore) async throws -> PerformanceTestResultResponse {
        while true {
            let answer = try await store.server("/inApps/v1/messaging/performanceTest/result/\(id)")
            let result: PerformanceTestResultResponse = try answer.decode()
            if result.result != .pending { return result }
            await Task.yield()
        }
    }

    private func begin(_ store: TestStore, _ id: String) async throws -> TestStore.Answer {
        try await store.send(
            .post, "/inApps/v1/messaging/performanceTest", json: #"{"originalTransactionId":"\#(id)"}"#)
    }

    @Test func aServerThatChoosesPasses() async throws {
        let developer = Developer(json: #"{"message":{"messageIdentifier":"\#(Self.plain)"}}"#)
        let store = try await store(developer, policy: Self.policy(8, rate: 100))
        let (id, _) = try subscribe(store)
        let begun: PerformanceTestResponse = try await begin(store, id).decode()
        let result = try await result(begun.requestId, of: store)
        #expect(result.result == .pass)
        #expect(result.successRate == 100)
        #expect(result.numPending == 0)
        #expect(result.target == Self.url)
        #expect(result.config == begun.config)
        #expect(result.failures?.isEmpty == true)
        #expect(developer.asked.count == 8)
        #expect(store.retention.contents.hasPassedTest)
        // What was proven counts for the app's Production too.
        let production = RetentionDesk(
            host: store.host, client: developer, policy: RetentionPolicy(.production), sandbox: store.retention)
        try production.setRealtimeURL(Self.url)
        #expect(production.contents.realtimeURL == Self.url)
    }

    @Test func productionIsServedBesideTheSandboxOfItsOwnApp() throws {
        let store = try TestStore()
        let configuration = StoreServer.Configuration(
            root: store.authority.root, credentials: [store.credentials])
        let sandbox = StoreServer(serving: [.init(host: store.host)], configuration: configuration)
        let production = StoreServer(
            serving: [.init(host: store.host)], beside: sandbox, configuration: configuration)
        #expect(production.retention.sandbox === sandbox.retention)
        #expect(sandbox.retention.sandbox == nil)
    }

    @Test func failuresAreCounted() async throws {
        let count = Mutex(0)
        let developer = Developer { () async throws(SendFailure) in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number % 2 == 0 { throw SendFailure(.prematureClose) }
            return RealtimeAnswer(status: number == 1 ? 500 : 200, body: Data("{}".utf8))
        }
        let store = try await store(developer, policy: Self.policy(4, rate: 1))
        let (id, _) = try subscribe(store)
        let begun: PerformanceTestResponse = try await begin(store, id).decode()
        let result = try await result(begun.requestId, of: store)
        #expect(result.result == .fail)
        #expect(result.failures == [.prematureClose: 2, .unsuccessfulHttpResponseCode: 1, .invalidResponse: 1])
        #expect(!store.retention.contents.hasPassedTest)
    }

    @Test func withoutAURLATestFails() async throws {
        let store = try TestStore(retentionPolicy: Self.policy(3, rate: 1))
        let id = try store.buy(Shop.monthly)
        let begun: PerformanceTestResponse = try await begin(store, id).decode()
        #expect(try await result(begun.requestId, of: store).result == .fail)
    }

    @Test func aTestEndsWithItsTotalDurationWhateverIsStillPending() async throws {
        let developer = Developer { () async throws(SendFailure) in
            await waitForCancellation()
            throw SendFailure(.other)
        }
        let store = try await store(
            developer, clock: LongSleepClock(threshold: .milliseconds(1000)), policy: Self.policy(8, rate: 1))
        let (id, _) = try subscribe(store)
        let begun: PerformanceTestResponse = try await begin(store, id).decode()
        let result = try await result(begun.requestId, of: store)
        #expect(result.result == .fail)
        #expect(result.numPending == 8)
        #expect(result.failures?.isEmpty == true)
        #expect(try await begin(store, id).status == 200)
    }

    @Test func oneTestRunsAtATime() async throws {
        let developer = Developer { () async throws(SendFailure) in
            await waitForCancellation()
            throw SendFailure(.other)
        }
        let store = try await store(developer, policy: Self.policy(1, rate: 1))
        let (id, _) = try subscribe(store)
        let begun: PerformanceTestResponse = try await begin(store, id).decode()
        #expect(try await begin(store, id).errorCode == 4_000_213)
        let result: PerformanceTestResultResponse = try await store.server(
            "/inApps/v1/messaging/performanceTest/result/\(begun.requestId)"
        ).decode()
        #expect(result.result == .pending)
        #expect(result.numPending == 1)
    }

    @Test func testsAreRefusedWithTheirReasons() async throws {
        let store = try TestStore()
        let coins = try store.buy(Shop.coins)
        let first = try store.buy(Shop.monthly)
        store.clock.advance(by: 40 * 86_400_000)
        let appTransaction = try #require(try store.expected(first).appTransactionId)
        let renewal = try #require(
            store.host.read { engine in engine.transactions.last.map { engine.identifier(of: $0.index) } })
        #expect(renewal != first)
        #expect(try await begin(store, coins).errorCode == 4_000_211)
        #expect(try await begin(store, "cat").errorCode == 4_000_006)
        #expect(try await begin(store, "999").errorCode == 4_000_006)
        #expect(try await begin(store, appTransaction).errorCode == 4_000_048)
        #expect(try await begin(store, renewal).errorCode == 4_000_187)
        #expect(
            try await store.send(.post, "/inApps/v1/messaging/performanceTest", json: "[]").errorCode == 4_000_211)
        let result = "/inApps/v1/messaging/performanceTest/result"
        #expect(try await store.server("\(result)/cat").errorCode == 4_000_212)
        #expect(try await store.server("\(result)/\(UUID())").errorCode == 4_040_018)
    }
}
