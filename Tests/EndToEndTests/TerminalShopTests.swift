// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The example app in a process of its own, on a store in another.
@Suite(.timeLimit(.minutes(1))) struct TerminalShopTests {
    /// What the app's delivery says meanwhile, by what was typed.
    static let deliveries = [
        "buy 2": "* grant: com.example.shop.plus.monthly", "# a week later": "* grant: com.example.shop.plus.monthly",
        "buy 5": "* grant: com.example.shop.workshop", "buy 1": "* grant: com.example.shop.plus.family",
    ]

    @Test func `The session in the README can be had on a store of another process`() async throws {
        try await withDirectory { directory in
            try await OpenStore.with(data: directory) { store in
                // The session is of the year 2100, which is beyond the store's certificates.
                let year = try await openNewYear(store)
                let session = try String(contentsOf: Place.session, encoding: .utf8)
                    .replacing("2100-", with: "\(year)-")
                let surroundings = [
                    "OPENSTOREKIT_STORE": store.greeting.url.absoluteString,
                    "OPENSTOREKIT_ROOT": store.greeting.rootCertificate, "LANG": "en_US.UTF-8",
                ]
                let keyboard = Pipe()
                try await Tool.with(environment: surroundings, executable: Place.terminalShop, input: keyboard) { app in
                    for command in ["shop", "buy N", "cancel", "restore", "timeline", "quit"] {
                        #expect(await app.line()?.hasPrefix(command) == true)
                    }
                    for line in session.split(separator: "\n").map(String.init) {
                        guard line.hasPrefix("> ") else {
                            #expect(await app.line() == line)
                            continue
                        }
                        let command = String(line.dropFirst(2))
                        if command.hasPrefix("#") {
                            try await store.post("control/v1/clock", #"{"advance":"P7D"}"#)
                        } else {
                            try keyboard.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
                        }
                        if let delivery = Self.deliveries[command] { #expect(await app.line() == delivery) }
                    }
                    try keyboard.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
                    let outcome = await app.outcome()
                    #expect(outcome.end == .exit(0))
                    #expect(outcome.output.isEmpty)
                    #expect(outcome.complaints.isEmpty)
                }
            }
        }
    }

    /// Moves the store's clock to the first of the next January, and returns the year.
    private func openNewYear(_ store: OpenStore) async throws -> Int {
        let answer = try await store.get("control/v1/clock")
        let now = try #require((answer["now"] as? NSNumber)?.doubleValue) / 1000
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let year = calendar.component(.year, from: Date(timeIntervalSince1970: now)) + 1
        let start = try #require(calendar.date(from: DateComponents(year: year, month: 1, day: 1)))
        try await store.post("control/v1/clock", "{\"to\": \(Int64(start.timeIntervalSince1970) * 1000)}")
        return year
    }
}
