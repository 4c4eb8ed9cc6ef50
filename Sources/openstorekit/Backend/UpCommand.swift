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
    private let store: StoreOptions
    private let backendPort: UInt16

    /// Reads the arguments; `nil` when they asked for help, which was given.
    init?(_ arguments: [String]) throws(CommandError) {
        let options = try Options(arguments, syntax: Self.syntax)
        guard !options.has("--help"), !options.has("-h") else {
            Terminal.print(Self.usage)
            return nil
        }
        guard try options.onlyFile() != nil else {
            throw CommandError(
                .missingFile, "No file is given",
                fix: "Name a StoreKit configuration, as in openstorekit up Shop.storekit.")
        }
        store = try StoreOptions(options)
        backendPort =
            try options.value("--backend-port", expected: "a number from 0 to 65535") { UInt16($0) } ?? 8090
    }

    /// Returns when SIGINT or SIGTERM has come and both have closed.
    func run() async throws(CommandError) {
        signal(SIGPIPE, SIG_IGN)
        // As those of openstorekit backend.
        umask(0o077)
        let interruption = Interruption()
        let (files, scenario) = (try store.files(), try store.script())
        let directory = store.dataDirectory
        // Certificates and keys first: the server trusts the ones and asks with the others.
        let kept: StoreDataDirectory
        do throws(StoreDataError) {
            kept = try StoreDataDirectory(opening: directory, now: Date())
        } catch {
            throw CommandError(.dataUnusable, error.message, fix: error.fix)
        }
        let isVerbose = store.isVerbose
        let log: @Sendable (String) -> Void = { line in
            if isVerbose { Terminal.complain(line) }
        }
        // A store that is forgotten has a ledger that is forgotten.
        let isPassing = store.data == nil
        let passing = FileManager.default.temporaryDirectory.appending(path: "openstorekit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: passing) }
        if isPassing { try? FileManager.default.createDirectory(at: passing, withIntermediateDirectories: true) }
        let backend = try await RunningBackend(
            try backend(kept, ledger: (isPassing ? passing : directory).appending(path: "ledger.db")),
            log: isVerbose ? log : nil)
        var plan = store.plan(for: files)
        plan.apps[0].notificationURLs.append(backend.url.appending(path: "v1/notifications/apple"))
        let running: RunningStore
        do throws(CommandError) {
            running = try RunningStore(plan, log: log)
        } catch {
            await backend.stop()
            throw error
        }
        Terminal.print(
            store.printsJSON ? backend.json(store: running.url) : Self.greeting(running) + "\n\n" + backend.text)
        if let scenario { Terminal.print(await running.play(scenario, beside: nil).text) }
        await interruption.wait()
        // The store first: it still tells the server what happened.
        await running.stop()
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
        let bundleID = store.apps[0].bundleID
        var configuration = SubscriptionServer.Configuration(
            database: ledger.path,
            apps: [AppRegistration(bundleID: bundleID, localRoots: [.sandbox: [kept.authority.root]])],
            port: backendPort)
        // A store on any free port has no address yet; it tells, but is not asked.
        guard store.port != 0, let url = URL(string: "http://127.0.0.1:\(store.port)") else { return configuration }
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

    /// Options of the store that do not change where the two find one another mean here what they mean there.
    private static let syntax = Options.Syntax(
        switches: ["--json", "--verbose", "--help", "-h"] + ServerOptions.switches,
        values: ["--data", "--port", "--backend-port", "--time-rate", "--seed", "--scenario"],
        lists: ["--notify", APIKeyOption.name] + AppOptions.lists)

    static let usage = """
        usage: openstorekit up FILE.storekit [OPTION]...

        Runs a local App Store and a subscription server that takes in what it tells, until Ctrl-C.

          --port N             where the store listens (8080)
          --backend-port N     where the server listens (8090)
          --data DIR           keep certificates, keys, the store and the ledger there
                               ($XDG_STATE_HOME/openstorekit, else ~/.local/state/openstorekit, without store and ledger)
          --bundle-id ID       the app's bundle identifier (\(StoreCommand.defaultBundleID))
          --app-apple-id N     the app's number in the App Store (\(StoreCommand.defaultAppAppleID))
          --notify URL         post notifications there too; may be given several times
          --time-rate NAME     how fast subscriptions renew: see openstorekit help store
          --seed N             make up the same identifiers as another new store with this number
          --scenario FILE      play a script in the store (see Examples/Scenarios)
          --rate-limits        let the store send servers away that ask more often than Apple allows
          --bad-request-is-final  do not post a notification again that was answered 400
        \(APIKeyOption.usage)
          --verbose            print a line for each request and notification
          --json               say where both are as one line of JSON, for programs
        """
}
