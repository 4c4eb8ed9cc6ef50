// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One of the things the program can do.
enum Command: String, CaseIterable {
    case store
    case backend
    case up
    case demo
    case verify
    case inspect
    case version
    case help

    /// Finds a command by its name, or by what people expect it to be called.
    init(word: String) throws(CommandError) {
        let synonyms: [String: Command] = ["--help": .help, "-h": .help, "--version": .version, "-v": .version]
        guard let command = Command(rawValue: word) ?? synonyms[word] else {
            let names = Command.allCases.map(\.rawValue)
            let fix =
                Suggestion.nearest(to: word, among: names).map { "Did you mean openstorekit \($0)?" }
                ?? "The commands are \(names.joined(separator: ", "))."
            throw CommandError(.unknownCommand, "There is no command \(word)", fix: fix)
        }
        self = command
    }

    /// Does it, and returns the exit status of the process.
    func run(_ arguments: [String]) async -> Int32 {
        switch self {
        case .store:
            await Self.reporting(self) { () throws(CommandError) in try await StoreCommand(arguments)?.run() }
        case .backend:
            await Self.reporting(self) { () throws(CommandError) in try await BackendCommand(arguments)?.run() }
        case .up:
            await Self.reporting(self) { () throws(CommandError) in try await UpCommand(arguments)?.run() }
        case .demo:
            await Self.reporting(self) { () throws(CommandError) in try await DemoCommand(arguments)?.run() }
        case .verify: VerifyCommand.run(arguments: arguments)
        case .inspect: InspectCommand.run(arguments: arguments)
        case .version: Self.show(Version.text)
        case .help: await Self.help(arguments)
        }
    }

    private static func help(_ arguments: [String]) async -> Int32 {
        guard let word = arguments.first else { return show(usage) }
        do {
            let command = try Command(word: word)
            return command == .help ? show(usage) : await command.run(["--help"])
        } catch {
            return report(error, by: "openstorekit")
        }
    }

    private static func show(_ text: String) -> Int32 {
        Terminal.print(text)
        return 0
    }

    private static func reporting(_ command: Command, _ body: () async throws(CommandError) -> Void) async -> Int32 {
        do throws(CommandError) {
            try await body()
            return 0
        } catch {
            return report(error, by: "openstorekit \(command.rawValue)")
        }
    }

    /// Says what went wrong, and returns the exit status that goes with it.
    static func report(_ error: CommandError, by program: String) -> Int32 {
        Terminal.complain("\(program): \(error)")
        return error.code.exitStatus
    }

    static let usage = """
        usage: openstorekit COMMAND ...

          store FILE.storekit...  run a local App Store that sells what the files describe
          backend                 run the subscription server: who is entitled to what
          up FILE.storekit        run both, wired, for development
          demo [FILE.storekit]    play one story, from a purchase to its end, against a store of its own
          verify FILE             check what the App Store or a local store signed, and show it
          inspect FILE.storekit   show what a StoreKit configuration sells, and what is doubtful about it
          version                 print the version
          help [COMMAND]          print this, or how to use a command

        The exit status is 0 when all went well, 1 when it did not, and 2 when the arguments are not understood.
        """
}
