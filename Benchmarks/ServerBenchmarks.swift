// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreServer

/// How many requests a second the store's server answers on one core, asked from another process.
enum ServerBenchmarks {
    private static let seconds = 4.0

    /// Get Transaction Info, the answer signed anew: with tokens that were not seen lately, whose signatures are checked,
    /// and with one token for all requests, as Apple advises.
    static func transactionInfo() throws -> [Outcome] {
        let shop = try BenchmarkShop(transactions: 1000)
        defer { shop.close() }
        let requests = { (tokens: [String]) in
            tokens.enumerated().map { number, token in
                shop.request("GET", "/inApps/v1/transactions/\(shop.id(number % 1000))", token: token)
            }
        }
        let distinct = requests(try (0..<4000).map { _ in try shop.token() })
        let same = requests(Array(repeating: try shop.token(), count: 1000))
        // A server that runs has made a table of the multiples of the key that signs the tokens.
        _ = try LoadGenerator.rate(of: distinct, port: shop.port, seconds: 2)
        let bestBefore = try signaturesPerSecond()
        let new = try LoadGenerator.rate(of: distinct, port: shop.port, seconds: seconds)
        let best = try (bestBefore + signaturesPerSecond()) / 2
        let repeated = try LoadGenerator.rate(of: same, port: shop.port, seconds: seconds)
        return [
            outcome(new, "requests/s, a new token each,", wanted: 5000),
            Outcome(
                value: new.ofProcessor, unit: "requests/s, a new token each, of one core",
                reference: "signatures of a token checked and of an answer made, by OpenSSL alone",
                referenceValue: best),
            outcome(repeated, "requests/s, one token,", wanted: 5000),
        ]
    }

    /// How often OpenSSL alone checks one signature and makes one, in a second of this process's time.
    private static func signaturesPerSecond() throws -> Double {
        let raw = try RawSignatures()
        let (start, rounds) = (Processor.seconds, 1500)
        for _ in 0..<rounds { try raw.signAndVerifyTwice() }
        return Double(2 * rounds) / (Processor.seconds - start)
    }

    /// Get Transaction History, pages of 20.
    static func history() throws -> Outcome {
        let shop = try BenchmarkShop(transactions: 1000)
        defer { shop.close() }
        let requests = try (0..<400).map { number in
            shop.request("GET", "/inApps/v2/history/\(shop.id(number))", token: try shop.token())
        }
        let rate = try LoadGenerator.rate(of: requests, port: shop.port, seconds: seconds)
        return outcome(rate, "pages/s", wanted: 300)
    }

    private static func outcome(
        _ rate: (ofProcessor: Double, ofClock: Double), _ unit: String, wanted: Double
    ) -> Outcome {
        Outcome(
            value: rate.ofProcessor, unit: "\(unit) of one core",
            reference: "wanted; by the clock \(Int(rate.ofClock))",
            referenceValue: wanted)
    }

    /// Each endpoint with 1,000 transactions stored and with 1,000,000: at least half as fast is wanted.
    static func million() throws -> [Outcome] {
        let small = try rates(transactions: 1000)
        let large = try rates(transactions: 1_000_000)
        return zip(small, large).map { few, many in
            Outcome(
                value: many.rate, unit: "requests/s of one core", reference: "\(few.name), 1,000 transactions stored",
                referenceValue: few.rate)
        }
    }

    private static func rates(transactions: Int) throws -> [(name: String, rate: Double)] {
        let shop = try BenchmarkShop(transactions: transactions)
        defer { shop.close() }
        let token = try shop.token()
        let body = BenchmarkShop.Body()
        // Spread over all that is stored; subscriptions come first, one for each of the first customers.
        let ids = (0..<500).map { shop.id($0 * (transactions / 500)) }
        let plans = (0..<BenchmarkShop.subscribers).map { shop.id($0) }
        let downloads = shop.downloads
        let orders = (0..<500).map { shop.orderID($0 * (transactions / 500)) }
        let base = "/inApps/v1"
        let endpoints: [(String, [String])] = [
            ("transaction", ids.map { shop.request("GET", "\(base)/transactions/\($0)", token: token) }),
            ("history", ids.map { shop.request("GET", "/inApps/v2/history/\($0)", token: token) }),
            ("history by download", downloads.map { shop.request("GET", "/inApps/v2/history/\($0)", token: token) }),
            (
                "app transaction",
                ids.map { shop.request("GET", "\(base)/transactions/appTransactions/\($0)", token: token) }
            ),
            ("statuses", plans.map { shop.request("GET", "\(base)/subscriptions/\($0)", token: token) }),
            ("refunds", ids.map { shop.request("GET", "/inApps/v2/refund/lookup/\($0)", token: token) }),
            ("refunds v1", ids.map { shop.request("GET", "\(base)/refund/lookup/\($0)", token: token) }),
            ("order", orders.map { shop.request("GET", "\(base)/lookup/\($0)", token: token) }),
            (
                "consumption",
                ids.map {
                    shop.request("PUT", "/inApps/v2/transactions/consumption/\($0)", token: token, body.consumption)
                }
            ),
            (
                "extension",
                plans.map { shop.request("PUT", "\(base)/subscriptions/extend/\($0)", token: token, body.extension) }
            ),
            (
                "app account token",
                plans.map {
                    shop.request("PUT", "\(base)/transactions/\($0)/appAccountToken", token: token, body.token)
                }
            ),
            ("finish", ids.map { shop.request("POST", "\(base)/transactions/\($0)/finish", token: token) }),
            (
                "notification history",
                [shop.request("POST", "\(base)/notifications/history", token: token, body.dates(now: shop.now))]
            ),
        ]
        return try endpoints.map { name, requests in
            (name, try LoadGenerator.rate(of: requests, port: shop.port, seconds: 1).ofProcessor)
        }
    }
}
