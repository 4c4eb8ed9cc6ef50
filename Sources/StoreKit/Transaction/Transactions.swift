// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Transaction {
    /// A sequence of transactions: one that ends, read afresh by each iterator, or ``Transaction/updates``.
    public struct Transactions: AsyncSequence, Sendable {
        /// A transaction and whether it can be relied on.
        public typealias Element = VerificationResult<Transaction>

        enum Source: Sendable {
            case snapshot(StoreCenter, @Sendable (ClientLedger) -> [Element])
            case updates(StoreCenter)
        }

        let source: Source

        init(_ source: Source) {
            self.source = source
        }

        init(reading query: @escaping @Sendable (ClientLedger) -> [Element]) {
            source = .snapshot(.current, query)
        }

        /// Begins to iterate.
        ///
        /// An iterator of ``Transaction/updates`` misses nothing from here on.
        public func makeAsyncIterator() -> AsyncIterator {
            switch source {
            case .snapshot(let center, let query): AsyncIterator(.unread(center, query))
            case .updates(let center): AsyncIterator(.updates(center.listenToTransactions()))
            }
        }

        /// One walk through the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A transaction and whether it can be relied on.
            public typealias Element = VerificationResult<Transaction>

            enum Position {
                case unread(StoreCenter, @Sendable (ClientLedger) -> [Element])
                case rest(ArraySlice<Element>)
                case updates(Subscription<Element>)
            }

            private var position: Position

            init(_ position: Position) {
                self.position = position
            }

            /// The next transaction; `nil` at the end and, on ``Transaction/updates``, when the task is cancelled.
            public mutating func next() async -> Element? {
                switch position {
                case .updates(let subscription):
                    return await subscription.next()
                case .unread(let center, let query):
                    var rest = await (center.known(query) ?? [])[...]
                    let first = rest.popFirst()
                    position = .rest(rest)
                    return first
                case .rest(var rest):
                    let next = rest.popFirst()
                    position = .rest(rest)
                    return next
                }
            }
        }
    }
}
