// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The unit with which systemd runs the subscription server.
@Suite(.timeLimit(.minutes(2))) struct ServiceUnitTests {
    private static let analyzer = URL(fileURLWithPath: "/usr/bin/systemd-analyze")

    private func unit() throws -> String {
        try String(contentsOf: Place.serviceUnit, encoding: .utf8)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analyzer.path)))
    func systemdHasNothingAgainstIt() async throws {
        try await withDirectory { directory in
            // Installed where the tests have it.
            let text = try unit().replacing("/usr/local/bin/openstorekit", with: Place.tool.path)
            let file = directory.appending(path: "openstorekit-backend.service")
            try text.write(to: file, atomically: true, encoding: .utf8)
            let outcome = try await Tool.with(["verify", file.path], executable: Self.analyzer) { await $0.outcome() }
            #expect(outcome.end == .exit(0) && outcome.complaints.isEmpty, "\(outcome.complaints)")
        }
    }

    @Test func itStartsWhatTheCommandUnderstands() async throws {
        try await withDirectory { directory in
            let line = try #require(try unit().split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
            let config = directory.appending(path: "backend.json")
            try #"{"apps": [{"bundleId": "com.example.shop"}]}"#.write(to: config, atomically: true, encoding: .utf8)
            let arguments = line.split(separator: " ").dropFirst().map { word in
                String(word).replacing("/etc/openstorekit/backend.json", with: config.path)
            }
            // As systemd does.
            let environment = ["STATE_DIRECTORY": directory.path]
            func check(_ more: [String: String] = [:]) async throws -> Tool.Outcome {
                try await Tool.run(
                    [arguments[0], "check"] + arguments.dropFirst(), environment: environment.merging(more) { $1 })
            }
            let outcome = try await check()
            #expect(outcome.end == .exit(0), "\(outcome.complaints)")
            #expect(outcome.output.contains(directory.appending(path: "ledger.db").path))
            // What the operator says counts before that, wherever it is said.
            let elsewhere = directory.appending(path: "elsewhere.db").path
            #expect(try await check(["OPENSTOREKIT_BACKEND_DATABASE": elsewhere]).output.contains(elsewhere))
            let text = #"{"database": "\#(elsewhere)", "apps": [{"bundleId": "com.example.shop"}]}"#
            try text.write(to: config, atomically: true, encoding: .utf8)
            #expect(try await check().output.contains(elsewhere))
        }
    }
}
