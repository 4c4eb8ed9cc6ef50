// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What an operator says about a server, in one of the places where that can be said.
///
/// Flags of the command count before the environment, the environment before the file, and the file before the defaults.
package struct BackendSettings: Sendable, Hashable {
    /// What is said about an app.
    package struct App: Sendable, Hashable, Decodable {
        /// The app's bundle identifier.
        package var bundleId: String
        /// Apple's number for the app; without it nothing from Production is taken.
        package var appAppleId: Int64?
        /// Files with the root certificates of local stores, by the one environment they count in.
        package var roots: [String: [String]]?
        /// How to ask the App Store Server API.
        package var serverAPI: ServerAPI?

        /// Describes an app.
        package init(
            bundleId: String, appAppleId: Int64? = nil, roots: [String: [String]]? = nil, serverAPI: ServerAPI? = nil
        ) {
            self.bundleId = bundleId
            self.appAppleId = appAppleId
            self.roots = roots
            self.serverAPI = serverAPI
        }

        /// What this says of the app, and what another says of it where this is silent; roots go by environment.
        func over(_ other: Self) -> Self {
            var joined = self
            joined.appAppleId = appAppleId ?? other.appAppleId
            joined.roots = other.roots.map { $0.merging(roots ?? [:]) { $1 } } ?? roots
            joined.serverAPI = serverAPI ?? other.serverAPI
            return joined
        }
    }

    /// The key of an app for the App Store Server API.
    package struct ServerAPI: Sendable, Hashable, Decodable {
        /// The `.p8` file.
        package var keyFile: String
        /// The key's identifier.
        package var keyId: String
        /// The identifier of who issued it.
        package var issuerId: String
        /// Local stores to ask in Apple's place, by environment.
        package var urls: [String: String]?

        /// Describes a key.
        package init(keyFile: String, keyId: String, issuerId: String, urls: [String: String]? = nil) {
            self.keyFile = keyFile
            self.keyId = keyId
            self.issuerId = issuerId
            self.urls = urls
        }
    }

    /// The file of the ledger, or the address of a PostgreSQL database.
    package var database: String?
    /// The address to listen on.
    package var host: String?
    /// The port, as text, since it may come from the environment.
    package var port: String?
    /// `off`, `softFail` or `hardFail`.
    package var revocation: String?
    /// The files with which the server speaks TLS itself: a chain of certificates, and the key of the first, in PEM.
    package var tlsCertificate: String?
    package var tlsKey: String?
    /// For how many days the texts of notifications are kept, as text; for ever when left out.
    package var payloadDays: String?
    /// For how many days events are kept, as text; for ever when left out.
    package var eventDays: String?
    /// The apps.
    package var apps: [App]
    /// What was said and cannot be meant.
    package var problems: [SettingsProblem] = []

    /// Says nothing.
    package init() {
        apps = []
    }

    /// Reads a file.
    ///
    /// - Throws: ``SettingsProblem`` when it is no JSON or has fields of a wrong type or name.
    package init(json: Data) throws(SettingsProblem) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: json)
        } catch {
            throw SettingsProblem(decoding: error, in: json)
        }
        try Self.checkNames(in: json)
        database = file.database
        host = file.host
        port = file.port.map(String.init)
        revocation = file.revocation
        tlsCertificate = file.tlsCertificate
        tlsKey = file.tlsKey
        payloadDays = file.payloadDays.map(String.init)
        eventDays = file.eventDays.map(String.init)
        apps = file.apps ?? []
    }

    /// What these say, and what others say where these are silent.
    ///
    /// So it is with each app, too.
    package func over(_ others: Self) -> Self {
        var joined = self
        joined.database = database ?? others.database
        joined.host = host ?? others.host
        joined.port = port ?? others.port
        joined.revocation = revocation ?? others.revocation
        joined.tlsCertificate = tlsCertificate ?? others.tlsCertificate
        joined.tlsKey = tlsKey ?? others.tlsKey
        joined.payloadDays = payloadDays ?? others.payloadDays
        joined.eventDays = eventDays ?? others.eventDays
        var rest = others.apps
        joined.apps = apps.map { app in
            guard let index = rest.firstIndex(where: { $0.bundleId == app.bundleId }) else { return app }
            return app.over(rest.remove(at: index))
        }
        joined.apps += rest
        joined.problems += others.problems
        return joined
    }

    private struct File: Decodable {
        var database: String?
        var host: String?
        var port: Int?
        var revocation: String?
        var tlsCertificate: String?
        var tlsKey: String?
        var payloadDays: Int?
        var eventDays: Int?
        var apps: [App]?
    }

    /// A name that nobody reads is a mistake that nobody would notice.
    private static func checkNames(in json: Data) throws(SettingsProblem) {
        guard let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any] else { return }
        try check(
            object, at: "",
            ["database", "host", "port", "revocation", "tlsCertificate", "tlsKey", "payloadDays", "eventDays", "apps"])
        for (index, app) in (object["apps"] as? [[String: Any]] ?? []).enumerated() {
            try check(app, at: "apps[\(index)].", ["bundleId", "appAppleId", "roots", "serverAPI"])
            let access = app["serverAPI"] as? [String: Any] ?? [:]
            try check(access, at: "apps[\(index)].serverAPI.", ["keyFile", "keyId", "issuerId", "urls"])
        }
    }

    private static func check(
        _ object: [String: Any], at path: String, _ known: [String]
    ) throws(SettingsProblem) {
        guard let strange = object.keys.filter({ !known.contains($0) }).min() else { return }
        throw SettingsProblem(
            path: path + strange, message: "There is no such setting",
            fix: "The settings here are \(known.joined(separator: ", ")).")
    }
}
