// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import _FoundationICU

/// Words for units of time in any language, from the ICU that Foundation carries.
///
/// Foundation's own styles know no months and years here, so this asks where they ask.
enum UnitWords {
    /// How much room words may take.
    enum Width: String {
        case wide = "unit-width-full-name"
        case abbreviated = "unit-width-short"
        case narrow = "unit-width-narrow"
    }

    /// A number of units, such as "3 months"; `nil` when ICU has no words for it.
    static func text(_ count: Int, _ unit: Product.SubscriptionPeriod.Unit, width: Width, locale: Locale) -> String? {
        let skeleton = Array("measure-unit/duration-\(unit.debugDescription) \(width.rawValue)".utf16)
        var status = U_ZERO_ERROR
        let formatter = swift_unumf_openForSkeletonAndLocale(
            skeleton, Int32(skeleton.count), locale.identifier, &status)
        defer { swift_unumf_close(formatter) }
        let result = swift_unumf_openResult(&status)
        defer { swift_unumf_closeResult(result) }
        swift_unumf_formatInt(formatter, Int64(count), result, &status)
        return text(&status) { buffer, size, status in swift_unumf_resultToString(result, buffer, size, &status) }
    }

    /// The name of a unit, such as "month"; `nil` when ICU has none.
    static func name(_ unit: Product.SubscriptionPeriod.Unit, locale: Locale) -> String? {
        var status = U_ZERO_ERROR
        let patterns = swift_udatpg_open(locale.identifier, &status)
        defer { swift_udatpg_close(patterns) }
        return text(&status) { buffer, size, status in
            swift_udatpg_getFieldDisplayName(patterns, unit.field, UDATPG_WIDE, buffer, size, &status)
        }
    }

    /// Reads what ICU writes into a buffer; 256 UTF-16 units are more than any language needs for a unit.
    private static func text(
        _ status: inout UErrorCode, _ write: (UnsafeMutablePointer<UInt16>?, Int32, inout UErrorCode) -> Int32
    ) -> String? {
        guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
        let text = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 256) { buffer in
            let length = write(buffer.baseAddress, Int32(buffer.count), &status)
            return String(decoding: buffer.prefix(Int(max(0, length))), as: UTF16.self)
        }
        return status.rawValue <= U_ZERO_ERROR.rawValue ? text : nil
    }
}

extension Product.SubscriptionPeriod.Unit {
    fileprivate var field: UDateTimePatternField {
        switch self {
        case .day: UDATPG_DAY_FIELD
        case .week: UDATPG_WEEK_OF_YEAR_FIELD
        case .month: UDATPG_MONTH_FIELD
        case .year: UDATPG_YEAR_FIELD
        }
    }
}
