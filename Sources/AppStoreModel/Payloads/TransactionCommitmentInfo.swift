// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where a subscription billed in parts stands in its commitment.
public struct TransactionCommitmentInfo: Codable, Hashable, Sendable {
    /// Which period of the commitment this is, counted from 1.
    public var billingPeriodNumber: Int32?

    /// When the commitment ends.
    public var commitmentExpiresDate: Date?

    /// The price of the whole commitment in thousandths of the currency's unit.
    public var commitmentPrice: Int64?

    /// How many periods the commitment has.
    public var totalBillingPeriods: Int32?

    /// Creates one from its parts.
    public init(
        billingPeriodNumber: Int32? = nil, commitmentExpiresDate: Date? = nil, commitmentPrice: Int64? = nil,
        totalBillingPeriods: Int32? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.billingPeriodNumber = try billingPeriodNumber.map(HelperValidationUtils.validatePeriodCount)
        self.commitmentExpiresDate = commitmentExpiresDate
        self.commitmentPrice = commitmentPrice
        self.totalBillingPeriods = totalBillingPeriods
    }
}
