// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The text of a line, with values that may be secret.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Creates a message without values.
    public init(stringLiteral value: String) {
        text = value
    }

    /// Creates a message with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// Puts a message together.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = ""

    /// Begins an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds text that is written in the source.
    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// Adds a value, or what stands for it when it is private.
    public mutating func appendInterpolation<Value>(_ value: Value, privacy: OSLogPrivacy = .auto) {
        text += privacy.isHidden ? "<private>" : String(describing: value)
    }
}

/// Who may read a value in a line.
public struct OSLogPrivacy: Sendable {
    /// What may stand for a private value.
    public enum Mask: Sendable {
        /// Something by which equal values can be recognized.
        case hash
        /// Nothing.
        case none
    }

    let isHidden: Bool

    /// Everybody: what nothing is said of is shown, as in a debugger's console.
    public static var auto: Self { Self(isHidden: false) }
    /// Everybody.
    public static var `public`: Self { Self(isHidden: false) }
    /// Nobody.
    public static var `private`: Self { Self(isHidden: true) }
    /// Nobody.
    public static var sensitive: Self { Self(isHidden: true) }

    /// Everybody.
    public static func auto(mask: Mask) -> Self { .auto }
    /// Nobody; the mask is left out too.
    public static func `private`(mask: Mask) -> Self { .private }
    /// Nobody; the mask is left out too.
    public static func sensitive(mask: Mask) -> Self { .sensitive }
}
