// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine

extension StoreCommand {
    static let syntax = Options.Syntax(
        switches: ["--json", "--verbose", "--help", "-h"],
        values: [
            "--host", "--port", "--bundle-id", "--app-apple-id", "--environment", "--data", "--time-rate", "--seed",
        ],
        lists: ["--notify"])

    static let usage = """
        usage: openstorekit store FILE.storekit [OPTION]...

        Runs a local App Store that sells what the file describes, until Ctrl-C.

          --port N             listen there; 0 is any free port (8080)
          --host ADDRESS       listen on this address of the machine; 0.0.0.0 is all of them (127.0.0.1)
          --bundle-id ID       the app's bundle identifier (\(defaultBundleID))
          --app-apple-id N     the app's number in the App Store (\(defaultAppAppleID))
          --environment NAME   Sandbox or Production, as it stands in signed data (Sandbox)
          --notify URL         post App Store Server Notifications V2 there; may be given several times
          --time-rate NAME     how fast subscriptions renew (what the file says, else realTime)
          --data DIR           keep certificates and keys there
                               ($XDG_STATE_HOME/openstorekit, else ~/.local/state/openstorekit)
          --seed N             make up the same identifiers as another store with this number
          --verbose            print a line for each request and notification
          --json               say where the store is as one line of JSON, for programs

        The time rates are those of Xcode:
        \(rates)
        """

    static let defaultBundleID = "com.example.shop"
    static let defaultAppAppleID: Int64 = 1_234_567_890

    private static var rates: String {
        TimeRate.allCases.map { "  \($0.name)" }.joined(separator: "\n")
    }
}

/// What `openstorekit store` was told.
struct StoreSettingsGiven: Sendable {
    var file: String
    var host = "127.0.0.1"
    var port: UInt16 = 8080
    var bundleID: String?
    var appAppleID = StoreCommand.defaultAppAppleID
    var environment = AppStoreEnvironment.sandbox
    var notify: [URL] = []
    var timeRate: TimeRate?
    var data: String?
    var seed: UInt64?
    var printsJSON = false
    var isVerbose = false

    init(_ options: Options) throws(CommandError) {
        guard let file = try options.onlyFile() else {
            throw CommandError(
                .missingFile, "No file is given",
                fix: "Name a StoreKit configuration, as in openstorekit store Shop.storekit.")
        }
        self.file = file
        host = options.value("--host") ?? host
        port = try options.port() ?? port
        bundleID = try options.value("--bundle-id", expected: "a bundle identifier such as com.example.shop") {
            Self.isBundleID($0) ? $0 : nil
        }
        appAppleID =
            try options.value("--app-apple-id", expected: "a number such as 1234567890") {
                Int64($0).flatMap { $0 > 0 ? $0 : nil }
            } ?? appAppleID
        environment =
            try options.value("--environment", expected: "Sandbox or Production") { text in
                [.sandbox, .production].first { $0.rawValue.lowercased() == text.lowercased() }
            } ?? environment
        notify = try options.list("--notify", expected: "an address such as http://127.0.0.1:3000/notifications") {
            Self.address($0)
        }
        let rates = TimeRate.allCases.map(\.name)
        let known = "one of \(rates.joined(separator: ", "))"
        let expected =
            options.value("--time-rate").flatMap { Suggestion.nearest(to: $0, among: rates) }
            .map { "\(known). The nearest is \($0)" } ?? known
        timeRate = try options.value("--time-rate", expected: expected) { TimeRate(name: $0) }
        data = options.value("--data")
        seed = try options.value("--seed", expected: "a number from 0 to \(UInt64.max)") { UInt64($0) }
        printsJSON = options.has("--json")
        isVerbose = options.has("--verbose")
    }

    /// Letters, digits, hyphens and full stops, as Apple has it.
    private static func isBundleID(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    private static func address(_ text: String) -> URL? {
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host()?.isEmpty == false
        else { return nil }
        return url
    }
}

extension Options {
    /// Where to listen; 0 stands for any free port.
    func port() throws(CommandError) -> UInt16? {
        try value("--port", expected: "a number from 0 to 65535") { UInt16($0) }
    }
}
