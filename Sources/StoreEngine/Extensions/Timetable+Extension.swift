// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Timetable {
    /// How long an extension by so many days lasts, in milliseconds; never less than a second.
    ///
    /// Where the rate has no length of a day, a day is the thirtieth part of a month.
    func length(ofDays days: Int) -> Int64 {
        let days = Int64(days)
        let length: Int64 =
            switch rate.pace {
            case .calendar: days * 86_400_000
            case .day(let day): days * day
            case .month(let month, _): days * month / 30
            case .fixed(let period): days * period / 30
            }
        return max(length, 1000)
    }
}
