// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import HTTPService

/// A script of calls to the control API, and of what they are to come to.
///
/// It is JSON: `{"steps": [...]}`, and a step is either a call or a list of the notifications that are due since the last
/// such list.
package struct Scenario: Sendable {
    /// Something to do or to look at.
    struct Step: Sendable {
        var title: String
        var action: Action
        /// The bundle identifier of the app it is about; `nil` means the only one.
        var app: String?
        /// The environment, as signed data spells it; `nil` means the store's own and not the one beside it.
        var environment: String?
    }

    /// What a step does.
    enum Action: Sendable {
        case call(Call)
        /// `TYPE` or `TYPE/SUBTYPE`, in order.
        case notifications([String])
    }

    /// A call of the control API.
    struct Call: Sendable {
        var method: HTTPMethod
        /// Under `/control/v1`.
        var path: String
        /// The content as JSON.
        var content: String?
        /// What the answer contains at least, as JSON.
        var expectation: String?
        /// The code of the refusal that is wanted.
        var refusal: String?
        /// The name under which later steps find the answer, as in `{name.field}`.
        var name: String?
    }

    let steps: [Step]

    /// Reads a script.
    package init(_ data: Data) throws(ScenarioError) {
        guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw .notJSON }
        guard let steps = object["steps"] as? [[String: Any]], !steps.isEmpty else { throw .noSteps }
        if let stranger = Set(object.keys).subtracting(["steps", "about"]).min() {
            throw .unknownField(stranger, place: "the script", known: ["steps", "about"])
        }
        var read: [Step] = []
        for (index, step) in steps.enumerated() { read.append(try Self.step(step, number: index + 1)) }
        self.steps = read
    }

    private static func step(_ object: [String: Any], number: Int) throws(ScenarioError) -> Step {
        let known = ["title", "app", "environment", "call", "with", "expect", "refused", "keep", "notifications"]
        if let stranger = Set(object.keys).subtracting(known).min() {
            throw .unknownField(stranger, place: "step \(number)", known: known)
        }
        for name in ["title", "app", "environment"] where object[name] != nil && !(object[name] is String) {
            throw .notText(name, number)
        }
        let title = object["title"] as? String
        let place = (object["app"] as? String, object["environment"] as? String)
        if let types = object["notifications"] as? [String] {
            return Step(
                title: title ?? "Notifications", action: .notifications(types), app: place.0, environment: place.1)
        }
        guard let text = object["call"] as? String else { throw .nothingToDo(number) }
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, words[1].hasPrefix("/") else { throw .notACall(text, number) }
        let call = Call(
            method: HTTPMethod(rawValue: words[0]), path: words[1], content: json(object["with"]),
            expectation: json(object["expect"]), refusal: object["refused"] as? String, name: object["keep"] as? String)
        return Step(title: title ?? text, action: .call(call), app: place.0, environment: place.1)
    }

    private static func json(_ value: Any?) -> String? {
        guard let value,
            let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}
