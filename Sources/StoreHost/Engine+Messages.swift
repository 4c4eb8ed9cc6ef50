// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import StoreLink

extension Engine {
    /// What the customer of a subscription is to be shown, as long as it stands as the record says.
    func messageReasons(of record: RenewalRecord) -> [MessageRecord.Reason] {
        guard !record.subscription.isFamilyShared else { return [] }
        var reasons: [MessageRecord.Reason] = []
        if record.priceIncrease == .customerHasNotResponded { reasons.append(.priceIncreaseConsent) }
        switch record.subscription.state {
        case .gracePeriod, .billingRetry: reasons.append(.billingIssue)
        case .active, .expired, .revoked: break
        }
        if !record.eligibleWinBackOfferIDs.isEmpty { reasons.append(.winBackOffer) }
        return reasons
    }
}
