// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a command does not do what it was asked.
struct CommandError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    struct Code: RawRepresentable, Sendable, Hashable {
        let rawValue: String

        // The command line is not understood.
        static let unknownCommand = Code(rawValue: "unknownCommand")
        static let unknownOption = Code(rawValue: "unknownOption")
        static let repeatedOption = Code(rawValue: "repeatedOption")
        static let missingValue = Code(rawValue: "missingValue")
        static let unexpectedValue = Code(rawValue: "unexpectedValue")
        static let invalidValue = Code(rawValue: "invalidValue")
        static let missingFile = Code(rawValue: "missingFile")
        static let unexpectedArgument = Code(rawValue: "unexpectedArgument")
        static let missingControlToken = Code(rawValue: "missingControlToken")

        // It is understood, but cannot be done.
        static let fileNotFound = Code(rawValue: "fileNotFound")
        static let fileIsDirectory = Code(rawValue: "fileIsDirectory")
        static let fileUnreadable = Code(rawValue: "fileUnreadable")
        static let fileNotConfiguration = Code(rawValue: "fileNotConfiguration")
        static let nothingForSale = Code(rawValue: "nothingForSale")
        static let portInUse = Code(rawValue: "portInUse")
        static let cannotListen = Code(rawValue: "cannotListen")
        static let dataInUse = Code(rawValue: "dataInUse")
        static let keyUnusable = Code(rawValue: "keyUnusable")
        static let dataUnusable = Code(rawValue: "dataUnusable")
        static let configurationUnusable = Code(rawValue: "configurationUnusable")
        static let fileNotScenario = Code(rawValue: "fileNotScenario")
        static let scenarioFailed = Code(rawValue: "scenarioFailed")
        static let storyImpossible = Code(rawValue: "storyImpossible")
        static let storyBroken = Code(rawValue: "storyBroken")

        private static let misuses: Set<Code> = [
            unknownCommand, unknownOption, repeatedOption, missingValue, unexpectedValue, invalidValue, missingFile,
            unexpectedArgument, missingControlToken,
        ]

        /// The exit status of a process that ends with it: 2 when the command line is at fault.
        var exitStatus: Int32 { Self.misuses.contains(self) ? 2 : 1 }
    }

    let code: Code
    /// What was found and what was expected, without a full stop.
    let message: String
    /// What the reader can do now.
    let fix: String

    init(_ code: Code, _ message: String, fix: String) {
        self.code = code
        self.message = message
        self.fix = fix
    }

    var description: String { "\(message). \(fix)" }
}
