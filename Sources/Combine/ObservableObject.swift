// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object that tells when it is about to change.
///
/// Its ``Published`` properties announce themselves; for others, call `objectWillChange.send()` first.
public protocol ObservableObject: AnyObject {
    /// What tells of changes.
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    /// Tells before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

/// Tells that an object is about to change.
public final class ObservableObjectPublisher: Publisher {
    /// Only that it happens is told.
    public typealias Output = Void
    /// It never ends early.
    public typealias Failure = Never

    private let audience = Audience<Void, Never>()

    /// Creates a publisher.
    public init() {}

    /// Tells that the object is about to change.
    public func send() {
        audience.send(())
    }

    /// Hands values to a receiver until the cancellable that comes back is cancelled or let go of.
    public func attach(_ receiver: Receiver<Void, Never>) -> AnyCancellable {
        audience.attach(receiver)
    }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Tells before one of the object's published properties changes.
    public var objectWillChange: ObservableObjectPublisher {
        ObservedObjects.shared.publisher(of: self)
    }
}

/// The publishers of objects that somebody has asked for one.
///
/// An object has no room for it, so they are kept here for as long as the object lives.
///
/// Unchecked, because a publisher is bound to its object and not sent anywhere: everything kept here is read and written
/// under the lock.
private final class ObservedObjects: @unchecked Sendable {
    private struct Entry {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    static let shared = ObservedObjects()

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var sizeToSweep = 64

    func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        let (publisher, isNew) = lock.withLock {
            // An address may have belonged to an object that is gone.
            if let entry = entries[ObjectIdentifier(object)], entry.object === object {
                return (entry.publisher, false)
            }
            sweep()
            let entry = Entry(object: object, publisher: ObservableObjectPublisher())
            entries[ObjectIdentifier(object)] = entry
            return (entry.publisher, true)
        }
        if isNew { install(publisher, in: object) }
        return publisher
    }

    /// Forgets objects that are gone, each time their number may have doubled.
    private func sweep() {
        guard entries.count >= sizeToSweep else { return }
        entries = entries.filter { $0.value.object != nil }
        sizeToSweep = max(64, entries.count * 2)
    }

    private func install(_ publisher: ObservableObjectPublisher, in object: AnyObject) {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let present = mirror {
            for case let property as any AnnouncingProperty in present.children.map(\.value) {
                property.announcingStorage.announce(through: publisher)
            }
            mirror = present.superclassMirror
        }
    }
}
