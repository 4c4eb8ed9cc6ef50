// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration

/// `openstorekit inspect`: shows what a StoreKit configuration file sells, and what is doubtful about it.
enum InspectCommand {
    static let usage = """
        Usage: openstorekit inspect FILE.storekit [--json]

        Lists the products, subscriptions and offers of a StoreKit configuration file, the settings that
        differ from the defaults, and every problem with its place in the file and what to do about it.

          --json  the same as one JSON object
          --help  this text

        The exit status is 0 when the file can be read, even with problems, 1 when it cannot, and 2 when
        the command is not understood.

        """

    /// Runs the command with the arguments behind its name, and returns the exit status.
    static func run(arguments: [String]) -> Int32 {
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            write(usage, to: .standardOutput)
            return 0
        }
        let files = arguments.filter { !$0.hasPrefix("-") }
        let options = Set(arguments.filter { $0.hasPrefix("-") })
        guard files.count == 1, options.isSubset(of: ["--json"]) else {
            let unknown = options.subtracting(["--json"]).sorted().first
            let complaint = unknown.map { "There is no option \($0)." } ?? "One file is expected, not \(files.count)."
            write("\(complaint)\n\n\(usage)", to: .standardError)
            return 2
        }
        do throws(CommandError) {
            let report = ConfigurationReport(document: try ConfigurationFile.document(at: files[0]))
            write(options.isEmpty ? report.text : report.json, to: .standardOutput)
            return 0
        } catch {
            write("openstorekit inspect: \(error)\n", to: .standardError)
            return 1
        }
    }

    private static func write(_ text: String, to file: FileHandle) {
        file.write(Data(text.utf8))
    }
}
