// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import SubscriptionServer

extension BackendCommand {
    /// `openstorekit backend report`: how the business does, as tables, JSON or comma-separated values.
    struct Report: Sendable {
        private enum Form {
            case text, json, csv
        }

        private let from: CalendarMonth?
        private let to: CalendarMonth?
        private let app: String?
        private let environment: String?
        private let form: Form

        /// Reads the options.
        init(_ options: Options) throws(CommandError) {
            from = try options.value("--from", expected: "a month such as 2026-01") { CalendarMonth($0) }
            to = try options.value("--to", expected: "a month such as 2026-01") { CalendarMonth($0) }
            app = options.value("--app")
            environment = options.value("--environment")
            form = options.has("--json") ? .json : options.has("--csv") ? .csv : .text
        }

        /// Reads the ledger and prints.
        func show(_ configuration: SubscriptionServer.Configuration) throws(CommandError) {
            if case .file(let ledger) = configuration.location, !FileManager.default.fileExists(atPath: ledger) {
                throw CommandError(.fileNotFound, "There is no \(ledger)", fix: "Check the database.")
            }
            let app = try app(configuration)
            let environment = try environment(of: app)
            let now = StoreInstant(Date())
            let months: ClosedRange<CalendarMonth>
            do throws(FiguresProblem) {
                months = try BusinessFigures.months(from: from, to: to, now: now)
            } catch {
                throw CommandError(.invalidValue, error.message, fix: error.fix)
            }
            let figures = try RunningBackend.reporting { () throws(DatabaseError) -> BusinessFigures? in
                let database = try Database(at: configuration.location)
                // Not brought up to date here, for a server of the former version may be at work.
                guard try !LedgerStore.isOutdated(database) else { return nil }
                return try LedgerStore(database)
                    .figures(app: app.bundleID, environment: environment, months: months, now: now)
            }
            guard let figures else {
                throw CommandError(
                    .dataUnusable, "The tables in \(configuration.location) are not up to date",
                    fix: "Start the server of this version first, which sees to that.")
            }
            switch form {
            case .text: Terminal.print("\(app.bundleID), \(environment)\n\n\(figures.text)")
            case .csv: Terminal.print(figures.csv)
            case .json:
                // Figures have nothing in them that JSON cannot hold.
                Terminal.print((try? WireJSON.encode(figures)).map { String(decoding: $0, as: UTF8.self) } ?? "{}")
            }
        }

        private func app(_ configuration: SubscriptionServer.Configuration) throws(CommandError) -> AppRegistration {
            let apps = configuration.apps
            guard let app = apps.count == 1 && app == nil ? apps.first : apps.first(where: { $0.bundleID == app })
            else {
                let names = apps.map(\.bundleID).sorted().joined(separator: ", ")
                throw CommandError(
                    .invalidValue, app.map { "There is no app \($0)" } ?? "There are several apps",
                    fix: "Say which with --app: \(names).")
            }
            return app
        }

        private func environment(of app: AppRegistration) throws(CommandError) -> String {
            let known = app.environments
            guard let environment else {
                return (known.contains(.production) ? AppStoreEnvironment.production : .sandbox).rawValue
            }
            guard known.contains(where: { $0.rawValue == environment }) else {
                let names = known.map(\.rawValue).sorted().joined(separator: ", ")
                throw CommandError(
                    .invalidValue, "There is no environment \(environment) of \(app.bundleID)",
                    fix: "Take one of \(names).")
            }
            return environment
        }
    }
}
