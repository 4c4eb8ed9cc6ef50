// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A lock, with or without a value that it guards; copies share it.
///
/// Unchecked, because the value is touched under the lock only.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Storage {
        let lock = NSLock()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    private let storage: Storage

    /// Creates a lock that guards any value, which the caller must not touch any more.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Runs a closure with the value while nobody else has it; what it returns may be anything.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        try storage.lock.withLock { try body(&storage.state) }
    }

    /// Runs a closure with the value while nobody else has it.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs a closure with the value, or returns `nil` when somebody else has it.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock that guards a value.
    public init(initialState: State) {
        self.init(uncheckedState: initialState)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock that guards nothing of its own.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Runs a closure while nobody else holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked { _ in try body() }
    }

    /// Waits for the lock and takes it.
    public func lock() {
        storage.lock.lock()
    }

    /// Takes the lock unless somebody else holds it.
    public func lockIfAvailable() -> Bool {
        storage.lock.try()
    }

    /// Lets go of the lock.
    public func unlock() {
        storage.lock.unlock()
    }
}
