// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreKit
import StoreServer

/// `openstorekit demo`: plays one story against a store of its own and tells it.
struct DemoCommand: Sendable {
    static let usage = """
        usage: openstorekit demo [FILE.storekit] [--port N]

        Opens a local App Store for a moment and plays one story against it, from a purchase to the end of a
        subscription, as an app that imports StoreKit and a server that gets notifications live through it.
        Without a file it sells a small shop of its own.

          --port N  let the store listen there, to watch it with other tools; 0 is any free port (0)
        """

    /// How long the whole story may take before something in it is taken for missing.
    private static let patience = Duration.seconds(30)

    private let path: String?
    private let port: UInt16

    /// Reads the arguments; `nil` when they asked for help, which was given.
    init?(_ arguments: [String]) throws(CommandError) {
        let options = try Options(arguments, syntax: Options.Syntax(switches: ["--help", "-h"], values: ["--port"]))
        guard !options.has("--help"), !options.has("-h") else {
            Terminal.print(Self.usage)
            return nil
        }
        path = try options.onlyFile()
        port = try options.port() ?? 0
    }

    /// Plays the story to its end.
    func run() async throws(CommandError) {
        signal(SIGPIPE, SIG_IGN)
        // Whoever is connected to another store may have named another app.
        unsetenv("OPENSTOREKIT_BUNDLE_ID")
        let file = try path.map { path throws(CommandError) in try ConfigurationFile(path: path) } ?? .demo
        let cast = try DemoCast(file)
        let receiver = try NotificationReceiver()
        let result = await play(cast, of: file, receiver)
        await receiver.stop()
        try result.get()
    }

    private func play(
        _ cast: DemoCast, of file: ConfigurationFile, _ receiver: NotificationReceiver
    ) async -> Result<Void, CommandError> {
        let directory = FileManager.default.temporaryDirectory.appending(path: "openstorekit-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        do throws(CommandError) {
            let store = try RunningStore(plan(file, directory, receiver))
            let narrator = Narrator()
            narrator.tell(.store, "opens at \(store.url.absoluteString) with \(file.path)")
            let result = await Self.play(cast, in: store, receiver, narrator)
            StoreConnection.disconnect()
            await store.stop()
            guard case .success = result else { return result }
            narrator.tell(.store, "closes. Open one that stays: openstorekit store FILE.storekit")
            return result
        } catch {
            return .failure(error)
        }
    }

    /// Plays the story, unless the next thing in it does not happen.
    private static func play(
        _ cast: DemoCast, in store: RunningStore, _ receiver: NotificationReceiver, _ narrator: Narrator
    ) async -> Result<Void, CommandError> {
        await withTaskGroup(of: Result<Void, CommandError>.self) { group in
            group.addTask {
                do {
                    let root = store.directory.authority.root.derRepresentation
                    try await StoreConnection.connect(to: store.url, trusting: root)
                    var story = DemoStory(cast, in: store, payloads: receiver.payloads, narrator: narrator)
                    try await story.play()
                    return .success(())
                } catch let error as CommandError {
                    return .failure(error)
                } catch {
                    return .failure(narrator.surprise("\(error)"))
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return .failure(narrator.surprise("It did not come within \(patience)"))
            }
            let first = await group.next() ?? .success(())
            group.cancelAll()
            return first
        }
    }

    private func plan(_ file: ConfigurationFile, _ directory: URL, _ receiver: NotificationReceiver)
        -> RunningStore.Plan
    {
        var configuration = file.configuration
        // What a file asks for beyond its products, such as failing purchases, would be another story.
        configuration.settings = StoreKitConfiguration.Settings(
            storefront: configuration.settings.storefront, locale: configuration.settings.locale)
        let app = RunningStore.Plan.App(
            configuration: configuration,
            identity: AppIdentity(
                bundleID: StoreCommand.defaultBundleID, appAppleID: StoreCommand.defaultAppAppleID,
                environment: .sandbox),
            notificationURLs: [receiver.url])
        return RunningStore.Plan(apps: [app], timeRate: .realTime, dataDirectory: directory, port: port)
    }
}
