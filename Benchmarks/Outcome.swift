// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a benchmark found, beside what the machine could do at best in the same minute.
struct Outcome {
    let value: Double
    let unit: String
    let reference: String
    let referenceValue: Double

    private struct Line: Encodable {
        let name: String
        let value: Double
        let unit: String
        let reference: String
        let referenceValue: Double
        let ratio: Double
    }

    func json(name: String) throws -> String {
        let line = Line(
            name: name, value: value.rounded(), unit: unit, reference: reference,
            referenceValue: referenceValue.rounded(), ratio: (value / referenceValue * 1000).rounded() / 1000)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(line), as: UTF8.self)
    }

    /// Measures two pieces of work in turns, so that what else happens on the machine meets both, and takes medians.
    ///
    /// Counted is the time this thread really ran, unless the work is spread over others.
    static func compare(
        unit: String, reference: String, rounds: Int = 21, countingWaiting isWaitingCounted: Bool = false,
        _ work: @escaping () throws -> Void, with best: @escaping () throws -> Void
    ) throws -> Outcome {
        // As often as takes some 50 milliseconds.
        var count = 8
        while case let found = try rate(of: best, count: count, isWaitingCounted), Double(count) / found < 0.02 {
            count *= 2
        }
        count = max(1, Int(try rate(of: best, count: count, isWaitingCounted) * 0.05))
        _ = try rate(of: work, count: count, isWaitingCounted)
        let rates = try rates(rounds: rounds, countingWaiting: isWaitingCounted, count: count, [work, best])
        return Outcome(value: rates[0], unit: unit, reference: reference, referenceValue: rates[1])
    }

    /// How often a second each piece of work can be done, measured in turns: medians.
    static func rates(
        rounds: Int, countingWaiting isWaitingCounted: Bool, count: Int = 1, _ works: [() throws -> Void]
    ) throws -> [Double] {
        var found = works.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() {
                found[index].append(try rate(of: work, count: count, isWaitingCounted))
            }
        }
        return found.map { $0.sorted()[rounds / 2] }
    }

    private static func rate(of work: () throws -> Void, count: Int, _ isWaitingCounted: Bool) throws -> Double {
        let start = seconds(isWaitingCounted)
        for _ in 0..<count { try work() }
        return Double(count) / max(seconds(isWaitingCounted) - start, 1e-9)
    }

    private static func seconds(_ isWaitingCounted: Bool) -> Double {
        var time = timespec()
        clock_gettime(isWaitingCounted ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
