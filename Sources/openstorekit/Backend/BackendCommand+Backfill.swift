// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import Foundation
import SubscriptionServer

extension BackendCommand {
    /// Takes in the history of the customers whose transactions stand in a file, one a line.
    static func backfill(
        _ configuration: SubscriptionServer.Configuration, from path: String, rate: Double
    ) async throws(CommandError) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.fileUnreadable, "\(path) cannot be read", fix: "Check path and permissions.")
        }
        var seen: Set<String> = []
        let identifiers = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        let result: Result<Backfill.Progress?, DatabaseError>
        do throws(DatabaseError) {
            let backfill = try Backfill(configuration, surroundings: .init(), requestsPerSecond: rate)
            result = .success(
                backfill.canAsk ? try await backfill.run(identifiers) { Terminal.complain(bar($0)) } : nil)
        } catch {
            result = .failure(error)
        }
        let progress = try RunningBackend.reporting { () throws(DatabaseError) in try result.get() }
        guard let progress else {
            throw CommandError(
                .configurationUnusable, "No app has a key for the App Store Server API",
                fix: "Give serverAPI in the file of the configuration.")
        }
        for (identifier, problem) in progress.failures.sorted(by: { $0.key < $1.key }) {
            Terminal.complain("\(identifier): \(problem)")
        }
        Terminal.print("\(progress.done) of \(progress.total) are taken in.")
        guard progress.failures.isEmpty else {
            throw CommandError(
                .dataUnusable, "\(progress.failures.count) could not be taken in", fix: "Run this again to try those.")
        }
    }

    private static func bar(_ progress: Backfill.Progress) -> String {
        let width = 30
        let full = progress.total == 0 ? width : width * progress.done / progress.total
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        let others = progress.elsewhere == 0 ? "" : ", \(progress.elsewhere) being asked about by another run"
        return "[\(bar)] \(progress.done)/\(progress.total), \(progress.failures.count) failed\(others)"
    }
}
