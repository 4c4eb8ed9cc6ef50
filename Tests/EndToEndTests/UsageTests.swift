// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct UsageTests {
    @Test(arguments: ["version", "--version"])
    func `The version is one line`(word: String) async throws {
        let outcome = try await Tool.run([word])
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.wholeMatch(of: /openstorekit \d+\.\d+\.\d+\n/) != nil)
        #expect(outcome.complaints.isEmpty)
    }

    @Test(arguments: ["help", "--help", "-h"])
    func `Help names every command`(word: String) async throws {
        let outcome = try await Tool.run([word])
        #expect(outcome.end == .exit(0))
        for command in ["store", "backend", "up", "demo", "verify", "inspect", "version"] {
            #expect(outcome.output.contains("\n  \(command) "))
        }
    }

    @Test(arguments: ["store", "backend", "up", "demo", "verify", "inspect"])
    func `Each command explains itself in both ways of asking`(command: String) async throws {
        let one = try await Tool.run(["help", command])
        let other = try await Tool.run([command, "--help"])
        #expect(one.end == .exit(0))
        #expect(one.output == other.output)
        #expect(one.output.lowercased().hasPrefix("usage: openstorekit \(command)"))
    }

    @Test func `Without a command the usage is a complaint`() async throws {
        let outcome = try await Tool.run([])
        #expect(outcome.end == .exit(2))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.hasPrefix("usage: "))
    }

    @Test(arguments: [
        ("stroe", "Did you mean openstorekit store?"), ("inspcet", "Did you mean openstorekit inspect?"),
        ("ver", "Did you mean openstorekit verify?"), ("purchase", "The commands are "),
    ])
    func `An unknown command is answered with the nearest known one`(word: String, advice: String) async throws {
        let outcome = try await Tool.run([word])
        #expect(outcome.end == .exit(2))
        #expect(outcome.complaints.contains("There is no command \(word). \(advice)"))
        #expect(outcome.complaints.isOneLine)
    }

    @Test(arguments: [
        ["--prot", "1"], ["--port"], ["--port", "--json"], ["--port", "65536"], ["--port=eighty"], ["--port="],
        ["--port", "1", "--port", "2"], ["--json=yes"], ["--app-apple-id", "0"], ["--bundle-id", "com example"],
        ["--environment", "Xcode"], ["--notify", "localhost"], ["--notify", "ftp://127.0.0.1/"],
        ["--time-rate", "slow"], ["--seed", "-1"], ["-x"],
    ])
    func `Options that cannot be meant are refused in one line`(arguments: [String]) async throws {
        let outcome = try await Tool.run(["store", Place.shop.path] + arguments)
        #expect(outcome.end == .exit(2))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.hasPrefix("openstorekit store: "))
        #expect(outcome.complaints.isOneLine)
    }

    @Test(arguments: ["--control-token", "--client-token", "OPENSTOREKIT_CONTROL_TOKEN", "OPENSTOREKIT_TOKEN"])
    func `Tokens that are short or have spaces are refused without being shown`(name: String) async throws {
        for token in ["short-secret", "secret with some spaces"] {
            let isOption = name.hasPrefix("--")
            let outcome = try await Tool.run(
                ["store", Place.shop.path, "--port", "0"] + (isOption ? ["\(name)=\(token)"] : []),
                environment: isOption ? [:] : [name: token])
            #expect(outcome.end == .exit(2))
            #expect(outcome.complaints.contains(name))
            #expect(!outcome.complaints.contains("secret"))
            #expect(outcome.complaints.isOneLine)
        }
    }

    @Test func `An unknown option is answered with the nearest known one`() async throws {
        let outcome = try await Tool.run(["store", Place.shop.path, "--prot", "8080"])
        #expect(outcome.complaints.contains("There is no option --prot. Did you mean --port?"))
    }

    @Test func `An unknown time rate lists those there are, and the nearest`() async throws {
        let outcome = try await Tool.run(["store", Place.shop.path, "--time-rate", "oneDayIsOneMinute"])
        #expect(outcome.complaints.contains("monthlyRenewalEveryThirtySeconds"))
        let near = try await Tool.run(["store", Place.shop.path, "--time-rate", "oneMinuteIsOneDy"])
        #expect(near.complaints.contains("The nearest is oneMinuteIsOneDay."))
    }

    @Test(arguments: ["store", "demo"])
    func `Behind two hyphens everything is a file`(command: String) async throws {
        let outcome = try await Tool.run([command, "--", "--port"])
        #expect(outcome.end == .exit(1))
        #expect(outcome.complaints.contains("There is no file --port."))
    }
}

extension String {
    /// Whether it is a line and nothing more.
    var isOneLine: Bool {
        last == "\n" && !dropLast().contains("\n")
    }
}
