// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason a customer gave for asking for a refund.
public enum ConsumptionRequestReason: String, Codable, Hashable, Sendable {
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
}
