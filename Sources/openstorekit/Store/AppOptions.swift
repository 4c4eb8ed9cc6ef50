// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which app `openstorekit store` was told to sell for.
struct AppOptions: Sendable {
    /// The file that says what it sells.
    var file: String
    var bundleID: String
    /// Whether the bundle identifier was given.
    var isNamed: Bool
    var appAppleID: Int64

    static let lists = ["--bundle-id", "--app-apple-id"]

    static let usage = """
          --bundle-id ID       the app's bundle identifier (\(StoreCommand.defaultBundleID)); with several files once for
                               each, in their order (com.example. and the file's name)
          --app-apple-id N     the app's number in the App Store (\(StoreCommand.defaultAppAppleID)); likewise (counting up)
        """

    /// Reads the apps of a command line: one for each file.
    static func apps(_ options: Options) throws(CommandError) -> [AppOptions] {
        let files = options.files
        guard !files.isEmpty else {
            throw CommandError(
                .missingFile, "No file is given",
                fix: "Name a StoreKit configuration, as in openstorekit store Shop.storekit.")
        }
        let bundleIDs = try options.list("--bundle-id", expected: "a bundle identifier such as com.example.shop") {
            isBundleID($0) ? $0 : nil
        }
        let numbers = try options.list("--app-apple-id", expected: "a number such as 1234567890") {
            Int64($0).flatMap { $0 > 0 ? $0 : nil }
        }
        try check(bundleIDs, "--bundle-id", files)
        try check(numbers, "--app-apple-id", files)
        let apps = files.enumerated().map { index, file in
            AppOptions(
                file: file, bundleID: bundleIDs.isEmpty ? standard(files, index) : bundleIDs[index],
                isNamed: !bundleIDs.isEmpty,
                appAppleID: numbers.isEmpty ? StoreCommand.defaultAppAppleID + Int64(index) : numbers[index])
        }
        for (index, app) in apps.enumerated() where apps[..<index].contains(where: { $0.bundleID == app.bundleID }) {
            throw CommandError(
                .invalidValue, "Two apps are called \(app.bundleID)",
                fix: "Give --bundle-id once for each file, each time another.")
        }
        return apps
    }

    private static func check<Value: Hashable>(
        _ values: [Value], _ name: String, _ files: [String]
    ) throws(CommandError) {
        guard values.isEmpty || values.count == files.count else {
            throw CommandError(
                .invalidValue, "\(name) is given \(values.count) times, and there are \(files.count) files",
                fix: "Give it once for each file, in their order, or leave it out.")
        }
        guard Set(values).count == values.count else {
            throw CommandError(.invalidValue, "Two apps have the same \(name)", fix: "Give each app its own.")
        }
    }

    private static func standard(_ files: [String], _ index: Int) -> String {
        guard files.count > 1 else { return StoreCommand.defaultBundleID }
        let name = URL(fileURLWithPath: files[index]).deletingPathExtension().lastPathComponent.lowercased()
        return "com.example." + String(name.map { isBundleID(String($0)) && $0 != "." ? $0 : "-" })
    }

    /// Letters, digits and hyphens between full stops, as Apple has it.
    static func isBundleID(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*/) != nil
    }
}
