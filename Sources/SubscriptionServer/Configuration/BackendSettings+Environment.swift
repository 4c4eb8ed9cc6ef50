// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension BackendSettings {
    private static let prefix = "OPENSTOREKIT_BACKEND_"

    /// The variables of the environment that are read.
    package static let variables = [
        "DATABASE", "HOST", "PORT", "REVOCATION", "TLS_CERTIFICATE", "TLS_KEY", "PAYLOAD_DAYS", "EVENT_DAYS",
        "BUNDLE_ID",
        "APP_APPLE_ID", "CONFIG",
    ].map { prefix + $0 }

    /// The variables that look like settings and are read by nobody, in order.
    package static func strangeVariables(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix(prefix) && !variables.contains($0) }.sorted()
    }

    /// What counts where nothing else says it: a service of systemd keeps its ledger in its state directory.
    package static func defaults(environment: [String: String]) -> Self {
        var settings = Self()
        // There may be several, of which the first is the one that is meant for it.
        settings.database = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map { "\($0)/ledger.db" }
        return settings
    }

    /// Reads what the environment says.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[Self.prefix + name].flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init()
        database = value("DATABASE")
        host = value("HOST")
        port = value("PORT")
        revocation = value("REVOCATION")
        tlsCertificate = value("TLS_CERTIFICATE")
        tlsKey = value("TLS_KEY")
        payloadDays = value("PAYLOAD_DAYS")
        eventDays = value("EVENT_DAYS")
        var app = value("BUNDLE_ID").map { App(bundleId: $0) }
        if let text = value("APP_APPLE_ID") {
            let path = Self.prefix + "APP_APPLE_ID"
            if let number = Int64(text), number > 0 {
                app?.appAppleId = number
                if app == nil {
                    problems.append(
                        SettingsProblem(
                            path: path, message: "It says something about an app that is not named",
                            fix: "Name it with \(Self.prefix)BUNDLE_ID."))
                }
            } else {
                problems.append(
                    SettingsProblem(
                        path: path, message: "\(text) is no number of an app", fix: "Give one such as 1234567890."))
            }
        }
        apps = app.map { [$0] } ?? []
    }
}
