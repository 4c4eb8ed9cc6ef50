// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import StoreServer

/// `openstorekit store`: runs a local App Store until it is told to stop.
struct StoreCommand: Sendable {
    private let settings: StoreOptions

    /// Reads the arguments; `nil` when they asked for help, which was given.
    init?(_ arguments: [String]) throws(CommandError) {
        let options = try Options(arguments, syntax: Self.syntax)
        guard !options.has("--help"), !options.has("-h") else {
            Terminal.print(Self.usage)
            return nil
        }
        settings = try StoreOptions(options)
    }

    /// Returns when SIGINT or SIGTERM has come and the store has closed.
    func run() async throws(CommandError) {
        // A reader of our output that goes away must not end the store.
        signal(SIGPIPE, SIG_IGN)
        let interruption = Interruption()
        let apps = try settings.files()
        for problem in apps.flatMap({ app in app.file.document.problems.map { (app.file.path, $0) } })
        where problem.1.severity > .note {
            Terminal.complain("\(problem.0): \(problem.1)")
        }
        let scenario = try settings.script()
        var plan = settings.plan(for: apps)
        plan.logsPayloads = settings.isVerbose
        let isQuiet = settings.isQuiet
        let log: @Sendable (String) -> Void = { line in
            if !isQuiet { Terminal.complain("\(Date().formatted(.iso8601)) \(line)") }
        }
        let store = try RunningStore(plan, log: log)
        let production = try settings.server.productionPort.map { port throws(CommandError) in
            try RunningStore(plan.production(port: port), beside: store) { log("Production: \($0)") }
        }
        let greeting = StoreGreeting(store: store, production: production?.url, apps: apps, settings: settings)
        Terminal.print(settings.printsJSON ? greeting.json : greeting.text)
        let report = if let scenario { await store.play(scenario, beside: production) } else { ScenarioReport?.none }
        if let report { Terminal.print(report.text) }
        if !settings.exitsWhenDone { await interruption.wait() }
        await store.stop()
        await production?.stop()
        if !settings.printsJSON { Terminal.print("The store is closed.") }
        if settings.exitsWhenDone, let report, !report.passed {
            throw CommandError(
                .scenarioFailed, "The scenario failed at step \(report.lines.count) of \(report.count)",
                fix: "The report above says what was expected.")
        }
    }

    /// Where certificates and keys are kept when nobody says where.
    static var standardDirectory: URL {
        let state = ProcessInfo.processInfo.environment["XDG_STATE_HOME"] ?? ""
        // The XDG base directory specification has relative paths ignored.
        let parent =
            state.hasPrefix("/")
            ? URL(fileURLWithPath: state, isDirectory: true)
            : FileManager.default.homeDirectoryForCurrentUser.appending(
                path: ".local/state", directoryHint: .isDirectory)
        return parent.appending(path: "openstorekit", directoryHint: .isDirectory)
    }
}
