// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Everything signed that is known of one original transaction: a subscription with its renewals, or a single purchase.
///
/// Lines form a join-semilattice: taking facts in is commutative, associative and idempotent, so that any order, repetition
/// or delay of the same facts ends in the same line.
package struct PurchaseLine: Sendable, Hashable {
    /// What tells lines apart.
    package struct ID: Sendable, Hashable {
        /// The environment as it stands on the wire: sandbox identifiers may equal production's.
        package let environment: String
        /// The identifier of the first transaction.
        package let originalTransactionID: String

        /// Creates an identifier from its parts.
        package init(environment: String, originalTransactionID: String) {
            self.environment = environment
            self.originalTransactionID = originalTransactionID
        }
    }

    /// What tells the line apart.
    package let id: ID
    /// The transactions by their identifier, each in its newest version.
    package private(set) var transactions: [String: Fact<JWSTransactionDecodedPayload>] = [:]
    /// The newest renewal info; single purchases have none.
    package private(set) var renewalInfo: Fact<JWSRenewalInfoDecodedPayload>?

    /// Begins a line of which nothing is known.
    package init(_ id: ID) {
        self.id = id
    }

    /// Takes a transaction in; returns whether that told anything new.
    ///
    /// - Precondition: The transaction belongs to this line: see ``ID/init(_:)-(JWSTransactionDecodedPayload)``.
    @discardableResult
    package mutating func join(_ transaction: Fact<JWSTransactionDecodedPayload>) -> Bool {
        let key = transaction.payload.transactionId ?? id.originalTransactionID
        let known = transactions[key]
        let joined = known?.joined(with: transaction) ?? transaction
        transactions[key] = joined
        return joined != known
    }

    /// Takes a renewal info in; returns whether that told anything new.
    @discardableResult
    package mutating func join(_ renewalInfo: Fact<JWSRenewalInfoDecodedPayload>) -> Bool {
        let joined = self.renewalInfo?.joined(with: renewalInfo) ?? renewalInfo
        defer { self.renewalInfo = joined }
        return joined != self.renewalInfo
    }

    /// The transaction of the latest period that has one; what an upgrade replaced counts only where nothing else is known.
    package var latest: JWSTransactionDecodedPayload? {
        transactions.values.map(\.payload).max { Self.place(of: $0) < Self.place(of: $1) }
    }

    private static func place(of transaction: JWSTransactionDecodedPayload) -> Place {
        Place(
            isCurrentPlan: transaction.isUpgraded != true,
            purchase: transaction.purchaseDate.map { StoreInstant($0) } ?? StoreInstant(milliseconds: 0),
            number: UInt64(transaction.transactionId ?? "") ?? 0, identifier: transaction.transactionId ?? "")
    }

    /// Where a transaction stands among those of its line.
    private struct Place: Comparable {
        let isCurrentPlan: Bool
        let purchase: StoreInstant
        /// Identifiers grow with time.
        let number: UInt64
        let identifier: String

        static func < (one: Self, other: Self) -> Bool {
            guard one.isCurrentPlan == other.isCurrentPlan else { return other.isCurrentPlan }
            return (one.purchase, one.number, one.identifier) < (other.purchase, other.number, other.identifier)
        }
    }
}

extension PurchaseLine.ID {
    /// The line a transaction belongs to; `nil` when it names neither itself nor its first.
    package init?(_ transaction: JWSTransactionDecodedPayload) {
        guard let id = transaction.originalTransactionId ?? transaction.transactionId,
            let environment = transaction.rawEnvironment
        else { return nil }
        self.init(environment: environment, originalTransactionID: id)
    }

    /// The line a renewal info belongs to; `nil` when it does not say.
    package init?(_ renewalInfo: JWSRenewalInfoDecodedPayload) {
        guard let id = renewalInfo.originalTransactionId, let environment = renewalInfo.rawEnvironment else {
            return nil
        }
        self.init(environment: environment, originalTransactionID: id)
    }
}
