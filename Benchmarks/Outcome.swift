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
    static func compare(
        unit: String, reference: String, rounds: Int = 21, _ work: () throws -> Void, with best: () throws -> Void
    ) rethrows -> Outcome {
        let count = try calibrate(best)
        _ = try rate(of: work, count: count)
        var rates: [Double] = []
        var bestRates: [Double] = []
        for _ in 0..<rounds {
            rates.append(try rate(of: work, count: count))
            bestRates.append(try rate(of: best, count: count))
        }
        return Outcome(
            value: median(rates), unit: unit, reference: reference, referenceValue: median(bestRates))
    }

    /// How often the work has to be done to take some 50 milliseconds.
    private static func calibrate(_ work: () throws -> Void) rethrows -> Int {
        var count = 8
        while true {
            let rate = try rate(of: work, count: count)
            if Double(count) / rate > 0.02 { return max(1, Int(rate * 0.05)) }
            count *= 2
        }
    }

    private static func rate(of work: () throws -> Void, count: Int) rethrows -> Double {
        let clock = ContinuousClock()
        let elapsed = try clock.measure {
            for _ in 0..<count { try work() }
        }
        return Double(count) / (elapsed / .seconds(1))
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
