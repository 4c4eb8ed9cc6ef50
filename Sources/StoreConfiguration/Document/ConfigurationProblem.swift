// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Something in a readable configuration that its author may want to know or to correct.
public struct ConfigurationProblem: Sendable, Hashable, CustomStringConvertible {
    /// How much a problem matters.
    public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Nothing is wrong; something was ignored or assumed.
        case note
        /// The file says something doubtful, and a reading was chosen.
        case warning
        /// Part of the file could not be used as it stands.
        case error

        /// Orders notes below warnings below errors.
        public static func < (left: Self, right: Self) -> Bool {
            switch (left, right) {
            case (.note, .warning), (.note, .error), (.warning, .error): true
            default: false
            }
        }
    }

    /// How much it matters.
    public let severity: Severity
    /// The place in the file as a JSON path, `$.subscriptionGroups[0].subscriptions[2].displayPrice`.
    public let path: String
    /// What kind of problem this is.
    public let code: Code
    /// What was found and what was made of it.
    public let message: String
    /// What the author can do about it.
    public let fix: String

    /// Severity, place, message and fix in one line.
    public var description: String { "\(severity.rawValue): \(path): \(message). \(fix)" }
}
