// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keeps other processes out of a directory; the system lets go of it however the process ends.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of a directory.
    init(_ directory: URL) throws(StoreDataError) {
        let file = directory.appendingPathComponent("store.lock")
        descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(file) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StoreDataError(
                .inUse, "Another process keeps its store in \(directory.path)",
                fix: "Stop that process, or choose another directory with --data DIR.")
        }
    }

    /// Lets go of the directory before the process ends.
    func release() {
        _ = flock(descriptor, LOCK_UN)
    }

    deinit {
        close(descriptor)
    }
}
