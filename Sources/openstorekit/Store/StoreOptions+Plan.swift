// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreServer

/// An app of the command line, and the file that it sells.
struct ServedFile: Sendable {
    let app: AppOptions
    let file: ConfigurationFile
}

/// What follows from the options of a store.
extension StoreOptions {
    /// Reads what the apps sell.
    func files() throws(CommandError) -> [ServedFile] {
        var files: [ServedFile] = []
        for app in apps { files.append(ServedFile(app: app, file: try ConfigurationFile(path: app.file))) }
        return files
    }

    /// Reads the script that is to be played, if there is one.
    func script() throws(CommandError) -> Scenario? {
        guard let path = scenario else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(
                .fileNotFound, "The scenario \(path) cannot be read", fix: "Check the path and its permissions.")
        }
        do throws(ScenarioError) {
            return try Scenario(data)
        } catch {
            throw CommandError(.fileNotScenario, "\(path): \(error.message)", fix: error.fix)
        }
    }

    /// Where certificates and keys are kept, and with --data everything else.
    var dataDirectory: URL {
        data.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? StoreCommand.standardDirectory
    }

    /// The store that sells what the files describe.
    func plan(for files: [ServedFile]) -> RunningStore.Plan {
        var plan = RunningStore.Plan(
            apps: files.map(plan), timeRate: timeRate, dataDirectory: dataDirectory, server: server, address: host,
            port: port, seed: seed)
        plan.controlToken = controlToken
        plan.clientToken = clientToken
        return plan
    }

    private func plan(of served: ServedFile) -> RunningStore.Plan.App {
        let app = served.app
        let place = StoreDataDirectory.place(of: app.bundleID, in: dataDirectory, isAlone: apps.count == 1)
        return RunningStore.Plan.App(
            configuration: served.file.configuration,
            identity: AppIdentity(bundleID: app.bundleID, appAppleID: app.appAppleID, environment: environment),
            notificationURLs: notify.urls(of: app.bundleID),
            keeping: data == nil ? nil : .init(document: served.file.document, directory: place))
    }
}
