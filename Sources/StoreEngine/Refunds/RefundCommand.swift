// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What a customer and the App Store's staff do about money paid.
///
/// A refund in full needs no request and is a command of its own.
package enum RefundCommand: Codable, Sendable, Hashable {
    /// The customer asks for money back.
    ///
    /// - Parameter inApp: Whether the app's refund sheet was used, which cancels the subscription.
    case request(transaction: TransactionIndex, reason: ConsumptionRequestReason, inApp: Bool)
    /// Pays back a part.
    ///
    /// - Parameter percentage: In thousandths of a per cent; `nil` means the part of the period that is left.
    case grantProrated(transaction: TransactionIndex, reason: RevocationReason, percentage: Int32?)
    /// Refuses what the customer asked for.
    case decline(transaction: TransactionIndex)
    /// Undoes a refund after a dispute.
    case reverse(transaction: TransactionIndex)
}

/// What is known about refunds besides what stands in the transactions.
struct RefundDesk: Codable, Sendable, Hashable {
    /// The transactions for which a customer waits for an answer.
    var requests: Set<TransactionIndex> = []
    /// The transactions whose subscription would have renewed when they were refunded.
    var endedRenewals: Set<TransactionIndex> = []
}
