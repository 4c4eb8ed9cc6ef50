// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

/// Something that the App Store wants the customer to see.
public struct Message: Hashable, Sendable {
    /// Why there is a message.
    public let reason: Reason
    let record: MessageRecord

    init(_ record: MessageRecord) {
        self.record = record
        reason = Reason(record.reason)
    }

    /// The messages that wait to be shown, and every one that comes, as long as there is reason for it.
    ///
    /// An iterator begins with those that wait. The sequence never ends by itself; cancelling the task that iterates ends
    /// it.
    public static var messages: Messages { Messages(center: .current) }

    /// Why there is a message.
    ///
    /// The set is open.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason's number.
        public let rawValue: Int

        /// Creates a reason from its number.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Anything else, such as new terms.
        public static let generic = Self(rawValue: 0)
        /// The customer is to agree to a higher price.
        public static let priceIncreaseConsent = Self(rawValue: 1)
        /// A renewal could not be charged.
        public static let billingIssue = Self(rawValue: 2)
        /// A former subscriber may come back for less.
        public static let winBackOffer = Self(rawValue: 3)

        /// The reason in words.
        public var localizedDescription: String {
            switch self {
            case .generic: "Generic"
            case .priceIncreaseConsent: "Price Increase Consent"
            case .billingIssue: "Billing Issue"
            case .winBackOffer: "Win-Back Offer"
            default: "Message \(rawValue)"
            }
        }

        init(_ reason: MessageRecord.Reason) {
            switch reason {
            case .priceIncreaseConsent: self = .priceIncreaseConsent
            case .billingIssue: self = .billingIssue
            case .winBackOffer: self = .winBackOffer
            default: self = .generic
            }
        }
    }
}

extension Message {
    /// The sequence of ``messages``.
    public struct Messages: AsyncSequence, Sendable {
        /// A message that waits to be shown.
        public typealias Element = Message

        let center: StoreCenter

        /// Begins to iterate; nothing is missed from here on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: center.listenToMessages())
        }

        /// One walk through the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A message that waits to be shown.
            public typealias Element = Message.Messages.Element

            let subscription: Subscription<Element>

            /// The next message; `nil` when the task is cancelled.
            public mutating func next() async -> Message.Messages.Element? {
                await subscription.next()
            }
        }
    }
}
