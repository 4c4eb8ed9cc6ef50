// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreServer

/// What `openstorekit store` was told about its Server API, and about a Production beside the sandbox.
struct ServerOptions: Sendable {
    var isReleased = true
    var hasRateLimits = false
    var isBadRequestFinal = false
    /// Lets the stores speak TLS.
    var identity: TLSIdentity?
    /// Where Production listens; `nil` where there is none besides.
    var productionPort: UInt16?
    /// Where Production posts notifications to.
    var productionNotify: [NotifyOption] = []
    /// Keys that open the Server API besides the store's own.
    var moreKeys: [APIKeyOption] = []

    static let switches = ["--rate-limits", "--bad-request-is-final"]
    static let values = ["--released", "--production-port", "--tls-certificate", "--tls-key"]
    static let lists = ["--notify-production", APIKeyOption.name]

    static let usage = """
          --production-port N  open a second store there that is Production, beside this one, which is Sandbox
          --notify-production URL  post its notifications there, or APP=URL those of one app; may be given several times
          --tls-certificate FILE  speak TLS with this chain of certificates in PEM,
          --tls-key FILE       and the key of the first
          --released BOOL      whether the app was ever released; until then Production answers 401 (true)
          --rate-limits        send servers away that ask more often than Apple allows
          --bad-request-is-final  do not post a notification again that was answered 400
        \(APIKeyOption.usage)
        """

    init() {}

    init(_ options: Options, environment: AppStoreEnvironment, apps: [AppOptions]) throws(CommandError) {
        hasRateLimits = options.has("--rate-limits")
        isBadRequestFinal = options.has("--bad-request-is-final")
        isReleased = try options.value("--released", expected: "true or false") { Bool($0) } ?? true
        productionPort = try options.value("--production-port", expected: "a number from 0 to 65535") { UInt16($0) }
        productionNotify = try NotifyOption.list(options, "--notify-production", for: apps)
        for text in options.list(APIKeyOption.name) { moreKeys.append(try APIKeyOption(text)) }
        identity = try options.tlsIdentity()
        guard productionPort == nil || environment == .sandbox else {
            throw CommandError(
                .invalidValue, "--production-port opens a Production beside a sandbox, and this store is Production",
                fix: "Leave --environment out.")
        }
        guard productionPort != nil || productionNotify.isEmpty else {
            throw CommandError(
                .invalidValue, "--notify-production is for a second store, and there is none",
                fix: "Add --production-port N, or use --notify.")
        }
    }

    /// The keys that open the Server API besides a directory's own.
    func apiKeys(_ directory: StoreDataDirectory) -> [APICredentials] {
        moreKeys.map { key in
            APICredentials(
                keyID: key.keyID, issuerID: key.issuerID ?? directory.credentials.issuerID, key: key.key)
        }
    }

    /// Takes over what concerns one store's server.
    func apply(to configuration: inout StoreServer.Configuration, in environment: AppStoreEnvironment) {
        configuration.isReleased = isReleased
        configuration.identity = identity
        configuration.hasRateLimits = hasRateLimits
        guard isBadRequestFinal else { return }
        var policy = DeliveryPolicy.standard(in: environment)
        policy.retriesBadRequests = false
        configuration.deliveryPolicy = policy
    }
}

extension RunningStore.Plan {
    /// The Production beside a sandbox: the same apps, certificates and keys, and nothing else in common.
    func production(port: UInt16) -> Self {
        var plan = self
        plan.port = port
        for index in apps.indices {
            plan.apps[index].identity.environment = .production
            plan.apps[index].notificationURLs = server.productionNotify.urls(of: apps[index].identity.bundleID)
            plan.apps[index].keeping?.directory.append(path: "production", directoryHint: .isDirectory)
        }
        return plan
    }
}

extension Options {
    /// The files of --tls-certificate and --tls-key; `nil` when neither is named.
    fileprivate func tlsIdentity() throws(CommandError) -> TLSIdentity? {
        let names = ["--tls-certificate", "--tls-key"]
        let files = names.compactMap { value($0) }
        guard !files.isEmpty else { return nil }
        guard files.count == 2 else {
            throw CommandError(
                .missingValue, "Of \(names[0]) and \(names[1]) only one is given", fix: "Give both, or neither.")
        }
        var texts: [String] = []
        for file in files {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw CommandError(.fileUnreadable, "\(file) cannot be read", fix: "Check path and permissions.")
            }
            texts.append(String(decoding: data, as: UTF8.self))
        }
        return TLSIdentity(certificates: texts[0], key: texts[1])
    }
}
