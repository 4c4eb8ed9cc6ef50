// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import AppStoreServerLibrary

@Suite struct PageTests {
    private func page(_ transactions: String, revision: String, more: Bool) -> APIHTTPResponse {
        .json(#"{"revision":"\#(revision)","hasMore":\#(more),"signedTransactions":[\#(transactions)]}"#)
    }

    @Test func historyIsReadToItsEndWithTheSameFilters() async throws {
        let transport = ScriptedTransport([
            page(#""a","b""#, revision: "r+1", more: true), page(#""c""#, revision: "r2", more: false),
        ])
        let client = try Team.client(transport: transport)
        var transactions: [String] = []
        for try await page in client.transactionHistory(
            anyTransactionId: "1", transactionHistoryRequest: TransactionHistoryRequest(sort: .descending))
        {
            transactions += page.signedTransactions ?? []
        }
        #expect(transactions == ["a", "b", "c"])
        #expect(
            transport.requests.map { $0.url.query(percentEncoded: true) } == [
                "sort=DESCENDING", "revision=r%2B1&sort=DESCENDING",
            ])
    }

    @Test func refundsAreReadToTheirEnd() async throws {
        let transport = ScriptedTransport([
            page("", revision: "r1", more: true), page("", revision: "r2", more: true),
            page("", revision: "r3", more: false),
        ])
        var count = 0
        for try await _ in try Team.client(transport: transport).refundHistory(anyTransactionId: "1") { count += 1 }
        #expect(count == 3)
        #expect(transport.requests.last?.url.query() == "revision=r2")
    }

    @Test func notificationsAreReadToTheirEnd() async throws {
        let transport = ScriptedTransport([
            .json(#"{"paginationToken":"p","hasMore":true}"#), .json(#"{"hasMore":false}"#),
        ])
        let client = try Team.client(transport: transport)
        var count = 0
        for try await _ in client.notificationHistory(notificationHistoryRequest: NotificationHistoryRequest()) {
            count += 1
        }
        #expect(count == 2)
        #expect(transport.requests.map { $0.url.query() } == [nil, "paginationToken=p"])
    }

    @Test func aFailureEndsTheReading() async throws {
        let transport = ScriptedTransport([
            page(#""a""#, revision: "r1", more: true), try .error(.generalInternal),
            page("", revision: "r2", more: false),
        ])
        var pages = try Team.client(transport: transport).refundHistory(anyTransactionId: "1").makeAsyncIterator()
        #expect(try await pages.next()?.signedTransactions == ["a"])
        await #expect(throws: APIFailure.self) { try await pages.next() }
        #expect(try await pages.next() == nil)
        #expect(transport.requests.count == 2)
    }

    @Test func aPageThatLeadsBackToItselfEndsTheReading() async throws {
        let transport = ScriptedTransport([
            page("", revision: "r1", more: true), page("", revision: "r1", more: true),
        ])
        var pages = try Team.client(transport: transport).refundHistory(anyTransactionId: "1").makeAsyncIterator()
        #expect(try await pages.next() != nil)
        let error = await #expect(throws: AppStoreServerAPIError.self) { try await pages.next() }
        #expect(error?.code == .paginationStuck)
    }

    @Test func aCancelledTaskAsksForNoMore() async throws {
        let transport = ScriptedTransport([page("", revision: "r1", more: false)])
        let pages = try Team.client(transport: transport).refundHistory(anyTransactionId: "1")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in pages {}
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.isEmpty)
    }
}
