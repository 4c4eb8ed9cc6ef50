// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a database did not do what it was asked.
///
/// Values that were bound never stand in it.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, in words that hold for any database.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        /// Creates a kind from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The file or server cannot be opened.
        package static let cannotOpen = Self(rawValue: "cannotOpen")
        /// The server does not answer, or the connection was lost; it can be tried again.
        package static let unavailable = Self(rawValue: "unavailable")
        /// Somebody else holds what is needed; it can be tried again.
        package static let busy = Self(rawValue: "busy")
        /// A row would break a rule of the schema, such as one that there may be only one of.
        package static let constraint = Self(rawValue: "constraint")
        /// There is no space left.
        package static let full = Self(rawValue: "full")
        /// The operating system could not read or write.
        package static let inputOutput = Self(rawValue: "inputOutput")
        /// It may not be written to.
        package static let readOnly = Self(rawValue: "readOnly")
        /// It is no database, or it is damaged.
        package static let damaged = Self(rawValue: "damaged")
        /// The statement is wrong, or does not fit its values.
        package static let misuse = Self(rawValue: "misuse")
        /// A value is longer than this kind of database can find again, or has a character in it that it cannot keep.
        package static let unstorable = Self(rawValue: "unstorable")
        /// It was written by a newer version of this program.
        package static let tooNew = Self(rawValue: "tooNew")
        /// Anything else.
        package static let other = Self(rawValue: "other")
    }

    /// The kind of failure.
    package let code: Code
    /// What was found.
    package let message: String
    /// What the reader can do now.
    package let fix: String

    package var description: String { "\(message). \(fix)" }

    /// Creates a failure.
    package init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }
}
