// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest

/// What app tests cost: sessions, purchases and reads in one process.
///
/// Counted is the time that processors worked for the process, on whatever thread, so that the figures are those of one
/// core and other programs do not count.
enum StoreKitBenchmarks {
    /// Making a session from a file with twenty products.
    static func sessionStart() async throws -> Outcome {
        let file = try SampleStore.write()
        return try await compare(unit: "µs", reference: "making a P-256 key and signing with it") {
            let count = 50
            for _ in 0..<count { _ = try SKTestSession(contentsOf: file) }
            return count
        } with: {
            let count = 500
            for _ in 0..<count { try RawSignatures.makeKeyAndSign() }
            return count
        }
    }

    /// `purchase()` with signing and verification, and `finish()`.
    static func purchase() async throws -> Outcome {
        let raw = try RawSignatures()
        let file = try SampleStore.write()
        return try await compare(
            unit: "purchases/s", reference: "two P-256 signatures, made and verified", isRate: true
        ) {
            let session = try SKTestSession(contentsOf: file)
            let coins = try await SampleStore.product(SampleStore.coins)
            let count = 1000
            for _ in 0..<count {
                try await SampleStore.buy(coins).finish()
            }
            withExtendedLifetime(session) {}
            return count
        } with: {
            let count = 1000
            for _ in 0..<count { try raw.signAndVerifyTwice() }
            return count
        }
    }

    /// Reading what the customer has a right to, after the first read, with a thousand transactions in the history.
    static func entitlements() async throws -> Outcome {
        let session = try SKTestSession(contentsOf: SampleStore.write())
        let monthly = try await SampleStore.buy(SampleStore.product(SampleStore.monthly))
        let season = try await SampleStore.product(SampleStore.season)
        for _ in 0..<99 { try await SampleStore.buy(season) }
        for _ in 0..<900 {
            guard let end = await Transaction.latest(for: monthly.productID)?.unsafePayloadValue.expirationDate else {
                break
            }
            session.advance(to: end)
        }
        let found = await SampleStore.count(Transaction.all)
        precondition(found == 1000, "there are \(found) transactions instead of a thousand")
        return try await compare(unit: "µs", reference: "the same with one transaction") {
            let count = 200
            for _ in 0..<count {
                let found = await SampleStore.count(Transaction.currentEntitlements)
                precondition(found == 100, "there are \(found) entitlements instead of a hundred")
            }
            return count
        } with: {
            try await StoreConnection.isolated {
                let session = try SKTestSession(contentsOf: SampleStore.write())
                try await SampleStore.buy(SampleStore.product(SampleStore.monthly))
                let count = 200
                for _ in 0..<count { _ = await SampleStore.count(Transaction.currentEntitlements) }
                withExtendedLifetime(session) {}
                return count
            }
        }
    }

    /// A hundred typical tests side by side, each with a store of its own, on the clock on the wall; how long processors
    /// worked for it says what a machine that does nothing else would take.
    static func parallelTests() async throws -> Outcome {
        let file = try SampleStore.write()
        let count = 100
        let start = Processor.seconds
        let time = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { try await SampleStore.playTypicalTest(file) } }
                try await group.waitForAll()
            }
        }
        return Outcome(
            value: time / .milliseconds(1), unit: "ms for \(count) tests", reference: "ms of processor time",
            referenceValue: (Processor.seconds - start) * 1000)
    }

    /// Measures two pieces of work in turns and takes medians; each tells how often it did what it is for.
    private static func compare(
        unit: String, reference: String, isRate: Bool = false, rounds: Int = 9, _ work: () async throws -> Int,
        with best: () async throws -> Int
    ) async throws -> Outcome {
        func measure(_ work: () async throws -> Int) async throws -> Double {
            let start = Processor.seconds
            let count = Double(try await work())
            let seconds = max(Processor.seconds - start, 1e-9)
            return isRate ? count / seconds : seconds / count * 1_000_000
        }
        _ = try await measure(work)
        var found: [Double] = []
        var bestFound: [Double] = []
        for _ in 0..<rounds {
            found.append(try await measure(work))
            bestFound.append(try await measure(best))
        }
        return Outcome(
            value: found.sorted()[rounds / 2], unit: unit, reference: reference,
            referenceValue: bestFound.sorted()[rounds / 2])
    }
}
