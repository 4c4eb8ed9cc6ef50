// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Scripts as continuous integration plays them.
@Suite(.timeLimit(.minutes(1))) struct ScenarioProcessTests {
    @Test("The example passes, and the exit status says so")
    func passes() async throws {
        try await withDirectory { directory in
            let outcome = try await Tool.run(
                arguments(Place.scenario, data: directory))
            #expect(outcome.end == .exit(0), "\(outcome.output)\n\(outcome.complaints)")
            #expect(outcome.output.contains("The scenario passed: "))
        }
    }

    @Test("A script that fails says where, and the exit status says so")
    func fails() async throws {
        try await withDirectory { directory in
            let script = directory.appending(path: "script.json")
            let json = #"{"steps":[{"call":"GET /accounts","expect":{"accounts":[{}]}}]}"#
            try Data(json.utf8).write(to: script)
            let outcome = try await Tool.run(arguments(script, data: directory.appending(path: "data")))
            #expect(outcome.end == .exit(1))
            #expect(outcome.output.contains("FAILED  1  GET /accounts"))
            #expect(outcome.complaints.contains("The scenario failed at step 1 of 1"))
        }
    }

    @Test("A script that cannot be read is named before the store opens")
    func refuses() async throws {
        try await withDirectory { directory in
            let script = directory.appending(path: "script.json")
            try Data("{".utf8).write(to: script)
            let outcome = try await Tool.run(arguments(script, data: directory))
            #expect(outcome.end == .exit(1))
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaints.contains(script.path))
        }
    }

    @Test("Nobody but this machine is let in without a control token")
    func listens() async throws {
        try await withDirectory { directory in
            let outcome = try await Tool.run([
                "store", Place.shop.path, "--listen", "0.0.0.0", "--data", directory.path,
            ])
            #expect(outcome.end == .exit(2))
            #expect(outcome.complaints.contains("--control-token"))
        }
    }

    private func arguments(_ script: URL, data: URL) -> [String] {
        [
            "store", Place.shop.path, "--port", "0", "--quiet", "--data", data.path, "--scenario", script.path,
            "--exit-when-done",
        ]
    }
}
