// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// Writes files that nobody but their owner may read.
enum PrivateFile {
    /// Makes a file or replaces it; readers see all of it or nothing, and the permissions hold from its first moment.
    static func write(_ contents: Data, to file: URL) throws(StoreDataError) {
        do throws(SignedDataError) {
            try AtomicFile.write(contents, to: file, permissions: 0o600)
        } catch {
            throw .unwritable(file)
        }
    }
}
