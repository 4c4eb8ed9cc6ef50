// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A place for one piece of data that outlives the process.
///
/// The kit writes to it whole and reads it whole.
public protocol DataStore: Sendable {
    /// The data written last; `nil` when there never was any.
    func read() throws -> Data?

    /// Replaces the data: afterwards either all of it or all of what was there before is found, whatever happens.
    func write(_ data: Data) throws
}

/// A file, replaced atomically and protected until the device is first unlocked.
public struct FileDataStore: DataStore {
    /// Where the file is.
    public let url: URL

    /// Names a file; it and its folder are made when something is written.
    public init(url: URL) {
        self.url = url
    }

    /// The file's content; `nil` when there is no file.
    public func read() throws -> Data? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try Data(contentsOf: url)
    }

    /// Replaces the file.
    public func write(_ data: Data) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            // Not until it is unlocked: renewals arrive in the background, when a locked device could not read it.
            try data.write(to: url, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
        #else
            try data.write(to: url, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        #endif
    }
}
