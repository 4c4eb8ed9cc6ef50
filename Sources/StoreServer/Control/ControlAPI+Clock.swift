// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import StoreHost

extension ControlAPI {
    /// The store's time, and what happened on the way to it.
    struct Clock: Encodable {
        /// Milliseconds since 1970 UTC.
        let now: Int64
        /// The same for people.
        let time: String
        /// How far the store is ahead of the real time.
        let offsetMilliseconds: Int64
        /// What happened, in order; only after a move.
        var happened: [Happening]?
        /// How many more things happened after those, when they are too many for one answer.
        var omitted: Int?
    }

    /// How far to move the clock, in one of three ways.
    struct ClockMove: Decodable {
        /// An ISO 8601 duration of one unit, counted in the calendar: `P1M`.
        var advance: String?
        var advanceMilliseconds: Int64?
        /// A moment, in milliseconds since 1970 UTC.
        var to: Int64?
    }

    /// How many happenings one answer tells of at most.
    private static let longestStory = 10_000

    /// The end of the year 9999: later moments have no place in four-digit years, nor do sums of them in 64 bits.
    private static let endOfTime: Int64 = 253_402_300_799_999

    func clock() -> Clock {
        let now = host.now
        return Clock(now: now.milliseconds, time: now.date.formatted(.iso8601), offsetMilliseconds: host.offset)
    }

    func moveClock(_ move: ClockMove) throws(ControlFailure) -> Clock {
        let now = host.now
        let target = try Self.target(of: move, from: now)
        guard target >= now else {
            throw .badRequest(
                "The store's time is \(now.milliseconds); it cannot go back to \(target.milliseconds)",
                fix: "Name a later moment. A new store, kept elsewhere or not at all, begins at the present.")
        }
        let effects = host.advance(to: target)
        let labels = accountLabels()
        var clock = clock()
        clock.happened = host.read { engine in
            Happening.list(
                effects, until: StoreInstant(milliseconds: clock.now), limit: Self.longestStory, accounts: labels,
                engine: engine)
        }
        if effects.count > Self.longestStory { clock.omitted = effects.count - Self.longestStory }
        return clock
    }

    private static func target(of move: ClockMove, from now: StoreInstant) throws(ControlFailure) -> StoreInstant {
        let target: StoreInstant
        switch (move.advance, move.advanceMilliseconds, move.to) {
        case (let duration?, nil, nil):
            target = try end(of: duration, from: now)
        case (nil, let milliseconds?, nil):
            target = StoreInstant(milliseconds: now.milliseconds.addingReportingOverflow(milliseconds).partialValue)
            guard !now.milliseconds.addingReportingOverflow(milliseconds).overflow else { throw tooFar() }
        case (nil, nil, let moment?):
            target = StoreInstant(milliseconds: moment)
        default:
            throw .badRequest(
                "The clock moves by one of advance, advanceMilliseconds and to",
                fix: #"Send for example {"advance": "P1M"}."#)
        }
        guard target.milliseconds <= endOfTime else { throw tooFar() }
        return target
    }

    private static func end(of duration: String, from now: StoreInstant) throws(ControlFailure) -> StoreInstant {
        if let period = StoreKitConfiguration.Period(iso8601: duration) { return now.adding(period) }
        // Shorter than a day: PT12H, PT30M, PT5S.
        let units: [Character: Int64] = ["H": 3_600_000, "M": 60_000, "S": 1000]
        guard duration.hasPrefix("PT"), let unit = duration.last.flatMap({ units[$0] }),
            let count = Int64(duration.dropFirst(2).dropLast()), (1...999_999).contains(count)
        else {
            throw .badRequest(
                "\(duration) is no duration of one unit", fix: "Write P3D, P2W, P1M, P1Y, PT12H, PT30M or PT5S.")
        }
        return now + count * unit
    }

    private static func tooFar() -> ControlFailure {
        .badRequest("The store's time ends with the year 9999", fix: "Move the clock less far.")
    }
}
