// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// A line of purchases as far as it decides what its customer has access to.
struct Holding: Sendable, Hashable {
    /// Of the latest transaction the fields in ``transactionFields``; others may be absent.
    var latest: JWSTransactionDecodedPayload?
    /// Of the newest renewal info the fields in ``renewalInfoFields``; others may be absent.
    var renewalInfo: JWSRenewalInfoDecodedPayload?

    /// What ``Standing`` and ``Entitlement`` look at.
    ///
    /// To read no more of a payload takes half as long.
    static let transactionFields = JSONSelection<JWSTransactionDecodedPayload>([
        .productId, .type, .inAppOwnershipType, .purchaseDate, .expiresDate, .revocationDate,
    ])
    static let renewalInfoFields = JSONSelection<JWSRenewalInfoDecodedPayload>([
        .productId, .autoRenewProductId, .autoRenewStatus, .signedDate, .renewalDate, .expirationIntent,
        .isInBillingRetryPeriod, .gracePeriodExpiresDate,
    ])
}
