// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is known of a failed call beyond the App Store's answer.
public struct AppStoreServerAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, for programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The App Store did not accept the token; it never says why.
        public static let unauthorized = Code(rawValue: "unauthorized")
        /// Too many requests were made, and the retry policy does not allow to wait long enough.
        public static let rateLimited = Code(rawValue: "rateLimited")
        /// An identifier cannot be part of a URL's path.
        public static let identifierUnusable = Code(rawValue: "identifierUnusable")
        /// The base URL is not one to which a path can be added.
        public static let baseURLUnusable = Code(rawValue: "baseURLUnusable")
        /// The App Store gave the same page again, with more to come.
        public static let paginationStuck = Code(rawValue: "paginationStuck")
    }

    /// What went wrong, for programs.
    public let code: Code
    /// What was found and what was expected, as a sentence without its full stop.
    public let message: String
    /// What the reader can do now.
    public let fix: String
    /// When the App Store will answer again, if it said so.
    public var retryAfter: Date?

    /// All of it in one line.
    public var description: String { "\(code.rawValue): \(message). \(fix)" }

    static func rateLimited(until date: Date?) -> Self {
        Self(
            code: .rateLimited,
            message: "The App Store answers no more requests to this endpoint"
                + (date.map { " until \($0.formatted(.iso8601))" } ?? " for now"),
            fix: "Ask again then, and spread requests: limits are counted by the hour and are a tenth in Sandbox.",
            retryAfter: date)
    }

    static func identifierUnusable(_ identifier: String) -> Self {
        Self(
            code: .identifierUnusable, message: "\"\(identifier)\" cannot be part of a path",
            fix: "Check where the identifier comes from; App Store identifiers are neither empty nor full stops.")
    }

    static func baseURLUnusable(_ url: String) -> Self {
        Self(
            code: .baseURLUnusable, message: "\"\(url)\" is no URL of a server",
            fix: "Give a base URL such as http://127.0.0.1:8080.")
    }

    static func paginationStuck(_ token: String) -> Self {
        Self(
            code: .paginationStuck, message: "The page after \"\(token)\" leads back to it",
            fix: "Start over later; what was read so far is good.")
    }
}
