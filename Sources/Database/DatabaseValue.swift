// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A value in a database.
package enum DatabaseValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// The whole number it is, `nil` for everything else.
    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number it is, whole or not; `nil` for everything else.
    package var real: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null, .text, .blob: nil
        }
    }

    /// The text it is, `nil` for everything else.
    package var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    /// The bytes it is, `nil` for everything else.
    package var blob: [UInt8]? {
        if case .blob(let value) = self { value } else { nil }
    }
}

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    /// A whole number.
    package init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// A text.
    package init(stringLiteral value: String) {
        self = .text(value)
    }

    /// Nothing.
    package init(nilLiteral: ()) {
        self = .null
    }
}
