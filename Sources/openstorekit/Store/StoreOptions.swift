// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreServer

/// What `openstorekit store` was told.
struct StoreOptions: Sendable {
    /// At least one.
    var apps: [AppOptions]
    var host = "127.0.0.1"
    var port: UInt16 = 8080
    var environment = AppStoreEnvironment.sandbox
    var notify: [NotifyOption] = []
    var timeRate: TimeRate?
    var data: String?
    var seed: UInt64?
    var server = ServerOptions()
    var controlToken: String?
    var clientToken: String?
    var scenario: String?
    var exitsWhenDone = false
    var isQuiet = false
    var printsJSON = false
    var isVerbose = false

    init(_ options: Options) throws(CommandError) {
        apps = try AppOptions.apps(options)
        host = options.value("--listen") ?? host
        controlToken = try options.token("--control-token", "OPENSTOREKIT_CONTROL_TOKEN")
        clientToken = try options.token("--client-token", "OPENSTOREKIT_TOKEN")
        guard RequestGuard.isLoopback(host) || controlToken != nil else {
            throw CommandError(
                .missingControlToken, "\(host) can be reached by other machines, and the control API is open to all",
                fix: "Add --control-token with a secret of at least 16 characters, or listen on 127.0.0.1.")
        }
        scenario = options.value("--scenario")
        exitsWhenDone = options.has("--exit-when-done")
        guard scenario != nil || !exitsWhenDone else {
            throw CommandError(
                .missingValue, "--exit-when-done has nothing to wait for", fix: "Add --scenario FILE.")
        }
        isQuiet = options.has("--quiet")
        port = try options.port() ?? port
        environment =
            try options.value("--environment", expected: "Sandbox or Production") { text in
                [.sandbox, .production].first { $0.rawValue.lowercased() == text.lowercased() }
            } ?? environment
        notify = try NotifyOption.list(options, "--notify", for: apps)
        let rates = TimeRate.allCases.map(\.name)
        let known = "one of \(rates.joined(separator: ", "))"
        let expected =
            options.value("--time-rate").flatMap { Suggestion.nearest(to: $0, among: rates) }
            .map { "\(known). The nearest is \($0)" } ?? known
        timeRate = try options.value("--time-rate", expected: expected) { TimeRate(name: $0) }
        data = options.value("--data")
        seed = try options.value("--seed", expected: "a number from 0 to \(UInt64.max)") { UInt64($0) }
        server = try ServerOptions(options, environment: environment, apps: apps)
        printsJSON = options.has("--json")
        isVerbose = options.has("--verbose")
    }
}

extension Options {
    /// A secret of the command line or else of the environment, where an empty one is none.
    fileprivate func token(_ name: String, _ variable: String) throws(CommandError) -> String? {
        let environment = ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        let place = value(name) == nil ? "$\(variable)" : name
        guard let token = value(name) ?? environment else { return nil }
        // Said without the token, which may be nearly right.
        guard token.utf8.count >= 16, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandError(
                .invalidValue, "\(place) has to be at least 16 characters of ASCII, without spaces",
                fix: place == name
                    ? "Make one with openssl rand -hex 16."
                    : "Make one with openssl rand -hex 16, or unset \(variable).")
        }
        return token
    }

    /// Where to listen; 0 stands for any free port.
    func port() throws(CommandError) -> UInt16? {
        try value("--port", expected: "a number from 0 to 65535") { UInt16($0) }
    }
}
