// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// What subscription servers with one ledger in PostgreSQL take in together, against what one of them does.
///
/// By the clock, for two servers spend no less on a notification than one does: they only do it at the same time. Servers,
/// database and sender are processes on one machine here, so two servers can take in more than one only as far as one leaves
/// the processors idle. How busy each part was is said beside it; where one server keeps most of the machine busy, the first
/// ratio shows the machine. The second is measured with the database at the other end of a network, where servers wait rather
/// than work: there whatever keeps one server waiting for another shows, and the processors do not.
enum PostgreSQLBenchmarks {
    private static let rounds = 3
    /// How long a message takes to a database that is not on the same machine, or back.
    private static let distance = Duration.microseconds(250)

    static func ingest() async throws -> [Outcome] {
        guard DatabaseServer.isInstalled else {
            FileHandle.standardError.write(Data("PostgreSQL is not installed. Run script/setup --tests.\n".utf8))
            return []
        }
        let database = try DatabaseServer()
        defer { database.close() }
        let authority = try CertificateAuthority.make(now: Date(timeIntervalSince1970: 1_767_225_600))
        let near = try Fleet(database, at: database.address, authority, firstSubscriber: 0)
        defer { near.close() }
        let (one, two) = try near.compare(rounds: rounds, subscribers: 750)
        let wire = try LongWire(to: database.socket, delay: distance)
        defer { wire.remove() }
        let far = try Fleet(database, at: database.address(in: wire.directory), authority, firstSubscriber: 1_000_000)
        defer { far.close() }
        let (farOne, farTwo) = try far.compare(rounds: rounds, subscribers: 100)
        return [
            Outcome(
                value: two.rate, unit: "notifications/s by the clock, two servers", reference: "one server",
                referenceValue: one.rate),
            busy(one, "one server"), busy(two, "two servers"),
            Outcome(
                value: two.microseconds, unit: "µs of all processors for a notification, two servers",
                reference: "one server", referenceValue: one.microseconds),
            Outcome(
                value: farTwo.rate, unit: "notifications/s by the clock, two servers, half a millisecond of network",
                reference: "one server there", referenceValue: farOne.rate),
            busy(farOne, "one server there"), busy(farTwo, "two servers there"),
        ]
    }

    private static func busy(_ round: Fleet.Round, _ who: String) -> Outcome {
        Outcome(
            value: round.busy * 100, unit: "% of a processor busy with \(who): \(round.parts)",
            reference: "the machine has", referenceValue: Double(ProcessInfo.processInfo.activeProcessorCount) * 100)
    }
}

/// Two servers with one ledger.
private final class Fleet {
    /// What a round came to: by the clock, and in seconds of a processor.
    struct Round {
        var rate: Double
        var seconds: Double
        var servers: Double
        var database: Double
        var sender: Double

        /// How many processors were busy on the average.
        var busy: Double { (servers + database + sender) / seconds }
        var microseconds: Double { busy / rate * 1_000_000 }

        /// In percent of a processor, for people.
        var parts: String {
            let parts = [("servers", servers), ("PostgreSQL", database), ("sender", sender)]
            return parts.map { "\($0) \(Int(($1 / seconds * 100).rounded()))" }.joined(separator: ", ")
        }
    }

    private let database: DatabaseServer
    private let authority: CertificateAuthority
    private var servers: [ServerProcess] = []
    private var nextSubscriber: Int

    init(_ database: DatabaseServer, at address: String, _ authority: CertificateAuthority, firstSubscriber: Int) throws
    {
        self.database = database
        self.authority = authority
        nextSubscriber = firstSubscriber
        for _ in 1...2 { servers.append(try ServerProcess(database: address, authority: authority)) }
    }

    func close() {
        for server in servers { server.close() }
    }

    /// Lets one server and both take in notifications about so many subscribers, in turns, and returns what came of the
    /// middle round of each.
    func compare(rounds: Int, subscribers: Int) throws -> (one: Round, two: Round) {
        // A server that runs has made a table of the multiples of the key that signs: after a thousand checks.
        _ = try round(servers, subscribers: 250)
        var (alone, together): ([Round], [Round]) = ([], [])
        for _ in 0..<rounds {
            alone.append(try round([servers[0]], subscribers: subscribers))
            together.append(try round(servers, subscribers: subscribers))
        }
        func median(_ rounds: [Round]) -> Round { rounds.sorted { $0.rate < $1.rate }[rounds.count / 2] }
        return (median(alone), median(together))
    }

    private func round(_ servers: [ServerProcess], subscribers: Int) throws -> Round {
        let requests = try BackendShop.notifications(by: authority, subscribers: subscribers, from: nextSubscriber)
            .map { BackendShop.request($0) }
        nextSubscriber += subscribers
        func used() -> (servers: Double, database: Double) {
            (
                servers.reduce(0) { $0 + Processor.seconds(of: $1.identifier) },
                database.identifier.map { Processor.seconds(of: $0) } ?? 0
            )
        }
        let before = used()
        let load = try LoadGenerator.once(requests, ports: servers.map(\.port), connections: 64)
        let after = used()
        return Round(
            rate: Double(load.answers) / load.seconds, seconds: load.seconds, servers: after.servers - before.servers,
            database: after.database - before.database, sender: load.senderSeconds)
    }
}
