// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPRequests
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Stores that are killed at any moment; `OPENSTOREKIT_KILLS` asks for another number of kills.
@Suite struct KillTests {
    static let kills = ProcessInfo.processInfo.environment["OPENSTOREKIT_KILLS"].flatMap(Int.init) ?? 50

    /// What the store said that it did.
    private struct Promises: Sendable {
        /// Whether each purchase was paid back, by its transaction.
        var refunds: [String: Bool] = [:]
        /// How far the clock was moved, in milliseconds.
        var offset: Int64 = 0
        var count = 0
    }

    private final class Book: Sendable {
        let promises: Mutex<Promises>

        init(_ promises: Promises) {
            self.promises = Mutex(promises)
        }
    }

    @Test("A store that is killed has everything it promised, and no half of anything", arguments: [1, 2])
    func survives(seed: UInt64) async throws {
        try await withDirectory { directory in
            var random = Random(state: seed)
            var promises = Promises()
            for _ in 0..<max(1, Self.kills / 2) {
                promises = try await OpenStore.with(["--time-rate", "monthlyRenewalEveryHour"], data: directory) {
                    store in
                    try await check(promises, in: store)
                    let limit = Int.random(in: 0...6, using: &random)
                    return try await shop(in: store, promises, limit: limit, seed: random.next())
                }
            }
            try await OpenStore.with(data: directory) { try await check(promises, in: $0) }
            #expect(promises.count > Self.kills / 2)
        }
    }

    /// Two customers act at once until so many acts were answered; then the store is killed while others are under way.
    private func shop(
        in store: OpenStore, _ promises: Promises, limit: Int, seed: UInt64
    ) async throws -> Promises {
        let book = Book(promises)
        let end = promises.count + limit
        await withTaskGroup(of: Void.self) { group in
            for customer in ["anna", "ben"] {
                group.addTask {
                    var random = Random(state: seed ^ UInt64(customer.count))
                    while book.promises.withLock({ $0.count }) < end, await act(customer, in: store, book, &random) {}
                    store.tool.send(SIGKILL)
                }
            }
        }
        return book.promises.withLock { $0 }
    }

    /// Does one thing; `false` when the store did not answer.
    private func act(
        _ customer: String, in store: OpenStore, _ book: Book, _ random: inout Random
    ) async -> Bool {
        let known = book.promises.withLock { $0.refunds.keys.sorted() }
        do {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                guard let id = known.randomElement(using: &random) else { return true }
                // Whoever is refunded already is refused, which is an answer too.
                _ = try await ask(store, "transactions/\(id)/refund", "{}")
                book.promises.withLock { $0.refunds[id] = true }
            case 2:
                let answer = try await ask(store, "clock", #"{"advance":"PT5M"}"#)
                let offset = (answer["offsetMilliseconds"] as? NSNumber)?.int64Value ?? 0
                book.promises.withLock { $0.offset = max($0.offset, offset) }
            default:
                let products = ["com.example.shop.coins.100", "com.example.shop.plus.monthly"]
                let product = products.randomElement(using: &random) ?? products[0]
                let answer = try await ask(
                    store, "purchases", #"{"productId":"\#(product)","account":"\#(customer)"}"#)
                let id = try #require(answer["transactionId"] as? String)
                book.promises.withLock { $0.refunds[id] = $0.refunds[id] ?? false }
            }
        } catch is URLError {
            return false
        } catch {
            Issue.record(error)
            return false
        }
        book.promises.withLock { $0.count += 1 }
        return true
    }

    private func ask(_ store: OpenStore, _ path: String, _ body: String) async throws -> [String: Any] {
        var request = URLRequest(url: store.greeting.url.appending(path: "control/v1/\(path)"))
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        let (data, _) = try await HTTPRequester.answer(to: request)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func check(_ promises: Promises, in store: OpenStore) async throws {
        let about = try await store.get("control/v1")
        let clock = try #require(about["clock"] as? [String: Any])
        #expect((clock["offsetMilliseconds"] as? NSNumber)?.int64Value ?? -1 >= promises.offset)
        let page = try await store.get("control/v1/transactions")
        let transactions = try #require(page["transactions"] as? [[String: Any]])
        let revoked = Dictionary(
            uniqueKeysWithValues: transactions.map {
                ($0["transactionId"] as? String ?? "", $0["revocationDate"] != nil)
            })
        for (id, isRefunded) in promises.refunds {
            let found: Bool = try #require(revoked[id] as Bool?, "transaction \(id) is lost")
            if isRefunded { #expect(found, "the refund of \(id) is lost") }
        }
        let notifications = try #require(
            try await store.get("control/v1/notifications")["notifications"] as? [[String: Any]])
        #expect(notifications.compactMap { $0["number"] as? Int } == Array(1..<(notifications.count + 1)))
        let announced = notifications.compactMap {
            ($0["transactionInfo"] as? [String: Any])?["transactionId"] as? String
        }
        #expect(Set(announced) == Set(revoked.keys), "a purchase without its notification, or one without its purchase")
        let refunds = notifications.filter {
            ($0["payload"] as? [String: Any])?["notificationType"] as? String == "REFUND"
        }
        #expect(refunds.count == revoked.values.count { $0 })
        let names = try #require(try await store.get("control/v1/accounts")["accounts"] as? [[String: Any]])
        #expect(names.allSatisfy { !(($0["account"] as? String) ?? "#").hasPrefix("#") }, "an account without its name")
    }
}

/// SplitMix64, which always gives the same for the same seed.
private struct Random: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
