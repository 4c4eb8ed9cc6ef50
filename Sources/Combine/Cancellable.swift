// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something under way that can be stopped.
public protocol Cancellable {
    /// Stops it.
    func cancel()
}

/// Stops something when it is cancelled or let go of.
public final class AnyCancellable: Cancellable, Hashable {
    private let lock = NSLock()
    private var action: (() -> Void)?

    /// Wraps a closure that stops something; it runs once at most.
    public init(_ cancel: @escaping () -> Void) {
        action = cancel
    }

    /// Wraps something that can be stopped.
    public init<C: Cancellable>(_ cancellable: C) {
        action = { cancellable.cancel() }
    }

    deinit {
        cancel()
    }

    /// Stops it.
    public func cancel() {
        let action = lock.withLock {
            defer { self.action = nil }
            return self.action
        }
        action?()
    }

    /// Keeps it in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Keeps it in a collection.
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        collection.append(self)
    }

    /// Only the same object is equal.
    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool {
        one === other
    }

    /// Feeds the object's identity to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
