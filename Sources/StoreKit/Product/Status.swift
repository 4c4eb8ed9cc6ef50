// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Product.SubscriptionInfo {
    /// A subscription's state with the signed facts it was derived from.
    public struct Status: Hashable, Sendable {
        /// Whether the subscription runs, and if not, why.
        public let state: RenewalState
        /// The subscription's newest transaction.
        public let transaction: VerificationResult<Transaction>
        /// What the store intends for the next period.
        public let renewalInfo: VerificationResult<RenewalInfo>

        /// Every change of a subscription's status as it happens: bought, renewed, renewal turned off or on, charge
        /// failed, lapsed.
        ///
        /// The sequence never ends by itself; cancelling the task that iterates ends it. It waits for a store to be
        /// connected and follows when another one is.
        public static var updates: Statuses { Statuses(center: .current) }

        /// The statuses of every group the customer ever subscribed in, one element a group.
        public static var all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])> {
            let center = StoreCenter.current
            return AsyncStream { continuation in
                let reading = Task {
                    for group in await center.known({ $0.statusesByGroup() }) ?? [] {
                        continuation.yield((groupID: group.groupID, statuses: group.statuses))
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in reading.cancel() }
            }
        }
    }
}

extension Product.SubscriptionInfo.Status {
    /// The sequence of ``updates``.
    public struct Statuses: AsyncSequence, Sendable {
        /// A status after its change.
        public typealias Element = Product.SubscriptionInfo.Status

        let center: StoreCenter

        /// Begins to iterate; nothing is missed from here on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: center.listenToStatuses())
        }

        /// One walk through the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A status after its change.
            public typealias Element = Product.SubscriptionInfo.Status

            let subscription: Subscription<Element>

            /// The next status to change; `nil` when the task is cancelled.
            public mutating func next() async -> Element? {
                await subscription.next()
            }
        }
    }
}
