// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The customer has paid, and the app could not hand out what was bought; it is tried again.
public struct DeliveryFailure: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The app's own delivery threw; see ``DeliveryFailure/underlying``.
        public static let deliveryThrew = Self(rawValue: "deliveryThrew")
        /// The kit's record of deliveries cannot be written, without which nothing can be delivered exactly once.
        public static let recordNotWritten = Self(rawValue: "recordNotWritten")
    }

    /// What went wrong, for programs.
    public let code: Code
    /// What was found, for people.
    public let message: String
    /// What the reader can do now.
    public let fix: String
    /// What was thrown.
    public let underlying: any Error

    /// All of it in one line.
    public var description: String { "\(message): \(underlying). \(fix)" }

    init(_ code: Code, _ underlying: any Error) {
        self.code = code
        self.underlying = underlying
        switch code {
        case .recordNotWritten:
            message = "The record of deliveries cannot be written"
            fix = "Make room, or give the purchase manager a place it can write to."
        default:
            message = "What was bought could not be delivered"
            fix = "Nothing: the transaction stays unfinished and is delivered again at the next occasion."
        }
    }
}
