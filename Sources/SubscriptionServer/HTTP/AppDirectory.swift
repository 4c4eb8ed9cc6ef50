// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService

/// Which app and environment a request is about.
struct AppDirectory: Sendable {
    /// The environments whose data is taken, by the app.
    let environments: [String: Set<AppStoreEnvironment>]
    private let names: [String]

    init(apps: [String: AppRegistration]) {
        environments = apps.mapValues(\.environments)
        names = apps.keys.sorted()
    }

    /// The app that the query names, or the only one there is.
    func app(_ call: Call) throws(BackendFailure) -> String {
        guard let name = call.request.query.first("app") else {
            guard let only = names.first, names.count == 1 else {
                throw .badRequest("There are several apps", fix: "Say which with ?app=, one of \(names).")
            }
            return only
        }
        guard environments[name] != nil else {
            throw .notFound("There is no app \(name)", fix: "Take one of \(names).")
        }
        return name
    }

    /// The environment that the query names; else the one where money is paid, as far as the app has that.
    func environment(_ call: Call, of app: String) throws(BackendFailure) -> String {
        let known = environments[app] ?? []
        guard let name = call.request.query.first("environment") else {
            return (known.contains(.production) ? AppStoreEnvironment.production : .sandbox).rawValue
        }
        guard let environment = AppStoreEnvironment(rawValue: name), known.contains(environment) else {
            let names = known.map(\.rawValue).sorted()
            throw .badRequest("There is no environment \(name) of \(app)", fix: "Take one of \(names).")
        }
        return name
    }

    static let query: [String: JSONSchema] = ["app": .string, "environment": .string]
}
