// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import StoreKit

/// Something that the app has to hand to the customer, or to take back.
public struct Delivery: Identifiable, Sendable {
    /// What there is to do.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Give what was bought.
        case grant
        /// Take it back: it was refunded, or a family does not share it any more.
        case revocation
        /// Give again what was taken back: the refund was undone.
        case reinstatement
    }

    /// Names one delivery, the same whenever and by whatever way it is asked for: an idempotency key.
    public struct Key: Hashable, Codable, Sendable, CustomStringConvertible {
        /// The transaction.
        public let transactionID: UInt64
        /// What there is to do.
        public let kind: Kind
        /// When it was taken back, in milliseconds since 1970; for a grant 0.
        let revocation: Int64

        /// The key as text, for a server or a database.
        public var description: String {
            kind == .grant ? "\(transactionID)" : "\(transactionID)-\(kind.rawValue)-\(revocation)"
        }
    }

    /// The idempotency key.
    public let key: Key
    /// The verified transaction it is about.
    public let transaction: Transaction
    /// The transaction as the store signed it, for a server that verifies it for itself.
    public let jwsRepresentation: String
    /// Whether this may have been done before, because the process ended in the middle or the kit's record is gone.
    ///
    /// What must not happen twice is then to be compared with what ``key`` did before. Everything else can just be done.
    public let mayBeRepeat: Bool

    /// The same as ``key``.
    public var id: Key { key }
    /// What there is to do.
    public var kind: Kind { key.kind }
}
