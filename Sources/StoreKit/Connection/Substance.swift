// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

// A store signs the same facts anew for a device, or after it was started again: date, nonce and hash differ then, and
// nothing has happened.

extension Transaction {
    /// Whether two payloads say the same of the purchase.
    func hasSameSubstance(as other: Self) -> Bool {
        source.payload.substance == other.source.payload.substance
    }
}

extension Product.SubscriptionInfo.Status {
    /// Whether two statuses say the same of the subscription.
    func hasSameSubstance(as other: Self) -> Bool {
        state == other.state
            && transaction.unsafePayloadValue.hasSameSubstance(as: other.transaction.unsafePayloadValue)
            && renewalInfo.unsafePayloadValue.source.payload.substance
                == other.renewalInfo.unsafePayloadValue.source.payload.substance
    }
}

extension JWSTransactionDecodedPayload {
    fileprivate var substance: Self {
        var copy = self
        copy.signedDate = nil
        copy.deviceVerification = nil
        copy.deviceVerificationNonce = nil
        return copy
    }
}

extension JWSRenewalInfoDecodedPayload {
    fileprivate var substance: Self {
        var copy = self
        copy.signedDate = nil
        copy.deviceVerification = nil
        copy.deviceVerificationNonce = nil
        return copy
    }
}
