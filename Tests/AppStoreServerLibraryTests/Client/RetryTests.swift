// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Synchronization
import Testing

@testable import AppStoreServerLibrary

@Suite struct RetryTests {
    /// Keeps the pauses that were asked for instead of making them.
    final class Pauses: Sendable {
        private let state = Mutex<[Duration]>([])
        var all: [Duration] { state.withLock { $0 } }

        func surroundings(random: Double = 1, cancelled: Bool = false) -> APISurroundings {
            APISurroundings(
                now: { Team.now },
                sleep: { duration in
                    self.state.withLock { $0.append(duration) }
                    if cancelled { throw CancellationError() }
                }, random: { random })
        }
    }

    private let pauses = Pauses()

    private func ask(
        _ answers: [APIHTTPResponse], policy: RetryPolicy = .standard, random: Double = 1, cancelled: Bool = false
    ) async throws -> (result: APIResult<TransactionInfoResponse>, requests: Int) {
        let transport = ScriptedTransport(answers)
        let client = try Team.client(
            retryPolicy: policy, transport: transport,
            surroundings: pauses.surroundings(random: random, cancelled: cancelled))
        return (await client.getTransactionInfo(transactionId: "1"), transport.requests.count)
    }

    private static let retryable: [APIError] = [
        .rateLimitExceeded, .generalInternalRetryable, .accountNotFoundRetryable, .appNotFoundRetryable,
        .originalTransactionIdNotFoundRetryable,
    ]

    @Test(arguments: retryable)
    func asksAgainAfterErrorsThatPass(_ error: APIError) async throws {
        let (result, requests) = try await ask([try .error(error), .json("{}")])
        #expect(throws: Never.self) { try result.get() }
        #expect(requests == 2)
        #expect(pauses.all == [.milliseconds(500)])
    }

    @Test(arguments: [502, 503, 504])
    func asksAgainAfterTroubleOnTheWay(_ status: Int) async throws {
        #expect(try await ask([APIHTTPResponse(status: status), .json("{}")]).requests == 2)
    }

    @Test func asksOnceAfterAnythingElse() async throws {
        let errors = (Int64(4_000_000)..<5_010_000).compactMap(APIError.init(rawValue:))
            .filter { !Self.retryable.contains($0) }
        #expect(errors.count > 80)
        for error in errors {
            let (result, requests) = try await ask([try .error(error)])
            #expect(try failure(of: result).0.error == error)
            #expect(requests == 1)
        }
        for status in [301, 400, 401, 403, 404, 409, 500, 501] {
            #expect(try await ask([APIHTTPResponse(status: status)]).requests == 1)
        }
        #expect(pauses.all.isEmpty)
    }

    @Test func aChangeThatMayHaveBeenMadeIsNotMadeTwice() async throws {
        for status in [502, 504] {
            let transport = ScriptedTransport([APIHTTPResponse(status: status)])
            let client = try Team.client(
                retryPolicy: .standard, transport: transport, surroundings: pauses.surroundings())
            #expect(try failure(of: await client.finishTransaction(transactionId: "1")).0.status == status)
        }
        #expect(pauses.all.isEmpty)
    }

    @Test func pausesGrowUpToALimitAndEnd() async throws {
        let policy = RetryPolicy(attempts: 5, firstDelay: .seconds(1), longestDelay: .seconds(5))
        let answers = try (0..<5).map { _ in try APIHTTPResponse.error(.generalInternalRetryable) }
        let (result, requests) = try await ask(answers, policy: policy)
        #expect(try failure(of: result).0.error == .generalInternalRetryable)
        #expect(requests == 5)
        #expect(pauses.all == [.seconds(1), .seconds(2), .seconds(4), .seconds(5)])
    }

    @Test func chanceShortensPauses() async throws {
        _ = try await ask([APIHTTPResponse(status: 503), .json("{}")], random: 0.5)
        #expect(pauses.all == [.milliseconds(250)])
    }

    @Test func waitsUntilTheMomentTheAppStoreNames() async throws {
        let moment = String(Int64(Team.now.timeIntervalSince1970 * 1000) + 7000)
        _ = try await ask([try .error(.rateLimitExceeded, headers: ["retry-after": moment]), .json("{}")], random: 0)
        #expect(pauses.all == [.seconds(7)])
    }

    @Test func givesUpWhenThatIsTooFarOff() async throws {
        let moment = Team.now + 3600
        let header = ["Retry-After": String(Int64(moment.timeIntervalSince1970 * 1000))]
        let (result, requests) = try await ask([try .error(.rateLimitExceeded, headers: header)])
        let (found, cause) = try failure(of: result)
        #expect(found.error == .rateLimitExceeded)
        let error = try #require(cause as? AppStoreServerAPIError)
        #expect(error.code == .rateLimited)
        #expect(error.retryAfter == moment)
        #expect(requests == 1)
        #expect(pauses.all.isEmpty)
    }

    @Test func clientsMadeLikeApplesNeverAskAgain() async throws {
        #expect(try await ask([try .error(.rateLimitExceeded)], policy: .none).requests == 1)
    }

    @Test func aCancelledPauseEndsTheCall() async throws {
        let (result, requests) = try await ask([APIHTTPResponse(status: 503)], cancelled: true)
        #expect(try failure(of: result).cause is CancellationError)
        #expect(requests == 1)
    }

    @Test func everyAttemptHasATokenOfItsOwn() async throws {
        let times = Mutex(Team.now)
        let transport = ScriptedTransport([APIHTTPResponse(status: 503), .json("{}")])
        let surroundings = APISurroundings(
            now: { times.withLock { $0 } }, sleep: { _ in times.withLock { $0 += 600 } }, random: { 1 })
        let client = try Team.client(retryPolicy: .standard, transport: transport, surroundings: surroundings)
        _ = await client.getImageList()
        #expect(Set(transport.requests.map { $0.headers["Authorization"] }).count == 2)
    }

    @Test(arguments: [
        ("1800000007000", 7.0), (" 1800000007000 ", 7), ("1799999999000", -1), ("120", 120), ("0", 0), ("soon", nil),
        ("", nil), ("-5", nil), ("nan", nil), ("inf", nil), (nil, nil),
    ])
    func readsRetryAfter(_ value: String?, _ seconds: Double?) {
        #expect(RetryAfter.date(value, now: Team.now) == seconds.map { Team.now + $0 })
    }
}
