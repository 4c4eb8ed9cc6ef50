// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreServer
import SubscriptionServer

/// `openstorekit up`: a local App Store and a subscription server that know of one another, for development.
struct UpCommand: Sendable {
    private let file: String
    private let data: String?
    private let storePort: UInt16
    private let backendPort: UInt16
    private let printsJSON: Bool
    private let isVerbose: Bool

    /// Reads the arguments; `nil` when they asked for help, which was given.
    init?(_ arguments: [String]) throws(CommandError) {
        let syntax = Options.Syntax(
            switches: ["--json", "--verbose", "--help", "-h"], values: ["--data", "--port", "--backend-port"])
        let options = try Options(arguments, syntax: syntax)
        guard !options.has("--help"), !options.has("-h") else {
            Terminal.print(Self.usage)
            return nil
        }
        guard let file = try options.onlyFile() else {
            throw CommandError(
                .missingFile, "No file is given",
                fix: "Name a StoreKit configuration, as in openstorekit up Shop.storekit.")
        }
        self.file = file
        data = options.value("--data")
        storePort = try options.port() ?? 8080
        backendPort =
            try options.value("--backend-port", expected: "a number from 0 to 65535") { UInt16($0) } ?? 8090
        printsJSON = options.has("--json")
        isVerbose = options.has("--verbose")
    }

    /// Returns when SIGINT or SIGTERM has come and both have closed.
    func run() async throws(CommandError) {
        signal(SIGPIPE, SIG_IGN)
        let interruption = Interruption()
        let configuration = try ConfigurationFile(path: file)
        let directory = data.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? StoreCommand.standardDirectory
        // Certificates and keys first: the server trusts the ones and asks with the others.
        let kept: StoreDataDirectory
        do throws(StoreDataError) {
            kept = try StoreDataDirectory(opening: directory, now: Date())
        } catch {
            throw CommandError(.dataUnusable, error.message, fix: error.fix)
        }
        let isVerbose = isVerbose
        let log: @Sendable (String) -> Void = { line in
            if isVerbose { Terminal.complain(line) }
        }
        // A store that is forgotten has a ledger that is forgotten.
        let passing = FileManager.default.temporaryDirectory.appending(path: "openstorekit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: passing) }
        if data == nil { try? FileManager.default.createDirectory(at: passing, withIntermediateDirectories: true) }
        let backend = try await RunningBackend(
            try backend(kept, ledger: (data == nil ? passing : directory).appending(path: "ledger.db")),
            log: isVerbose ? log : nil)
        let identity = AppIdentity(
            bundleID: StoreCommand.defaultBundleID, appAppleID: StoreCommand.defaultAppAppleID, environment: .sandbox)
        var app = RunningStore.Plan.App(
            configuration: configuration.configuration, identity: identity,
            notificationURLs: [backend.url.appending(path: "v1/notifications/apple")])
        if data != nil {
            app.keeping = .init(
                document: configuration.document,
                directory: StoreDataDirectory.place(of: identity.bundleID, in: directory, isAlone: true))
        }
        let plan = RunningStore.Plan(apps: [app], dataDirectory: directory, port: storePort)
        let store: RunningStore
        do throws(CommandError) {
            store = try RunningStore(plan, log: log)
        } catch {
            await backend.stop()
            throw error
        }
        Terminal.print(
            printsJSON ? backend.json(store: store.url) : Self.greeting(store) + "\n\n" + backend.text)
        await interruption.wait()
        // The store first: it still tells the server what happened.
        await store.stop()
        await backend.stop()
    }

    /// Where the store is, and how programs in Swift come to it.
    private static func greeting(_ store: RunningStore) -> String {
        """
        An App Store is open at \(store.url).

        Root certificate  \(store.directory.rootFile.path)
        API key           \(store.directory.keyFile.path)
        StoreKit clients  export OPENSTOREKIT_STORE=\(store.url) OPENSTOREKIT_ROOT='\(store.directory.rootFile.path)'
        """
    }

    private func backend(
        _ kept: StoreDataDirectory, ledger: URL
    ) throws(CommandError) -> SubscriptionServer.Configuration {
        let bundleID = StoreCommand.defaultBundleID
        var configuration = SubscriptionServer.Configuration(
            database: ledger.path,
            apps: [AppRegistration(bundleID: bundleID, localRoots: [.sandbox: [kept.authority.root]])],
            port: backendPort)
        // A store on any free port has no address yet; it tells, but is not asked.
        guard storePort != 0, let url = URL(string: "http://127.0.0.1:\(storePort)") else { return configuration }
        let client: AppStoreServerAPIClient
        do {
            client = try AppStoreServerAPIClient(
                signingKey: String(contentsOf: kept.keyFile, encoding: .utf8), keyId: kept.credentials.keyID,
                issuerId: kept.credentials.issuerID, bundleId: bundleID, environment: .sandbox, baseURL: url,
                retryPolicy: .standard)
        } catch {
            throw CommandError(.dataUnusable, "\(kept.keyFile.path) is no key", fix: "Delete it; another one is made.")
        }
        configuration.clients = [bundleID: [.sandbox: client]]
        configuration.keys[bundleID] = (try? String(contentsOf: kept.keyFile, encoding: .utf8)).map {
            ServerAPIKey(pem: $0, keyID: kept.credentials.keyID, issuerID: kept.credentials.issuerID)
        }
        return configuration
    }

    static let usage = """
        usage: openstorekit up FILE.storekit [OPTION]...

        Runs a local App Store and a subscription server that takes in what it tells, until Ctrl-C.

          --port N             where the store listens (8080)
          --backend-port N     where the server listens (8090)
          --data DIR           keep certificates, keys, the store and the ledger there
                               ($XDG_STATE_HOME/openstorekit, else ~/.local/state/openstorekit, without store and ledger)
          --verbose            print a line for each request and notification
          --json               say where both are as one line of JSON, for programs
        """
}
