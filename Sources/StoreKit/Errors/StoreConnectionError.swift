// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What stands between this process and a store.
///
/// StoreKit throws it inside ``StoreKitError/systemError(_:)``.
public struct StoreConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of problem; a code of the store is kept as it came.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No store was connected and the environment names none.
        public static let notConnected = Self(rawValue: "notConnected")
        /// The address of the store is no URL of HTTP.
        public static let invalidAddress = Self(rawValue: "invalidAddress")
        /// The store's root certificate cannot be read.
        public static let invalidRootCertificate = Self(rawValue: "invalidRootCertificate")
        /// Something that the store signed cannot be understood and was left out.
        public static let unreadableFact = Self(rawValue: "unreadableFact")
    }

    /// The kind of problem, for programs.
    public let code: Code
    /// What was found and what was expected.
    public let message: String
    /// What the reader can do now.
    public let fix: String

    init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    /// All of it in one line.
    public var description: String { "\(message). \(fix)" }
}

extension StoreConnectionError: LocalizedError {
    /// What happened, for people.
    public var errorDescription: String? { description }
    /// What was found.
    public var failureReason: String? { message }
    /// What the reader can do now.
    public var recoverySuggestion: String? { fix }
}

extension StoreConnectionError {
    static let notConnected = Self(
        .notConnected, "StoreKit is connected to no store",
        fix: "Make an SKTestSession, call StoreConnection.connect(to:trusting:), or set OPENSTOREKIT_STORE to the "
            + "store's address and OPENSTOREKIT_ROOT to the path of its root.der.")

    static func invalidAddress(_ address: String) -> Self {
        Self(
            .invalidAddress, "\"\(address)\" is not the address of a store",
            fix: "Give one like http://127.0.0.1:8080.")
    }

    static func invalidRootCertificate(_ problem: String) -> Self {
        Self(
            .invalidRootCertificate, "The store's root certificate cannot be used: \(problem)",
            fix: "Give the root.der that the store wrote when it started.")
    }

    static func unreadable(_ kind: String, _ problem: String) -> Self {
        Self(
            .unreadableFact, "A signed \(kind) of the store was left out: \(problem)",
            fix: "Use a StoreKit of the same version as the store.")
    }
}
