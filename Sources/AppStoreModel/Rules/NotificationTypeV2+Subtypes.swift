// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension NotificationTypeV2 {
    /// The subtypes that Apple documents for the type; without one it may come besides, see ``mayLackSubtype``.
    package var subtypes: [Subtype] {
        switch self {
        case .subscribed: [.initialBuy, .resubscribe]
        case .didRenew: [.billingRecovery]
        case .didChangeRenewalPref, .offerRedeemed: [.upgrade, .downgrade]
        case .didChangeRenewalStatus: [.autoRenewDisabled, .autoRenewEnabled]
        case .didFailToRenew: [.gracePeriod]
        case .expired: [.voluntary, .billingRetry, .priceIncrease, .productNotForSale]
        case .priceIncrease: [.pending, .accepted]
        case .renewalExtension: [.summary, .failure]
        case .externalPurchaseToken: [.created, .activeTokenReminder, .unreported]
        case .gracePeriodExpired, .refund, .refundDeclined, .consumptionRequest, .renewalExtended, .revoke, .test,
            .refundReversed, .oneTimeCharge, .rescindConsent, .metadataUpdate, .migration, .priceChange:
            []
        }
    }

    /// Whether Apple documents the type without a subtype.
    package var mayLackSubtype: Bool {
        switch self {
        case .subscribed, .priceIncrease, .renewalExtension, .externalPurchaseToken: false
        default: true
        }
    }
}
