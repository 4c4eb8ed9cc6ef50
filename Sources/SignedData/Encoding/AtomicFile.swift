// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Writes files so that readers see the old contents or the new ones, never a part, and never more people than meant.
package enum AtomicFile {
    /// Makes a file or replaces it; the permissions hold from its first moment.
    package static func write(_ contents: Data, to file: URL, permissions: mode_t) throws(SignedDataError) {
        let temporary = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).new")
        unlink(temporary.path)
        let descriptor = open(temporary.path, O_CREAT | O_EXCL | O_WRONLY, permissions)
        guard descriptor >= 0 else { throw .authorityUnwritable(file) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: contents)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(temporary.path)
            throw .authorityUnwritable(file)
        }
        guard rename(temporary.path, file.path) == 0 else {
            unlink(temporary.path)
            throw .authorityUnwritable(file)
        }
    }
}
