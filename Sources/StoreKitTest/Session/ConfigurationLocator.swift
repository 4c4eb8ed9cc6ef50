// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the `.storekit` file that a test names.
enum ConfigurationLocator {
    /// Looks beside the test's source file, then in the resources of the bundles, then above the source file.
    ///
    /// Beside comes first, because the package manager lays the resources of all test targets side by side.
    ///
    /// - Parameter sourceFile: The path of the file that asks, if known.
    static func locate(_ name: String, sourceFile: String?) throws(SKTestError) -> URL {
        let fileName = name.hasSuffix(".storekit") ? name : name + ".storekit"
        var searched: [String] = []
        let source = sourceDirectories(of: sourceFile)
        for directory in source.beside + resourceDirectories() + source.above {
            searched.append(directory.path)
            let file = directory.appending(path: fileName)
            if FileManager.default.fileExists(atPath: file.path) { return file }
        }
        throw SKTestError(
            .fileNotFound, "There is no \(fileName) in \(searched.joined(separator: ", "))",
            fix: "Add it to the resources of the test target, put it beside the test's source file, or name it by URL.")
    }

    /// The resources of bundles, and what the package manager lays beside a test executable, with the folders in them.
    private static func resourceDirectories() -> [URL] {
        var directories: [URL] = []
        for bundle in [Bundle.main] + Bundle.allBundles {
            if let resources = bundle.resourceURL { directories.append(resources) }
            directories += children(of: bundle.bundleURL).filter { ["resources", "bundle"].contains($0.pathExtension) }
        }
        return unique(directories.sorted { $0.path < $1.path }.flatMap { [$0] + folders(in: $0) })
    }

    /// The folder of the source file and the folders in it, and those above it up to that of the package.
    private static func sourceDirectories(of sourceFile: String?) -> (beside: [URL], above: [URL]) {
        guard let sourceFile else { return ([], []) }
        let folder = URL(filePath: sourceFile).deletingLastPathComponent()
        var above = [folder]
        while !holdsManifest(above[above.endIndex - 1]), above[above.endIndex - 1].path != "/" {
            above.append(above[above.endIndex - 1].deletingLastPathComponent())
        }
        // Without a package there is no saying where the project ends.
        let isInPackage = holdsManifest(above[above.endIndex - 1])
        return ([folder] + folders(in: folder), isInPackage ? Array(above.dropFirst()) : [])
    }

    private static func holdsManifest(_ directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: directory.appending(path: "Package.swift").path)
    }

    private static func folders(in directory: URL) -> [URL] {
        children(of: directory).filter { $0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }

    private static func children(of directory: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(
            at: directory, includingPropertiesForKeys: [.isDirectoryKey])) ?? []
    }

    private static func unique(_ directories: [URL]) -> [URL] {
        var seen: Set<String> = []
        return directories.filter { seen.insert($0.standardizedFileURL.path).inserted }
    }
}
