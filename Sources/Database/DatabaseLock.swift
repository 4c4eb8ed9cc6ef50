// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Something that transactions of several servers must not work on at once.
///
/// It is a name only: nothing of that name need be in the database.
package struct DatabaseLock: Sendable, Hashable {
    let name: String
    /// Whether others may hold it too, as long as they share it as well.
    let isShared: Bool

    /// Names a lock.
    package init(_ name: String, shared: Bool = false) {
        self.name = name
        isShared = shared
    }
}
