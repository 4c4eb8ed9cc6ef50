// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService

/// Plays a script against a store, step by step.
struct ScenarioPlayer {
    /// Answers a request as the server does.
    let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse
    /// The types of the notifications after so many.
    let notifications: @Sendable (Int) async -> [String]

    /// What was kept, by name.
    private var kept: [String: [String: Any]] = [:]
    private var seen = 0

    init(
        answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
        notifications: @escaping @Sendable (Int) async -> [String]
    ) async {
        self.answer = answer
        self.notifications = notifications
        // What a store that is kept has announced before is not part of the story.
        seen = await notifications(0).count
    }

    mutating func play(_ scenario: Scenario) async -> ScenarioReport {
        var lines: [ScenarioReport.Line] = []
        for step in scenario.steps {
            let problem =
                switch step.action {
                case .call(let call): await perform(call)
                case .notifications(let types): await check(types)
                }
            lines.append(ScenarioReport.Line(title: step.title, problem: problem))
            if problem != nil { break }
        }
        return ScenarioReport(lines: lines, count: scenario.steps.count)
    }

    /// Returns what is wrong.
    private mutating func perform(_ call: Scenario.Call) async -> String? {
        let path = filled(call.path)
        if let open = Self.firstHole(in: path) { return "No step before this kept \(open)" }
        guard let target = HTTPTarget(ControlAPI.basePath + path) else { return "\(path) is no path" }
        let content = filled(call.content ?? "")
        if let open = Self.firstHole(in: content) { return "No step before this kept \(open)" }
        let response: HTTPResponse
        do {
            response = try await answer(HTTPRequest(method: call.method, target: target, body: Data(content.utf8)))
        } catch {
            return "The store failed: \(error)"
        }
        guard case .data(let data) = response.body else { return "The answer is a stream" }
        let text = String(decoding: data, as: UTF8.self)
        let object = try? JSONSerialization.jsonObject(with: data)
        let isRefused = response.status >= 300
        guard isRefused == (call.refusal != nil) else {
            return isRefused
                ? "It was refused: \(response.status) \(text)" : "It was to be refused, and came to \(text)"
        }
        if let refusal = call.refusal, (object as? [String: Any])?["code"] as? String != refusal {
            return "It was to be refused with \(refusal), and the answer is \(text)"
        }
        if let name = call.name { kept[name] = object as? [String: Any] }
        guard let expectation = call.expectation.map(filled),
            let expected = try? JSONSerialization.jsonObject(with: Data(expectation.utf8), options: .fragmentsAllowed)
        else { return nil }
        return JSONMatch.difference(between: expected, and: object ?? NSNull())
    }

    private mutating func check(_ types: [String]) async -> String? {
        let new = await notifications(seen)
        seen += new.count
        guard new != types else { return nil }
        return "Expected \(Self.list(types)), and there are \(Self.list(new))"
    }

    private static func list(_ types: [String]) -> String {
        types.isEmpty ? "none" : types.joined(separator: ", ")
    }

    /// The text with `{name.field}` replaced by what was kept.
    private func filled(_ text: String) -> String {
        var text = text
        for (name, fields) in kept {
            for (field, value) in fields { text = text.replacing("{\(name).\(field)}", with: "\(value)") }
        }
        return text
    }

    private static func firstHole(in text: String) -> Substring? {
        text.firstMatch(of: /\{[A-Za-z0-9]+\.[A-Za-z0-9]+\}/)?.output
    }
}

/// Compares JSON values.
enum JSONMatch {
    /// Where a value lacks something that is expected of it, in words; `nil` when it lacks nothing.
    ///
    /// Objects may have more members than are expected; arrays must be as long.
    static func difference(between expected: Any, and found: Any, at path: String = "$") -> String? {
        switch (expected, found) {
        case (let expected as [String: Any], let found as [String: Any]):
            for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
                guard let other = found[name] else { return "\(path).\(name) is not there" }
                if let difference = difference(between: value, and: other, at: "\(path).\(name)") { return difference }
            }
            return nil
        case (let expected as [Any], let found as [Any]):
            guard expected.count == found.count else {
                return "\(path) has \(found.count) elements, and \(expected.count) were expected"
            }
            for (index, pair) in zip(expected, found).enumerated() {
                if let difference = difference(between: pair.0, and: pair.1, at: "\(path)[\(index)]") {
                    return difference
                }
            }
            return nil
        case (let expected as NSObject, let found as NSObject) where expected.isEqual(found):
            return nil
        default:
            return "\(path) is \(found), and \(expected) was expected"
        }
    }
}
