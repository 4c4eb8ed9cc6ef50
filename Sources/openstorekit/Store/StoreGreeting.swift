// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreServer

/// What a store says when it has opened: where it is, what it signs with, and what to do next.
struct StoreGreeting {
    let store: RunningStore
    /// Where Production is that stands beside the sandbox.
    let production: URL?
    /// At least one.
    let apps: [ServedFile]
    let settings: StoreOptions

    private var isAlone: Bool { apps.count == 1 }

    private static func goods(_ file: ConfigurationFile) -> String {
        "\(file.productCount == 1 ? "the only product" : "the \(file.productCount) products") of \(file.path)"
    }

    var text: String {
        let goods = isAlone ? Self.goods(apps[0].file) : "for \(apps.count) apps"
        let rows = facts.map { "  " + $0.name.padding(toLength: 18, withPad: " ", startingAt: 0) + $0.value }
        let steps = next.enumerated().map { "  \($0.offset + 1). \($0.element.aim):\n     \($0.element.command)" }
        return """
            An App Store is open at \(store.url.absoluteString) and sells \(goods).

            \(rows.joined(separator: "\n"))

            Three things to try next:

            \(steps.joined(separator: "\n"))

            Ctrl-C closes it.
            """
    }

    private var facts: [(name: String, value: String)] {
        let keys = settings.server.apiKeys(store.directory).map { ("Another API key", "\($0.keyID) of \($0.issuerID)") }
        let first: [(name: String, value: String)] = production.map { [("Production", $0.absoluteString)] } ?? []
        return first + [
            ("Root certificate", store.directory.rootFile.path),
            ("API key", store.directory.keyFile.path),
            ("Key ID", store.directory.credentials.keyID),
            ("Issuer ID", store.directory.credentials.issuerID),
        ] + keys + (isAlone ? factsOfOne : factsOfSeveral) + [("Environment", settings.environment.rawValue)]
            + (isAlone ? [("Time rate", store.timeRates[0].name), ("Notifications", receivers(of: apps[0]))] : [])
    }

    private var factsOfOne: [(name: String, value: String)] {
        [("Bundle ID", apps[0].app.bundleID + (apps[0].app.isNamed ? "" : " (not given; --bundle-id ID changes it)"))]
    }

    private var factsOfSeveral: [(name: String, value: String)] {
        zip(apps, store.timeRates).flatMap { served, rate in
            [
                ("App", "\(served.app.bundleID) sells \(Self.goods(served.file)) at the time rate \(rate.name)"),
                ("", "notifications \(receivers(of: served))"),
            ]
        }
    }

    private func receivers(of served: ServedFile) -> String {
        let urls = settings.notify.urls(of: served.app.bundleID).map(\.absoluteString)
        return urls.isEmpty ? "are posted nowhere; --notify URL changes it" : "to \(urls.joined(separator: ", "))"
    }

    private var next: [(aim: String, command: String)] {
        let file = apps[0].file
        let product = file.subscriptions.first?.id ?? file.productIDs.first ?? ""
        let url = store.url.absoluteString
        let (query, name) =
            isAlone ? ("", "") : ("?app=\(apps[0].app.bundleID)", " OPENSTOREKIT_BUNDLE_ID=\(apps[0].app.bundleID)")
        return [
            (
                "Buy something as a customer would",
                "curl -d '{\"productId\":\"\(product)\"}' \(Self.quoted("\(url)/control/v1/purchases\(query)"))"
            ),
            (
                "Let a month pass",
                "curl -d '{\"advance\":\"P1M\"}' \(Self.quoted("\(url)/control/v1/clock\(query)"))"
            ),
            (
                "Let a Swift program that imports StoreKit buy here",
                "export OPENSTOREKIT_STORE=\(url) OPENSTOREKIT_ROOT=\(Self.quoted(store.directory.rootFile.path))\(name)"
            ),
        ]
    }

    /// A word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        word.contains(where: { " '\"$&;()<>|*?\\`".contains($0) }) ? "'\(word.replacing("'", with: "'\\''"))'" : word
    }

    /// The same for programs, in one line.
    var json: String {
        let place = Place(
            url: store.url.absoluteString, port: store.url.port ?? 80, rootCertificate: store.directory.rootFile.path,
            keyFile: store.directory.keyFile.path, keyID: store.directory.credentials.keyID,
            issuerID: store.directory.credentials.issuerID, bundleID: apps[0].app.bundleID,
            environment: settings.environment.rawValue, productionURL: production?.absoluteString,
            apps: apps.map {
                Place.App(bundleID: $0.app.bundleID, appAppleID: $0.app.appAppleID, file: $0.file.path)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only numbers that are not finite could fail to be encoded.
        return (try? encoder.encode(place)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private struct Place: Encodable {
        let url: String
        let port: Int
        let rootCertificate: String
        let keyFile: String
        let keyID: String
        let issuerID: String
        let bundleID: String
        let environment: String
        let productionURL: String?
        /// The first one's identifier stands above too.
        let apps: [App]

        struct App: Encodable {
            let bundleID: String
            let appAppleID: Int64
            let file: String
        }
    }
}
