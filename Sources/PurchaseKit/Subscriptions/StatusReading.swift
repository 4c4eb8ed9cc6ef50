// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit

/// What one verified status of StoreKit says, as plain values.
struct StatusReading: Hashable, Sendable {
    typealias Standing = SubscriptionStatusChecker.SubscriptionStatus.State

    var standing: Standing
    var productID: String
    var groupID = ""
    var transactionID: UInt64
    var purchaseDate = Date.distantPast
    var expirationDate: Date?
    var graceEndDate: Date?
    var isFamilyShared = false
    var renewal: SubscriptionStatusChecker.SubscriptionStatus.Renewal?
    var expirationReason: Product.SubscriptionInfo.RenewalInfo.ExpirationReason?
    var needsPriceConsent = false
    var eligibleWinBackOfferIDs: [String] = []

    func isActive(_ policy: AccessPolicy) -> Bool {
        switch standing {
        case .subscribed, .inGracePeriod: true
        case .inBillingRetry: policy.billingRetry == .granted
        case .none, .unknown, .expired, .revoked: false
        }
    }

    /// When access ends unless something happens; `nil` also where there is none.
    func accessEndDate(_ policy: AccessPolicy) -> Date? {
        switch standing {
        case .subscribed: expirationDate
        case .inGracePeriod: graceEndDate
        // The store tells nobody when it will give up.
        case .inBillingRetry, .none, .unknown, .expired, .revoked: nil
        }
    }
}

extension StatusReading {
    /// `nil` when the status cannot be relied on: both parts have to be verified, for one alone says too much.
    init?(_ status: Product.SubscriptionInfo.Status) {
        guard case .verified(let transaction) = status.transaction, case .verified(let info) = status.renewalInfo
        else { return nil }
        standing =
            switch status.state {
            case .subscribed: .subscribed
            case .inGracePeriod: .inGracePeriod
            case .inBillingRetryPeriod: .inBillingRetry
            case .expired: .expired
            case .revoked: .revoked
            default: .unknown
            }
        productID = transaction.productID
        groupID = transaction.subscriptionGroupID ?? ""
        transactionID = transaction.id
        purchaseDate = transaction.purchaseDate
        expirationDate = transaction.expirationDate
        graceEndDate = info.gracePeriodExpirationDate
        isFamilyShared = transaction.ownershipType == .familyShared
        renewal =
            info.willAutoRenew
            ? SubscriptionStatusChecker.SubscriptionStatus.Renewal(
                productID: info.autoRenewPreference ?? transaction.productID, date: info.renewalDate,
                price: info.renewalPrice, currency: info.currency, offer: info.offer)
            : nil
        expirationReason = info.expirationReason
        needsPriceConsent = info.priceIncreaseStatus == .pending
        eligibleWinBackOfferIDs = info.eligibleWinBackOfferIDs
    }
}
