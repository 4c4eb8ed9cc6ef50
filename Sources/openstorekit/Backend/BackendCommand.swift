// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService
import SubscriptionServer

/// `openstorekit backend`: runs the subscription server, or does something with what it runs on.
struct BackendCommand: Sendable {
    private enum Work {
        case run, check
        case backup(to: String)
        case backfill(from: String)
        case report(Report)
    }

    private let settings: BackendSettings
    private let work: Work
    private let rate: Double
    private let printsJSON: Bool
    private let isQuiet: Bool

    /// Reads the arguments; `nil` when they asked for help, which was given.
    init?(_ arguments: [String]) throws(CommandError) {
        let options = try Options(arguments, syntax: Self.syntax)
        guard !options.has("--help"), !options.has("-h") else {
            Terminal.print(Self.usage)
            return nil
        }
        work = options.files == ["report"] ? .report(try Report(options)) : try Self.work(options.files)
        settings = try Self.settings(options)
        rate =
            try options.value("--rate", expected: "how many in a second, as in 20") {
                Double($0).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
            } ?? 20
        printsJSON = options.has("--json")
        isQuiet = options.has("--quiet")
    }

    private static func work(_ words: [String]) throws(CommandError) -> Work {
        switch (words.first, words.count) {
        case (nil, _): return .run
        case ("check", 1): return .check
        case ("backup", 2): return .backup(to: words[1])
        case ("backfill", 2): return .backfill(from: words[1])
        case ("backfill", _):
            throw CommandError(
                .missingFile, "No file with transactions is given",
                fix: "Name one with an identifier a line, as in openstorekit backend backfill FILE.")
        case ("backup", _):
            throw CommandError(
                .missingFile, "No file to write to is given", fix: "Name one, as in openstorekit backend backup FILE.")
        default:
            throw CommandError(
                .unexpectedArgument, "\(words.joined(separator: " ")) is nothing to do",
                fix: "Say check, backup FILE, backfill FILE, report, or nothing to run the server.")
        }
    }

    private static func settings(_ options: Options) throws(CommandError) -> BackendSettings {
        let environment = ProcessInfo.processInfo.environment
        var settings = BackendSettings()
        settings.database = options.value("--database")
        settings.host = options.value("--host")
        settings.port = try options.port().map(String.init)
        settings.revocation = options.value("--revocation")
        settings.tlsCertificate = options.value("--tls-certificate")
        settings.tlsKey = options.value("--tls-key")
        settings.payloadDays = options.value("--payload-days")
        settings.eventDays = options.value("--event-days")
        let number = try options.value("--app-apple-id", expected: "a number such as 1234567890") {
            Int64($0).flatMap { $0 > 0 ? $0 : nil }
        }
        let roots = options.list("--root")
        if let bundleID = options.value("--bundle-id") {
            settings.apps = [
                .init(bundleId: bundleID, appAppleId: number, roots: roots.isEmpty ? nil : ["Sandbox": roots])
            ]
        } else if number != nil || !roots.isEmpty {
            throw CommandError(
                .missingValue, "--app-apple-id and --root say something about an app that is not named",
                fix: "Name it with --bundle-id.")
        }
        settings = settings.over(BackendSettings(environment: environment))
        let defaults = BackendSettings.defaults(environment: environment)
        guard let path = options.value("--config") ?? environment["OPENSTOREKIT_BACKEND_CONFIG"] else {
            return settings.over(defaults)
        }
        guard let json = FileManager.default.contents(atPath: path) else {
            throw CommandError(.fileUnreadable, "\(path) cannot be read", fix: "Check path and permissions.")
        }
        do throws(SettingsProblem) {
            return settings.over(try BackendSettings(json: json)).over(defaults)
        } catch {
            throw CommandError(.configurationUnusable, "\(path): \(error.path): \(error.message)", fix: error.fix)
        }
    }

    /// Does it; a server runs until SIGINT or SIGTERM has come.
    func run() async throws(CommandError) {
        // In a ledger and its copies stand the secrets of webhooks, and whatever is known of customers.
        umask(0o077)
        let strangers = Self.complainOfStrangers()
        let configuration: SubscriptionServer.Configuration
        switch settings.configuration(reading: Self.read) {
        case .success(let usable): configuration = usable
        case .failure(let found):
            // All of them, for who mends one wants to know of the next.
            for problem in found.problems.dropLast() { Terminal.complain("openstorekit backend: \(problem)") }
            guard let last = found.problems.last else { return }
            throw CommandError(.configurationUnusable, "\(last.path): \(last.message)", fix: last.fix)
        }
        switch work {
        case .run: try await serve(configuration)
        case .check:
            try await Self.check(configuration)
            guard strangers == 0 else {
                throw CommandError(
                    .configurationUnusable, "\(strangers) variables of the environment are read by nobody",
                    fix: "Correct their names, or unset them.")
            }
        case .backup(let path): try backup(configuration, to: path)
        case .backfill(let path): try await Self.backfill(configuration, from: path, rate: rate)
        case .report(let report): try report.show(configuration)
        }
    }

    /// Complains of variables that look like settings and are none; returns how many there are.
    ///
    /// A server starts all the same, for whatever manages services may have set them.
    private static func complainOfStrangers() -> Int {
        let strangers = BackendSettings.strangeVariables(in: ProcessInfo.processInfo.environment)
        for name in strangers {
            let meant = Suggestion.nearest(to: name, among: BackendSettings.variables)
            Terminal.complain(
                "openstorekit backend: \(name): Nobody reads that. "
                    + (meant.map { "Did you mean \($0)?" } ?? "See openstorekit help backend for the names."))
        }
        return strangers.count
    }

    private static func read(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func serve(_ configuration: SubscriptionServer.Configuration) async throws(CommandError) {
        signal(SIGPIPE, SIG_IGN)
        // A limit for files is answered as a full disk is.
        signal(SIGXFSZ, SIG_IGN)
        let interruption = Interruption()
        // In a terminal that is closed, a server without a certificate has nothing to live on for.
        let reloads = configuration.identity != nil || isatty(STDIN_FILENO) == 0 ? ReloadRequests() : nil
        let log: @Sendable (String) -> Void = { Terminal.complain($0) }
        let running = try await RunningBackend(configuration, log: isQuiet ? nil : log)
        Terminal.print(printsJSON ? running.json : running.text)
        await withTaskGroup(of: Void.self) { group in
            if let requests = reloads?.requests {
                group.addTask { for await _ in requests { reload(running) } }
            }
            await interruption.wait()
            group.cancelAll()
        }
        withExtendedLifetime(reloads) {}
        await running.stop()
        if !printsJSON { Terminal.print("The server is closed.") }
    }

    /// Reads the certificate again.
    private func reload(_ running: RunningBackend) {
        guard let problem = running.renew(settings.identity(reading: Self.read)), isQuiet else { return }
        Terminal.complain("openstorekit backend: \(problem)")
    }

    private func backup(_ configuration: SubscriptionServer.Configuration, to path: String) throws(CommandError) {
        guard case .file(let ledger) = configuration.location else {
            throw CommandError(
                .dataUnusable, "\(configuration.location) is backed up with PostgreSQL's own tools",
                fix: "Run pg_dump --format=custom --file=\(path) \(configuration.location), "
                    + "and restore it with pg_restore --dbname=… \(path) into an empty database.")
        }
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError(.dataUnusable, "\(path) is there already", fix: "Name a file that is not.")
        }
        guard FileManager.default.fileExists(atPath: ledger) else {
            throw CommandError(.fileNotFound, "There is no \(ledger)", fix: "Check the database.")
        }
        try RunningBackend.reporting { () throws(DatabaseError) in
            try LedgerStore.backUp(ledger, to: path)
        }
        Terminal.print(
            "The ledger is backed up in \(path). To restore it, stop the server and put that file in its place.")
    }
}
