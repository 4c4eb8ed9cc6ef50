// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a script cannot be played.
package struct ScenarioError: Error, Sendable, Hashable {
    /// The kind of failure.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        /// Creates a kind from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It is no JSON object.
        package static let notJSON = Self(rawValue: "notJSON")
        /// It does nothing.
        package static let noSteps = Self(rawValue: "noSteps")
        /// A step is not one.
        package static let badStep = Self(rawValue: "badStep")
    }

    /// The kind of failure.
    package let code: Code
    /// What was found and expected.
    package let message: String
    /// What the reader can do now.
    package let fix: String

    static let notJSON = Self(
        code: .notJSON, message: "It is no JSON object", fix: #"Write it as {"steps": [...]}; see Examples/Scenarios."#)
    static let noSteps = Self(
        code: .noSteps, message: "It has no steps", fix: #"Write it as {"steps": [...]}; see Examples/Scenarios."#)

    static func unknownField(_ name: String, place: String, known: [String]) -> Self {
        Self(
            code: .badStep, message: "\(place) has a field \(name), which means nothing",
            fix: "The fields are \(known.joined(separator: ", ")).")
    }

    static func notText(_ name: String, _ number: Int) -> Self {
        Self(code: .badStep, message: "The \(name) of step \(number) is no text", fix: "Put it in quotes.")
    }

    static func nothingToDo(_ number: Int) -> Self {
        Self(
            code: .badStep, message: "Step \(number) neither calls anything nor expects notifications",
            fix: #"Give it a "call" or "notifications"."#)
    }

    static func notACall(_ text: String, _ number: Int) -> Self {
        Self(
            code: .badStep, message: "Step \(number) calls \(text), which is no call",
            fix: #"Write it as "POST /purchases"; the path counts from /control/v1."#)
    }
}
