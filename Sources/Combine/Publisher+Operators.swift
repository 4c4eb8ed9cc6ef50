// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Apple gives each operator a type of its own. Code that does not spell those types builds with these too.

extension Publisher {
    private func changing<Value>(
        _ change: @escaping (Output, _ next: (Value) -> Void) -> Void
    ) -> AnyPublisher<Value, Failure> {
        AnyPublisher { receiver in
            attach(Receiver(value: { change($0, receiver.value) }, completion: receiver.completion))
        }
    }

    /// Turns each value into another.
    public func map<Value>(_ transform: @escaping (Output) -> Value) -> AnyPublisher<Value, Failure> {
        changing { value, next in next(transform(value)) }
    }

    /// Turns each value into another and leaves out what became `nil`.
    public func compactMap<Value>(_ transform: @escaping (Output) -> Value?) -> AnyPublisher<Value, Failure> {
        changing { value, next in transform(value).map(next) }
    }

    /// Leaves out values.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        changing { value, next in
            if isIncluded(value) { next(value) }
        }
    }

    /// Leaves out the first values.
    public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            var left = count
            return filter { _ in
                if left > 0 {
                    left -= 1
                    return false
                }
                return true
            }.attach(receiver)
        }
    }

    /// Leaves out values that equal the one before.
    public func removeDuplicates(by isDuplicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            var last: Output?
            return filter { value in
                defer { last = value }
                return last.map { !isDuplicate($0, value) } ?? true
            }.attach(receiver)
        }
    }

    /// Hands everything on from another queue.
    public func receive<S: Scheduler>(on scheduler: S) -> AnyPublisher<Output, Failure> {
        AnyPublisher { receiver in
            attach(
                Receiver(
                    value: { value in scheduler.schedule { receiver.value(value) } },
                    completion: { end in scheduler.schedule { receiver.completion(end) } }))
        }
    }
}

extension Publisher where Output: Equatable {
    /// Leaves out values that equal the one before.
    public func removeDuplicates() -> AnyPublisher<Output, Failure> {
        removeDuplicates(by: ==)
    }
}

/// Something that can run a closure later.
public protocol Scheduler {
    /// Runs a closure as soon as it can.
    func schedule(_ action: @escaping () -> Void)
}

// The closures leave this thread with what they caught, as they do on Apple's platforms; `unsafe` would say the same.
private struct Sent: @unchecked Sendable {
    // Run once, by whoever it was sent to; the sender keeps no other way to it.
    let action: () -> Void
}

extension DispatchQueue: Scheduler {
    /// Runs a closure on the queue.
    public func schedule(_ action: @escaping () -> Void) {
        let sent = Sent(action: action)
        async { sent.action() }
    }
}

extension OperationQueue: Scheduler {
    /// Runs a closure on the queue.
    public func schedule(_ action: @escaping () -> Void) {
        let sent = Sent(action: action)
        addOperation { sent.action() }
    }
}

extension RunLoop: Scheduler {
    /// Runs a closure in the loop's next turn.
    public func schedule(_ action: @escaping () -> Void) {
        let sent = Sent(action: action)
        perform { sent.action() }
    }
}
