// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes files that nobody but their owner may read.
enum PrivateFile {
    /// Makes a file or replaces it; readers see all of it or nothing, and the permissions hold from its first moment.
    static func write(_ contents: Data, to file: URL) throws(StoreDataError) {
        let new = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).new")
        unlink(new.path)
        let descriptor = open(new.path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
        guard descriptor >= 0 else { throw .unwritable(file) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: contents)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(new.path)
            throw .unwritable(file)
        }
        guard rename(new.path, file.path) == 0 else {
            unlink(new.path)
            throw .unwritable(file)
        }
    }
}
