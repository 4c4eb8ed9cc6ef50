// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why data is no configuration at all.
///
/// Everything smaller is a ``ConfigurationProblem``.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure this is.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// There is nothing in the data, or only white space.
        public static let empty = Code(rawValue: "empty")
        /// The text is not encoded in UTF-8.
        public static let notUTF8 = Code(rawValue: "notUTF8")
        /// The text breaks JSON's syntax.
        public static let notJSON = Code(rawValue: "notJSON")
        /// The JSON is something else than one object.
        public static let notAnObject = Code(rawValue: "notAnObject")
        /// Arrays and objects are nested more deeply than any configuration needs.
        public static let tooDeep = Code(rawValue: "tooDeep")
        /// There is more data than any configuration needs.
        public static let tooLarge = Code(rawValue: "tooLarge")

        /// The code's name.
        public var rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// What kind of failure this is.
    public let code: Code
    /// What was found and what was expected.
    public let message: String
    /// What the reader can do now.
    public let fix: String

    /// Creates an error; callers that find files use codes of their own.
    package init(code: Code, message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    /// Message and fix.
    public var description: String { "\(message). \(fix)" }
}

extension ConfigurationError {
    static let empty = Self(
        code: .empty, message: "The file is empty, where a StoreKit configuration is expected",
        fix: "Create the configuration anew in Xcode, or restore the file from version control.")

    static let notUTF8 = Self(
        code: .notUTF8, message: "The file is not text in UTF-8", fix: "Save it as UTF-8, the encoding Xcode writes.")

    static func notJSON(expected: String, found: Unicode.Scalar?, line: Int, column: Int) -> Self {
        Self(
            code: .notJSON,
            message: "Line \(line), column \(column) is not JSON: expected \(expected), found \(name(of: found))",
            fix: fix(expected: expected, found: found))
    }

    static func notAnObject(found: JSONValue) -> Self {
        Self(
            code: .notAnObject, message: "The file holds \(found), where a configuration is one JSON object",
            fix: "Check that this is a .storekit file; it starts with an opening brace.")
    }

    static func tooDeep(limit: Int) -> Self {
        Self(
            code: .tooDeep, message: "Arrays and objects are nested more than \(limit) levels deep",
            fix: "Check that this is a .storekit file; Xcode's have about ten levels.")
    }

    static func tooLarge(limit: Int) -> Self {
        Self(
            code: .tooLarge, message: "The file has more than \(limit) bytes, the most that are read",
            fix: "Check that this is a .storekit file; large ones have some hundred thousand bytes.")
    }

    private static func name(of found: Unicode.Scalar?) -> String {
        switch found {
        case nil: "the end of the file"
        case "\n", "\r": "the end of the line"
        case .some(let scalar) where scalar.value < 0x20 || scalar.value == 0x7F: "a control character"
        case .some(let scalar): "‘\(scalar)’"
        }
    }

    private static func fix(expected: String, found: Unicode.Scalar?) -> String {
        switch found {
        case nil: "The file may be cut off: restore it from version control."
        case "/", "#": "JSON has no comments: remove them."
        case "'", "“", "”": "JSON puts text between straight double quotes: replace them."
        case "}" where expected.hasPrefix("a key"), "]" where expected == "a value": "Remove the comma before it."
        case "<", "=", ">": "If this is left over from a merge, resolve the conflict first."
        default: "Correct it there, or restore the file from version control."
        }
    }
}
