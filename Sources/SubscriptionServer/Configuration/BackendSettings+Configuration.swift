// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
package import Foundation
package import HTTPService
import SignedData

extension BackendSettings {
    /// What the settings come to, or everything that is wrong with them.
    ///
    /// - Parameter read: Reads a file.
    package func configuration(
        reading read: (String) throws -> Data
    ) -> Result<SubscriptionServer.Configuration, SettingsProblems> {
        var problems = self.problems
        func say(_ path: String, _ message: String, _ fix: String) {
            problems.append(SettingsProblem(path: path, message: message, fix: fix))
        }
        if database?.isEmpty ?? true {
            say(
                "database", "There is none",
                "Give a file or postgres://… with --database, OPENSTOREKIT_BACKEND_DATABASE or in the file.")
        } else if let problem = database.flatMap({ DatabaseLocation($0).problem }) {
            say("database", problem.message, problem.fix)
        }
        let port = self.port.map { UInt16($0) } ?? Self.standardPort
        if port == nil { say("port", "\(self.port ?? "") is none", "Give a number from 0 to 65535.") }
        let revocations: [String: Trust.Revocation] = [
            "off": .off, "softFail": .ocspSoftFail, "hardFail": .ocspHardFail,
        ]
        let revocation = revocations[self.revocation ?? "off"]
        if revocation == nil {
            say("revocation", "\(self.revocation ?? "") is no way to check", "Give off, softFail or hardFail.")
        }
        let retention = Retention(
            payloadDays: payloadDays.flatMap { Int64($0) }, eventDays: eventDays.flatMap { Int64($0) })
        for (path, text, days, least) in [
            ("payloadDays", payloadDays, retention.payloadDays, 1),
            ("eventDays", eventDays, retention.eventDays, Retention.leastEventDays),
        ] where text != nil && !(least...36_500).contains(days ?? 0) {
            say(path, "\(text ?? "") is no number of days", "Give one from \(least) to 36500, or none to keep all.")
        }
        let identity = identity(reading: read) { problems.append($0) }
        if apps.isEmpty {
            say("apps", "There is none", "Give --bundle-id, OPENSTOREKIT_BACKEND_BUNDLE_ID or apps in the file.")
        }
        var registrations: [AppRegistration] = []
        var clients: [String: [AppStoreEnvironment: AppStoreServerAPIClient]] = [:]
        for (index, app) in apps.enumerated() {
            if apps[..<index].contains(where: { $0.bundleId == app.bundleId }) {
                say("apps[\(index)].bundleId", "\(app.bundleId) is there twice", "Name each app once.")
            }
            let registration = registration(app, at: "apps[\(index)]", reading: read) { problems.append($0) }
            registrations.append(registration)
            clients[app.bundleId] = self.clients(
                app, of: registration, at: "apps[\(index)].serverAPI", reading: read
            ) { problems.append($0) }
        }
        guard problems.isEmpty, let port, let revocation, let database else {
            return .failure(SettingsProblems(problems: problems))
        }
        var configuration = SubscriptionServer.Configuration(
            database: database, apps: registrations, address: host ?? "127.0.0.1", port: port,
            revocation: revocation)
        configuration.clients = clients
        configuration.retention = retention
        configuration.identity = identity
        for app in apps {
            guard let access = app.serverAPI, let pem = try? read(access.keyFile) else { continue }
            configuration.keys[app.bundleId] = ServerAPIKey(
                pem: String(decoding: pem, as: UTF8.self), keyID: access.keyId, issuerID: access.issuerId)
        }
        return .success(configuration)
    }

    /// What the server proves who it is with, `nil` without TLS; or what is wrong with the files.
    ///
    /// - Parameter read: Reads a file.
    package func identity(
        reading read: (String) throws -> Data
    ) -> Result<TLSIdentity?, SettingsProblems> {
        var problems: [SettingsProblem] = []
        let identity = identity(reading: read) { problems.append($0) }
        return problems.isEmpty ? .success(identity) : .failure(SettingsProblems(problems: problems))
    }

    private static let standardPort: UInt16 = 8090

    private func identity(
        reading read: (String) throws -> Data, say: (SettingsProblem) -> Void
    ) -> TLSIdentity? {
        guard tlsCertificate != nil || tlsKey != nil else { return nil }
        var texts: [String] = []
        for (path, file) in [("tlsCertificate", tlsCertificate), ("tlsKey", tlsKey)] {
            guard let file else {
                say(.init(path: path, message: "There is none", fix: "Give both certificate and key, or neither."))
                continue
            }
            guard let data = try? read(file) else {
                say(.init(path: path, message: "\(file) cannot be read", fix: "Check path and permissions."))
                continue
            }
            texts.append(String(decoding: data, as: UTF8.self))
        }
        return texts.count == 2 ? TLSIdentity(certificates: texts[0], key: texts[1]) : nil
    }

    private func registration(
        _ app: App, at path: String, reading read: (String) throws -> Data, say: (SettingsProblem) -> Void
    ) -> AppRegistration {
        var registration = AppRegistration(bundleID: app.bundleId, appAppleID: app.appAppleId)
        if app.bundleId.isEmpty {
            say(.init(path: "\(path).bundleId", message: "It is empty", fix: "Give the app's bundle identifier."))
        }
        if let number = app.appAppleId, number <= 0 {
            say(
                .init(
                    path: "\(path).appAppleId", message: "\(number) is no number of an app",
                    fix: "Give the one that App Store Connect shows, or none."))
        }
        for (name, files) in (app.roots ?? [:]).sorted(by: { $0.key < $1.key }) {
            let place = "\(path).roots.\(name)"
            guard let environment = AppStoreEnvironment(rawValue: name) else {
                let names = "Production, Sandbox, Xcode and LocalTesting"
                say(.init(path: place, message: "There is no such environment", fix: "The environments are \(names)."))
                continue
            }
            for file in files {
                guard let data = try? read(file) else {
                    say(.init(path: place, message: "\(file) cannot be read", fix: "Check path and permissions."))
                    continue
                }
                let text = String(decoding: data, as: UTF8.self)
                guard let root = (try? Certificate(der: data)) ?? (try? Certificate(pem: text)) else {
                    say(.init(path: place, message: "\(file) is no certificate", fix: "Give one in DER or PEM."))
                    continue
                }
                registration.localRoots[environment, default: []].append(root)
            }
        }
        return registration
    }
}

extension BackendSettings {
    /// Whom to ask about an app: Apple in Apple's environments, and local stores where one is named.
    private func clients(
        _ app: App, of registration: AppRegistration, at path: String, reading read: (String) throws -> Data,
        say: (SettingsProblem) -> Void
    ) -> [AppStoreEnvironment: AppStoreServerAPIClient] {
        guard let access = app.serverAPI else { return [:] }
        guard let pem = (try? read(access.keyFile)).map({ String(decoding: $0, as: UTF8.self) }) else {
            say(.init(path: "\(path).keyFile", message: "\(access.keyFile) cannot be read", fix: "Check the path."))
            return [:]
        }
        var clients: [AppStoreEnvironment: AppStoreServerAPIClient] = [:]
        for environment in registration.environments.sorted(by: { $0.rawValue < $1.rawValue }) {
            let address = access.urls?[environment.rawValue]
            let url = address.flatMap(URL.init(string:))
            guard (address == nil) == (url == nil) else {
                say(.init(path: "\(path).urls.\(environment.rawValue)", message: "It is no address", fix: "Give one."))
                continue
            }
            guard url != nil || environment == .production || environment == .sandbox else { continue }
            do {
                clients[environment] = try AppStoreServerAPIClient(
                    signingKey: pem, keyId: access.keyId, issuerId: access.issuerId, bundleId: app.bundleId,
                    environment: environment, baseURL: url, retryPolicy: .standard)
            } catch {
                say(
                    .init(
                        path: "\(path).keyFile", message: "\(access.keyFile) is no key for the Server API",
                        fix: "Give the .p8 file that App Store Connect made."))
                return [:]
            }
        }
        return clients
    }
}

/// Everything that is wrong with the settings of a server.
package struct SettingsProblems: Error, Sendable, Hashable, CustomStringConvertible {
    /// One after the other, at least one.
    package let problems: [SettingsProblem]

    package var description: String { problems.map(\.description).joined(separator: " ") }
}
