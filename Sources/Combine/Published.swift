// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A property of a class that tells of its changes before they happen.
///
/// The projected value is a publisher: it hands out the present value and each new one before it is set. An
/// ``ObservableObject`` announces the change as a whole, too.
@propertyWrapper
public struct Published<Value> {
    private let storage: Storage

    /// Creates a property with its first value.
    public init(wrappedValue: Value) {
        storage = Storage(wrappedValue)
    }

    /// Creates a property with its first value.
    public init(initialValue: Value) {
        storage = Storage(initialValue)
    }

    /// The value.
    public var wrappedValue: Value {
        get { storage.value }
        nonmutating set { storage.set(newValue) }
    }

    /// The publisher of the value.
    public var projectedValue: Publisher {
        get { Publisher(storage: storage) }
        // `assign(to: &$property)` writes back what it read.
        nonmutating set {}
    }

    /// Hands out the values of a property.
    public struct Publisher: Combine.Publisher {
        /// What is handed out.
        public typealias Output = Value
        /// It never ends early.
        public typealias Failure = Never

        fileprivate let storage: Storage

        /// Hands values to a receiver until the cancellable that comes back is cancelled or let go of.
        public func attach(_ receiver: Receiver<Value, Never>) -> AnyCancellable {
            storage.audience.attach(receiver)
        }

        func follow(_ publisher: some Combine.Publisher<Value, Never>) {
            storage.keep(publisher.sink { [weak storage] value in storage?.set(value) })
        }
    }

    /// The value and who listens to it; the lock lets other threads read while one writes.
    fileprivate final class Storage: AnnouncingStorage {
        let audience: Audience<Value, Never>
        private let lock = NSLock()
        private var current: Value
        private var followed: [AnyCancellable] = []
        private var announcer: ObservableObjectPublisher?

        init(_ value: Value) {
            current = value
            audience = Audience(current: value)
        }

        var value: Value {
            lock.withLock { current }
        }

        func set(_ value: Value) {
            lock.withLock { announcer }?.send()
            audience.send(value, keeping: true)
            lock.withLock { current = value }
        }

        func keep(_ cancellable: AnyCancellable) {
            lock.withLock { followed.append(cancellable) }
        }

        func announce(through publisher: ObservableObjectPublisher) {
            lock.withLock { announcer = publisher }
        }
    }
}

/// What an observable object looks for among its properties.
protocol AnnouncingStorage: AnyObject {
    func announce(through publisher: ObservableObjectPublisher)
}

/// A property that an observable object announces.
protocol AnnouncingProperty {
    var announcingStorage: any AnnouncingStorage { get }
}

extension Published: AnnouncingProperty {
    var announcingStorage: any AnnouncingStorage { storage }
}
