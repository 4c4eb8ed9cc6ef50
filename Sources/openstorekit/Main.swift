// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@main
enum Main {
    static func main() async {
        exit(await status(of: CommandLine.arguments.dropFirst()))
    }

    private static func status(of arguments: ArraySlice<String>) async -> Int32 {
        guard let word = arguments.first else {
            Terminal.complain(Command.usage)
            return 2
        }
        do {
            return await (try Command(word: word)).run(Array(arguments.dropFirst()))
        } catch {
            return Command.report(error, by: "openstorekit")
        }
    }
}
