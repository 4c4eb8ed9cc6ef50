// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A publisher that hands out what it is given.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Hands out a value.
    func send(_ value: Output)
    /// Ends; nothing is handed out any more.
    func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
    /// Tells that something happened.
    public func send() {
        send(())
    }
}

/// Who listens to one publisher, and what it last said.
///
/// Receivers are called outside the lock, in the order in which they came.
final class Audience<Output, Failure: Error> {
    private let lock = NSLock()
    private var receivers: [(number: Int, receiver: Receiver<Output, Failure>)] = []
    private var lastNumber = 0
    private var end: Subscribers.Completion<Failure>?
    private var latest: Output?

    /// The value that newcomers get at once.
    var current: Output? {
        lock.withLock { latest }
    }

    init(current: Output? = nil) {
        latest = current
    }

    func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        let (number, value, end) = lock.withLock {
            lastNumber += 1
            if self.end == nil { receivers.append((lastNumber, receiver)) }
            return (lastNumber, latest, self.end)
        }
        if let end {
            receiver.completion(end)
        } else if let value {
            receiver.value(value)
        }
        return AnyCancellable { [weak self] in self?.detach(number) }
    }

    private func detach(_ number: Int) {
        lock.withLock { receivers.removeAll { $0.number == number } }
    }

    func send(_ value: Output, keeping: Bool = false) {
        let receivers = lock.withLock {
            if keeping { latest = value }
            return self.receivers
        }
        for (_, receiver) in receivers { receiver.value(value) }
    }

    func finish(_ completion: Subscribers.Completion<Failure>) {
        let receivers = lock.withLock {
            defer { self.receivers = [] }
            if end == nil { end = completion }
            return self.receivers
        }
        for (_, receiver) in receivers { receiver.completion(completion) }
    }
}

/// A subject that keeps nothing: who attaches gets what comes later.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    private let audience = Audience<Output, Failure>()

    /// Creates a subject.
    public init() {}

    /// Hands out a value.
    public func send(_ value: Output) {
        audience.send(value)
    }

    /// Ends; nothing is handed out any more.
    public func send(completion: Subscribers.Completion<Failure>) {
        audience.finish(completion)
    }

    /// Hands values to a receiver until the cancellable that comes back is cancelled or let go of.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        audience.attach(receiver)
    }
}

/// A subject that keeps its last value: who attaches gets it at once.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    private let audience: Audience<Output, Failure>
    private let first: Output

    /// Creates a subject with its first value.
    public init(_ value: Output) {
        first = value
        audience = Audience(current: value)
    }

    /// The last value; setting it hands it out.
    public var value: Output {
        get { audience.current ?? first }
        set { send(newValue) }
    }

    /// Keeps a value and hands it out.
    public func send(_ value: Output) {
        audience.send(value, keeping: true)
    }

    /// Ends; nothing is handed out any more.
    public func send(completion: Subscribers.Completion<Failure>) {
        audience.finish(completion)
    }

    /// Hands values to a receiver until the cancellable that comes back is cancelled or let go of.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        audience.attach(receiver)
    }
}
