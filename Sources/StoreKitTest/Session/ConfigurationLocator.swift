// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the `.storekit` file that a test names.
enum ConfigurationLocator {
    /// Looks in the resources of the bundles and then beside the test's source file.
    ///
    /// - Parameter sourceFile: The path of the file that asks, if known.
    static func locate(_ name: String, sourceFile: String?) throws(SKTestError) -> URL {
        let fileName = name.hasSuffix(".storekit") ? name : name + ".storekit"
        var searched: [String] = []
        for directory in resourceDirectories() + sourceDirectories(of: sourceFile) {
            searched.append(directory.path)
            let file = directory.appending(path: fileName)
            if FileManager.default.fileExists(atPath: file.path) { return file }
        }
        throw SKTestError(
            .fileNotFound, "There is no \(fileName) in \(searched.joined(separator: ", "))",
            fix: "Add it to the resources of the test target, put it beside the test's source file, or name it by URL.")
    }

    /// Bundles, and the resource folders that the package manager lays beside a test executable.
    private static func resourceDirectories() -> [URL] {
        var directories: [URL] = []
        for bundle in [Bundle.main] + Bundle.allBundles {
            if let resources = bundle.resourceURL { directories.append(resources) }
            let siblings = try? FileManager.default.contentsOfDirectory(
                at: bundle.bundleURL, includingPropertiesForKeys: nil)
            directories += (siblings ?? []).filter { ["resources", "bundle"].contains($0.pathExtension) }
        }
        return unique(directories.sorted { $0.path < $1.path })
    }

    /// The folder of the source file and the folders in it.
    private static func sourceDirectories(of sourceFile: String?) -> [URL] {
        guard let sourceFile else { return [] }
        let directory = URL(filePath: sourceFile).deletingLastPathComponent()
        let children = try? FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: [.isDirectoryKey])
        let folders = (children ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
        }
        return [directory] + folders.sorted { $0.path < $1.path }
    }

    private static func unique(_ directories: [URL]) -> [URL] {
        var seen: Set<String> = []
        return directories.filter { seen.insert($0.standardizedFileURL.path).inserted }
    }
}
