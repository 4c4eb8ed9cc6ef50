// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation
import StoreEngine
import StoreHost

extension SKTestSession {
    /// A server notification of the session's store.
    ///
    /// Only on Linux: Apple's test store sends none.
    public struct Notification: Sendable, CustomStringConvertible {
        /// The identifier that repeated deliveries would share.
        public let id: UUID
        /// The type as App Store Server Notifications V2 spell it, for example `DID_RENEW`.
        public let type: String
        /// The subtype, for example `BILLING_RECOVERY`.
        public let subtype: String?
        /// When it was sent.
        public let date: Date
        /// The transaction it is about.
        public let transactionIdentifier: UInt?
        /// The product of that transaction.
        public let productIdentifier: String?
        private let draft: NotificationDraft
        private let signer: StoreSigner

        init(_ draft: NotificationDraft, signer: StoreSigner) {
            self.draft = draft
            self.signer = signer
            id = draft.record.id
            type = draft.record.type.rawValue
            subtype = draft.record.subtype?.rawValue
            date = draft.record.date.date
            transactionIdentifier = draft.transaction?.transactionId.flatMap { UInt($0) }
            productIdentifier = draft.transaction?.productId
        }

        /// What the developer's server would receive, signed with ``SKTestSession/certificate``.
        public var signedPayload: String {
            get throws {
                do {
                    return try signer.sign(draft)
                } catch {
                    throw SKTestError(
                        .serviceUnavailable, "The notification could not be signed: \(error)",
                        fix: "This is a fault of StoreKitTest.")
                }
            }
        }

        /// The type and subtype with what it is about, in one line.
        public var description: String {
            let about = productIdentifier.map { " \($0)" } ?? ""
            return type + (subtype.map { "/\($0)" } ?? "") + about
                + (transactionIdentifier.map { " #\($0)" } ?? "")
        }
    }

    /// The server notifications since the session began, oldest first.
    public func allNotifications() -> [Notification] {
        host.pastNotifications.map { Notification($0, signer: host.signer) }
    }

    /// The server notifications since the session began, then those to come; it ends for a task that is cancelled.
    public var notifications: Notifications {
        Notifications(host: host)
    }

    /// A sequence of server notifications; each iterator begins with the first one of the session.
    public struct Notifications: AsyncSequence, Sendable {
        let host: StoreHost

        /// Begins with the first notification.
        public func makeAsyncIterator() -> Iterator {
            Iterator(base: host.allNotifications().makeAsyncIterator(), signer: host.signer)
        }

        /// Waits for one notification after the other.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<NotificationDraft>.Iterator
            let signer: StoreSigner

            /// The next notification; `nil` once the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
                await base.next(isolation: actor).map { Notification($0, signer: signer) }
            }

            /// The next notification; `nil` once the task is cancelled.
            public mutating func next() async -> Notification? {
                await base.next().map { Notification($0, signer: signer) }
            }
        }
    }
}
