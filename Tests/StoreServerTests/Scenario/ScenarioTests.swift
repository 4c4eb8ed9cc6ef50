// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct ScenarioTests {
    private func play(_ json: String, in store: TestStore) async throws -> ScenarioReport {
        let scenario = try Scenario(Data(json.utf8))
        var player = await ScenarioPlayer([stage(store)])
        return await player.play(scenario)
    }

    private func stage(_ store: TestStore) -> ScenarioStage {
        ScenarioStage(
            identity: store.host.read { $0.identity },
            answer: { [router = store.router] in try await router.respond(to: $0) },
            notifications: { _ in [] })
    }

    @Test("Steps are played in order, and what one kept the next can use")
    func plays() async throws {
        let report = try await play(
            """
            {"steps": [
                {"call": "POST /purchases", "with": {"productId": "\(Shop.lamp)"}, "expect": {"price": 4990}, "keep": "lamp"},
                {"title": "Back", "call": "POST /transactions/{lamp.transactionId}/refund", "with": {"reason": 1}},
                {"call": "POST /transactions/{lamp.transactionId}/refund", "refused": "invalidAction"},
                {"call": "GET /transactions", "expect": {"transactions": [{"transactionId": "{lamp.transactionId}"}]}},
                {"notifications": []}
            ]}
            """, in: TestStore())
        #expect(report.passed)
        #expect(report.lines.map(\.title).prefix(2) == ["POST /purchases", "Back"])
        #expect(report.text.hasSuffix("The scenario passed: 5 steps."))
    }

    @Test(
        "The first step that goes wrong ends it, and the report says what was expected",
        arguments: [
            (#"{"call":"POST /purchases","with":{"productId":"x"}}"#, "productUnavailable"),
            (#"{"call":"GET /clock","expect":{"now":1}}"#, "$.now is"),
            (#"{"call":"GET /clock","expect":{"later":1}}"#, "$.later is not there"),
            (#"{"call":"GET /transactions","expect":{"transactions":[{}]}}"#, "0 elements"),
            (#"{"call":"GET /clock","refused":"x"}"#, "was to be refused"),
            (#"{"call":"POST /purchases","with":{},"refused":"x"}"#, "refused with x"),
            (#"{"call":"GET /transactions/{a.b}"}"#, "kept {a.b}"), (#"{"notifications":["TEST"]}"#, "Expected TEST"),
        ])
    func fails(step: String, reason: String) async throws {
        let report = try await play(#"{"steps":[\#(step),{"call":"GET /clock"}]}"#, in: TestStore())
        #expect(!report.passed)
        #expect(report.lines.count == 1)
        #expect(report.lines.first?.problem?.contains(reason) == true)
        #expect(report.text.contains("FAILED at step 1 of 2"))
    }

    @Test(
        "What is no script is refused with a code",
        arguments: [
            ("", "notJSON"), ("[]", "notJSON"), ("{}", "noSteps"), (#"{"steps":[]}"#, "noSteps"),
            (#"{"steps":[{}]}"#, "badStep"), (#"{"steps":[{"call":"clock"}]}"#, "badStep"),
            (#"{"steps":[{"call":"GET /clock","wiht":{}}]}"#, "badStep"),
            (#"{"steps":[{"call":"GET /clock"}],"more":1}"#, "badStep"),
        ])
    func refuses(json: String, code: String) {
        let error = #expect(throws: ScenarioError.self) { try Scenario(Data(json.utf8)) }
        #expect(error?.code.rawValue == code)
    }
}
