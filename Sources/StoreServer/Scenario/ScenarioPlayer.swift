// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine

/// Plays a script against one or several stores, step by step.
package struct ScenarioPlayer {
    private let stages: [ScenarioStage]
    /// What was kept, by name.
    private var kept: [String: [String: Any]] = [:]
    /// How many notifications of each stage were looked at.
    private var seen: [Int]

    /// Creates a player; the first store's environment is that of steps which name none.
    package init(_ stages: [ScenarioStage]) async {
        self.stages = stages
        seen = []
        // What a store that is kept has announced before is not part of the story.
        for stage in stages { seen.append(await stage.notifications(0).count) }
    }

    /// Plays until a step does not go as it is to.
    package mutating func play(_ scenario: Scenario) async -> ScenarioReport {
        var lines: [ScenarioReport.Line] = []
        for step in scenario.steps {
            let problem = await perform(step)
            lines.append(ScenarioReport.Line(title: step.title, problem: problem))
            if problem != nil { break }
        }
        return ScenarioReport(lines: lines, count: scenario.steps.count)
    }

    /// Returns what is wrong.
    private mutating func perform(_ step: Scenario.Step) async -> String? {
        let environment = step.environment ?? stages.first?.identity.environment.rawValue
        let places = stages.indices.filter { index in
            let identity = stages[index].identity
            return identity.environment.rawValue == environment && (step.app ?? identity.bundleID) == identity.bundleID
        }
        guard places.count == 1 else {
            let list = stages.map(\.description).joined(separator: ", ")
            return places.isEmpty
                ? "There is no such store; there are \(list)"
                : "The step does not say by \"app\" which is meant of \(list)"
        }
        switch step.action {
        case .call(let call): return await perform(call, at: stages[places[0]])
        case .notifications(let types): return await check(types, at: places[0])
        }
    }

    private mutating func perform(_ call: Scenario.Call, at stage: ScenarioStage) async -> String? {
        let path = filled(call.path)
        if let open = Self.firstHole(in: path) { return "No step before this kept \(open)" }
        guard let target = HTTPTarget(ControlAPI.basePath + path) else { return "\(path) is no path" }
        let content = filled(call.content ?? "")
        if let open = Self.firstHole(in: content) { return "No step before this kept \(open)" }
        let response: HTTPResponse
        do {
            response = try await stage.answer(
                HTTPRequest(method: call.method, target: target, body: Data(content.utf8)))
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

    private mutating func check(_ types: [String], at place: Int) async -> String? {
        let new = await stages[place].notifications(seen[place])
        seen[place] += new.count
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
