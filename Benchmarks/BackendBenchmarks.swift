// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation
import HTTPService
import SignedData

/// What the subscription server takes in and tells on one core, asked from another process.
enum BackendBenchmarks {
    /// Verified and durable notifications, posted over 64 connections, against as many checks of one signature.
    ///
    /// Every notification is new; it is answered when it is on the disk with its facts and events.
    static func ingest() async throws -> [Outcome] {
        let shop = try await BackendShop()
        let rates = try await ingest(shop, subscribers: 2500)
        await shop.close()
        let raw = try rawVerifications(shop.authority)
        return [
            Outcome(
                value: rates.ofProcessor, unit: "notifications/s of one core", reference: "raw P-256 verify",
                referenceValue: raw),
            Outcome(
                value: rates.ofClock, unit: "notifications/s by the clock", reference: "raw P-256 verify",
                referenceValue: raw),
        ]
    }

    /// What one notification costs with few and with many transactions in the ledger.
    static func sizes(isLong: Bool) async throws -> [Outcome] {
        var outcomes: [Outcome] = []
        for transactions in [1000, 100_000] + (isLong ? [5_000_000] : []) {
            let shop = try await BackendShop(transactions: transactions)
            let rate = try await ingest(shop, subscribers: 1000).ofProcessor
            await shop.close()
            outcomes.append(
                Outcome(
                    value: 1_000_000 / rate, unit: "µs of one core for a notification, \(transactions) transactions",
                    reference: "the same with 1,000 transactions",
                    referenceValue: outcomes.first?.value ?? 1_000_000 / rate))
        }
        return outcomes
    }

    /// How long a notification takes to be answered when half as many come as can be taken in.
    static func latency() async throws -> [Outcome] {
        let shop = try await BackendShop()
        let rate = try await ingest(shop, subscribers: 1000).ofClock
        let requests = try shop.notifications(subscribers: 2500, from: 100_000).map { BackendShop.request($0) }
        let load = try LoadGenerator.once(requests, port: shop.port, connections: 64, perSecond: rate / 2)
        await shop.close()
        return [
            Outcome(
                value: load.microseconds99, unit: "µs, 99th percentile at \(Int(rate / 2)) notifications/s",
                reference: "wanted; the median is \(Int(load.microseconds50)) µs", referenceValue: 50_000)
        ]
    }

    /// Entitlements of customers by their account tokens, with a key, over HTTP and without the socket.
    static func entitlements() async throws -> [Outcome] {
        let shop = try await BackendShop()
        _ = try await ingest(shop, subscribers: 1000)
        let questions = (0..<1000).map { shop.question($0) }
        _ = try LoadGenerator.rate(of: questions, port: shop.port, seconds: 1)
        let rate = try LoadGenerator.rate(of: questions, port: shop.port, seconds: 4)
        let inside = try await rateInside(shop)
        await shop.close()
        let constant = try await rateOfConstant(questions)
        return [
            Outcome(
                value: rate.ofProcessor, unit: "answers/s of one core over HTTP",
                reference: "wanted; by the clock \(Int(rate.ofClock))", referenceValue: 20_000),
            Outcome(
                value: inside, unit: "answers/s of one core without the socket", reference: "wanted",
                referenceValue: 20_000),
            Outcome(
                value: rate.ofProcessor, unit: "answers/s of one core over HTTP", reference: "a constant over HTTP",
                referenceValue: constant),
        ]
    }

    /// How often the same requests are answered by the same server with nothing but a constant.
    private static func rateOfConstant(_ questions: [String]) async throws -> Double {
        let answer = Data(
            """
            {"entitlements":[{"expires":1777593600000,"id":"monthly","isFamilyShared":false,"isGrantedByHand":false,\
            "isInGracePeriod":false,"productIds":["monthly"],"willRenew":true}]}
            """.utf8)
        let server = HTTPServer(isBrief: { _ in true }) { _ in .json(answer) }
        try server.start()
        _ = try LoadGenerator.rate(of: questions, port: server.port, seconds: 1)
        let rate = try LoadGenerator.rate(of: questions, port: server.port, seconds: 2)
        await server.shutdown()
        return rate.ofProcessor
    }

    private static func rateInside(_ shop: BackendShop) async throws -> Double {
        let requests = (0..<1000).compactMap { subscriber in
            HTTPTarget("/v1/customers/\(shop.token(subscriber))/entitlements").map {
                HTTPRequest(method: .get, target: $0, headers: ["Authorization": "Bearer \(shop.key)"])
            }
        }
        let start = Processor.seconds
        for request in requests + requests + requests + requests {
            guard try await shop.respond(to: request).status == 200 else {
                throw LoadGenerator.Failure(output: "an answer was no success")
            }
        }
        return Double(4 * requests.count) / (Processor.seconds - start)
    }

    /// Posts notifications about so many new subscribers, each once.
    private static func ingest(
        _ shop: BackendShop, subscribers: Int
    ) async throws -> (ofProcessor: Double, ofClock: Double) {
        // A server that runs has made a table of the multiples of the key that signs.
        let first = try shop.notifications(subscribers: 300, from: 50_000).map { BackendShop.request($0) }
        _ = try LoadGenerator.once(first, port: shop.port, connections: 64)
        let requests = try shop.notifications(subscribers: subscribers, from: 0).map { BackendShop.request($0) }
        let load = try LoadGenerator.once(requests, port: shop.port, connections: 64)
        return (Double(load.answers) / load.processorSeconds, Double(load.answers) / load.seconds)
    }

    private static func rawVerifications(_ authority: CertificateAuthority) throws -> Double {
        let message = Data("message".utf8)
        let raw = try RawOpenSSL(
            publicKey: authority.leafKey.publicKey.derRepresentation,
            digest: RawOpenSSL.digest(message, EVP_sha256()), signature: authority.leafKey.derSignature(of: message))
        return try Outcome.compare(unit: "", reference: "") {
            try raw.verify()
        } with: {
            try raw.verify()
        }.value
    }
}
