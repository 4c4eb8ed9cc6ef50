// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a command was given behind its name.
///
/// Options begin with two hyphens; a value follows as the next argument or behind an equals sign. Everything behind `--`
/// is a file, and so is a single hyphen.
struct Options: Sendable {
    /// What a command understands.
    struct Syntax: Sendable {
        /// Options without a value.
        var switches: [String] = []
        /// Options with a value that may be given once.
        var values: [String] = []
        /// Options with a value that may be given several times.
        var lists: [String] = []

        var names: [String] { switches + values + lists }
    }

    /// The arguments that are no options.
    private(set) var files: [String] = []
    private var switches: Set<String> = []
    private var values: [String: [String]] = [:]

    /// Reads arguments.
    ///
    /// - Throws: ``CommandError`` when one is not in the syntax.
    init(_ arguments: [String], syntax: Syntax) throws(CommandError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                files += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                files.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            try read(parts[0], attached: parts.count > 1 ? parts[1] : nil, &rest, syntax)
        }
    }

    private mutating func read(
        _ name: String, attached: String?, _ rest: inout ArraySlice<String>, _ syntax: Syntax
    ) throws(CommandError) {
        let isList = syntax.lists.contains(name)
        guard isList || syntax.values.contains(name) else {
            guard syntax.switches.contains(name) else { throw .unknownOption(name, known: syntax.names) }
            guard attached == nil else {
                throw CommandError(.unexpectedValue, "\(name) takes no value", fix: "Leave out what is behind the =.")
            }
            switches.insert(name)
            return
        }
        guard let value = attached ?? Self.nextValue(in: &rest), !value.isEmpty else {
            throw CommandError(
                .missingValue, "\(name) needs a value", fix: "Write it behind the option, as in \(name) VALUE.")
        }
        guard isList || values[name] == nil else {
            throw CommandError(.repeatedOption, "\(name) is given twice", fix: "Give it once.")
        }
        values[name, default: []].append(value)
    }

    /// The next argument, unless it is an option itself.
    private static func nextValue(in rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first, !next.hasPrefix("--") else { return nil }
        return rest.popFirst()
    }

    /// Whether an option without a value was given.
    func has(_ name: String) -> Bool {
        switches.contains(name)
    }

    /// The value of an option that may be given once.
    func value(_ name: String) -> String? {
        values[name]?.first
    }

    /// The values of an option that may be given several times, in order.
    func list(_ name: String) -> [String] {
        values[name] ?? []
    }

    /// The one file that a command wants; `nil` when there is none.
    ///
    /// - Throws: ``CommandError`` when there are more.
    func onlyFile() throws(CommandError) -> String? {
        guard files.count < 2 else {
            throw CommandError(
                .unexpectedArgument, "\(files[1]) is one file too many",
                fix: "Give one file, or quote a name with spaces."
            )
        }
        return files.first
    }

    /// Reads the value of an option as something else.
    ///
    /// - Parameter expected: What a value must be, as in "a number from 0 to 65535".
    func value<Value>(
        _ name: String, expected: String, _ read: (String) -> Value?
    ) throws(CommandError) -> Value? {
        guard let text = value(name) else { return nil }
        return try Self.value(name, text, expected: expected, read)
    }

    /// Reads each value of an option as something else.
    func list<Value>(
        _ name: String, expected: String, _ read: (String) -> Value?
    ) throws(CommandError) -> [Value] {
        var parsed: [Value] = []
        for text in list(name) {
            parsed.append(try Self.value(name, text, expected: expected, read))
        }
        return parsed
    }

    private static func value<Value>(
        _ name: String, _ text: String, expected: String, _ read: (String) -> Value?
    ) throws(CommandError) -> Value {
        guard let value = read(text) else {
            throw CommandError(.invalidValue, "\(name) is \"\(text)\"", fix: "Give \(expected).")
        }
        return value
    }
}

extension CommandError {
    fileprivate static func unknownOption(_ name: String, known: [String]) -> Self {
        let fix =
            Suggestion.nearest(to: name, among: known).map { "Did you mean \($0)?" }
            ?? "The options are \(known.joined(separator: ", "))."
        return CommandError(.unknownOption, "There is no option \(name)", fix: fix)
    }
}
