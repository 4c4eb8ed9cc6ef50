// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What came of asking the server about a transaction.
public enum ValidationVerdict: Hashable, Sendable {
    /// The transaction is genuine, and nothing the server says speaks against access.
    case accepted(ValidationResponse)
    /// The server was asked and said no.
    case refused(ServerRefusal)
    /// The server did not say: no answer is not a "no". It will be asked again.
    case unanswered(ServerSilence)
}

/// How the server said no.
public enum ServerRefusal: Hashable, Sendable {
    /// It answered that the transaction is not the App Store's, or not this app's.
    case invalid(ValidationResponse)
    /// It answered that the transaction is genuine and gives no access now: it has expired or was refunded.
    case noAccess(ValidationResponse)
    /// It will never take this request; the status is that of HTTP.
    case rejected(status: Int)
}

/// Why the server did not say.
public struct ServerSilence: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was in the way.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The server cannot be reached.
        public static let network = Self(rawValue: "network")
        /// The server has trouble of its own, or too much to do.
        public static let serverTrouble = Self(rawValue: "serverTrouble")
        /// The server does not let this app in, which says nothing about the customer.
        public static let notAuthorized = Self(rawValue: "notAuthorized")
        /// There is no such server at the address, or it does not know the app.
        public static let wrongAddress = Self(rawValue: "wrongAddress")
        /// The answer is not one of the subscription server's.
        public static let unreadable = Self(rawValue: "unreadable")
    }

    /// What was in the way, for programs.
    public let code: Code
    /// The status of HTTP, if there was an answer.
    public let status: Int?

    /// All of it in one line.
    public var description: String {
        let answer = status.map { " (HTTP \($0))" } ?? ""
        return "The server did not say whether the purchase is valid: \(code.rawValue)\(answer). It is asked again."
    }
}
