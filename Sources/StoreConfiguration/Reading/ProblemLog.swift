// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The problems found so far; a file cannot make it long.
struct ProblemLog {
    static let limit = 1000

    private(set) var list: [ConfigurationProblem] = []

    mutating func add(
        _ severity: ConfigurationProblem.Severity, _ code: ConfigurationProblem.Code, at path: String,
        _ message: String,
        fix: String
    ) {
        guard list.count <= Self.limit else { return }
        guard list.count < Self.limit else {
            list.append(
                ConfigurationProblem(
                    severity: .warning, path: "$", code: .tooManyProblems,
                    message: "There are more problems than the \(Self.limit) that are listed",
                    fix: "Correct these first, then read the file again."))
            return
        }
        list.append(ConfigurationProblem(severity: severity, path: path, code: code, message: message, fix: fix))
    }

    mutating func noteByteOrderMark() {
        add(
            .note, .byteOrderMark, at: "$", "The file starts with a byte order mark, which Xcode does not write",
            fix: "Save it as UTF-8 without one.")
    }

    mutating func warnOfUnpairedSurrogates() {
        add(
            .warning, .unpairedSurrogate, at: "$",
            "Some text has an escape for half a character, and a replacement character stands for it",
            fix: "Write the character itself in place of its escape.")
    }
}
