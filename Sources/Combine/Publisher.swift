// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// This module exists so that classes which announce their changes compile and can be observed on Linux. It has
// observable objects, published properties, two subjects and the operators that turn their values on the way to a sink;
// no demand, no custom subscribers or schedulers, nothing that counts time.

/// Something that hands out values as they come.
///
/// Unlike Apple's it has no subscribers with a demand: whoever attaches gets every value at once.
public protocol Publisher<Output, Failure> {
    /// What is handed out.
    associatedtype Output
    /// How it can end early; `Never` when it cannot.
    associatedtype Failure: Error

    /// Hands values to a receiver until the cancellable that comes back is cancelled or let go of.
    func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable
}

/// What to do with the values of a publisher and with its end.
public struct Receiver<Input, Failure: Error> {
    /// Called with each value.
    public var value: (Input) -> Void
    /// Called once, at the end.
    public var completion: (Subscribers.Completion<Failure>) -> Void

    /// Creates a receiver from its two parts.
    public init(
        value: @escaping (Input) -> Void, completion: @escaping (Subscribers.Completion<Failure>) -> Void = { _ in }
    ) {
        self.value = value
        self.completion = completion
    }
}

/// Types of those who receive.
public enum Subscribers {
    /// How a publisher ended.
    @frozen
    public enum Completion<Failure: Error> {
        /// All was handed out.
        case finished
        /// It could not go on.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion: Sendable {}

extension Publisher {
    /// Calls closures with each value and at the end.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        attach(Receiver(value: receiveValue, completion: receiveCompletion))
    }

    /// The same publisher under a type that says nothing of how it came about.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

extension Publisher where Failure == Never {
    /// Calls a closure with each value.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        attach(Receiver(value: receiveValue))
    }

    /// Sets a property to each value; the object is kept alive until the cancellable goes.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }

    /// Sets a published property to each value for as long as the property lives.
    public func assign(to published: inout Published<Output>.Publisher) {
        published.follow(self)
    }
}

/// A publisher that says nothing of how it came about.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let attachment: (Receiver<Output, Failure>) -> AnyCancellable

    /// Wraps a publisher.
    public init<P: Publisher<Output, Failure>>(_ publisher: P) {
        attachment = publisher.attach
    }

    init(_ attachment: @escaping (Receiver<Output, Failure>) -> AnyCancellable) {
        self.attachment = attachment
    }

    /// Hands values to a receiver until the cancellable that comes back is cancelled or let go of.
    public func attach(_ receiver: Receiver<Output, Failure>) -> AnyCancellable {
        attachment(receiver)
    }
}
