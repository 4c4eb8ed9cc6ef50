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
    let identity: AppIdentity
    let file: ConfigurationFile
    let settings: StoreOptions

    var text: String {
        let count = file.productCount == 1 ? "the only product" : "the \(file.productCount) products"
        let rows = facts.map { "  " + $0.name.padding(toLength: 18, withPad: " ", startingAt: 0) + $0.value }
        let steps = next.enumerated().map { "  \($0.offset + 1). \($0.element.aim):\n     \($0.element.command)" }
        return """
            An App Store is open at \(store.url.absoluteString) and sells \(count) of \(file.path).

            \(rows.joined(separator: "\n"))

            Three things to try next:

            \(steps.joined(separator: "\n"))

            Ctrl-C closes it.
            """
    }

    private var facts: [(name: String, value: String)] {
        let bundleNote = settings.bundleID == nil ? " (not given; --bundle-id ID changes it)" : ""
        let receivers = settings.notify.map(\.absoluteString).joined(separator: ", ")
        return (production.map { [("Production", $0.absoluteString)] } ?? []) + [
            ("Root certificate", store.directory.rootFile.path),
            ("API key", store.directory.keyFile.path),
            ("Key ID", store.directory.credentials.keyID),
            ("Issuer ID", store.directory.credentials.issuerID),
            ("Bundle ID", identity.bundleID + bundleNote),
            ("Environment", identity.environment.rawValue),
            ("Time rate", store.timeRate.name),
            ("Notifications", receivers.isEmpty ? "are posted nowhere; --notify URL changes it" : "to \(receivers)"),
        ]
    }

    private var next: [(aim: String, command: String)] {
        let product = file.subscriptions.first?.id ?? file.productIDs.first ?? ""
        let url = store.url.absoluteString
        return [
            (
                "Buy something as a customer would",
                "curl -d '{\"productId\":\"\(product)\"}' \(url)/control/v1/purchases"
            ),
            ("Let a month pass", "curl -d '{\"advance\":\"P1M\"}' \(url)/control/v1/clock"),
            (
                "Let a Swift program that imports StoreKit buy here",
                "export OPENSTOREKIT_STORE=\(url) OPENSTOREKIT_ROOT=\(Self.quoted(store.directory.rootFile.path))"
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
            issuerID: store.directory.credentials.issuerID, bundleID: identity.bundleID,
            environment: identity.environment.rawValue, productionURL: production?.absoluteString)
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
    }
}
