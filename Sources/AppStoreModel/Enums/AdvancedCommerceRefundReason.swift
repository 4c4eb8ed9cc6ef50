// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why an Advanced Commerce item is refunded.
public enum AdvancedCommerceRefundReason: String, Codable, Hashable, Sendable {
    /// The customer did not mean to buy.
    case unintendedPurchase = "UNINTENDED_PURCHASE"
    /// The customer did not get what was bought.
    case fulfillmentIssue = "FULFILLMENT_ISSUE"
    /// The customer was not content with it.
    case unsatisfiedWithPurchase = "UNSATISFIED_WITH_PURCHASE"
    /// A legal reason.
    case legal = "LEGAL"
    /// Anything else.
    case other = "OTHER"
    /// Items of the subscription were changed.
    case modifyItemsRefund = "MODIFY_ITEMS_REFUND"
    /// Asks the sandbox to refuse the refund.
    case simulateRefundDecline = "SIMULATE_REFUND_DECLINE"
}
