// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What follows when a commitment ends.
public struct RenewalCommitmentInfo: Codable, Hashable, Sendable {
    /// The product that follows when the commitment ends.
    public var commitmentAutoRenewProductId: String?

    /// ``commitmentAutoRenewStatus`` as it stands on the wire, also when the value is unknown.
    public var rawCommitmentAutoRenewStatus: Int32?

    /// ``commitmentRenewalBillingPlanType`` as it stands on the wire, also when the value is unknown.
    public var rawCommitmentRenewalBillingPlanType: String?

    /// When the next commitment begins.
    public var commitmentRenewalDate: Date?

    /// The price of the next commitment in thousandths of the currency's unit.
    public var commitmentRenewalPrice: Int64?

    /// Creates one from known values.
    public init(
        commitmentAutoRenewProductId: String? = nil, commitmentAutoRenewStatus: AutoRenewStatus? = nil,
        commitmentRenewalBillingPlanType: RenewalBillingPlanType? = nil, commitmentRenewalDate: Date? = nil,
        commitmentRenewalPrice: Int64? = nil
    ) {
        self.init(
            commitmentAutoRenewProductId: commitmentAutoRenewProductId,
            rawCommitmentAutoRenewStatus: commitmentAutoRenewStatus?.rawValue,
            rawCommitmentRenewalBillingPlanType: commitmentRenewalBillingPlanType?.rawValue,
            commitmentRenewalDate: commitmentRenewalDate, commitmentRenewalPrice: commitmentRenewalPrice)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        commitmentAutoRenewProductId: String? = nil, rawCommitmentAutoRenewStatus: Int32? = nil,
        rawCommitmentRenewalBillingPlanType: String? = nil, commitmentRenewalDate: Date? = nil,
        commitmentRenewalPrice: Int64? = nil
    ) {
        self.commitmentAutoRenewProductId = commitmentAutoRenewProductId
        self.rawCommitmentAutoRenewStatus = rawCommitmentAutoRenewStatus
        self.rawCommitmentRenewalBillingPlanType = rawCommitmentRenewalBillingPlanType
        self.commitmentRenewalDate = commitmentRenewalDate
        self.commitmentRenewalPrice = commitmentRenewalPrice
    }

    private enum CodingKeys: String, CodingKey {
        case commitmentAutoRenewProductId
        case rawCommitmentAutoRenewStatus = "commitmentAutoRenewStatus"
        case rawCommitmentRenewalBillingPlanType = "commitmentRenewalBillingPlanType"
        case commitmentRenewalDate, commitmentRenewalPrice
    }

    /// Whether a new commitment follows this one.
    public var commitmentAutoRenewStatus: AutoRenewStatus? {
        get { rawCommitmentAutoRenewStatus.flatMap(AutoRenewStatus.init(rawValue:)) }
        set { rawCommitmentAutoRenewStatus = newValue?.rawValue }
    }

    /// How the next commitment will be billed.
    public var commitmentRenewalBillingPlanType: RenewalBillingPlanType? {
        get { rawCommitmentRenewalBillingPlanType.flatMap(RenewalBillingPlanType.init(rawValue:)) }
        set { rawCommitmentRenewalBillingPlanType = newValue?.rawValue }
    }
}
