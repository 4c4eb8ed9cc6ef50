// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Publisher where Failure == Never {
    /// The values as a sequence to be waited for; each iterator gets those from its making on.
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

/// A publisher's values as a sequence to be waited for.
///
/// Values that come while nobody waits are kept.
public struct AsyncPublisher<Base: Publisher>: AsyncSequence where Base.Failure == Never {
    /// What is handed out.
    public typealias Element = Base.Output

    private let base: Base

    /// Wraps a publisher.
    public init(_ publisher: Base) {
        base = publisher
    }

    /// Attaches to the publisher.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base)
    }

    /// One walk through the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// What is handed out.
        public typealias Element = Base.Output

        private var values: AsyncStream<Handed<Element>>.Iterator
        // Letting go of it ends the attachment.
        private let attachment: AnyCancellable

        init(_ base: Base) {
            let (stream, continuation) = AsyncStream.makeStream(of: Handed<Element>.self)
            values = stream.makeAsyncIterator()
            attachment = base.sink { _ in
                continuation.finish()
            } receiveValue: { value in
                continuation.yield(Handed(value: value))
            }
        }

        /// The next value; `nil` at the end and when the task is cancelled.
        public mutating func next() async -> Element? {
            await values.next()?.value
        }
    }
}

/// A value on its way from a publisher to the one who waits.
///
/// Unchecked, because Apple's sequence hands over any value too: whether both may touch it is for the two to know.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value
}
