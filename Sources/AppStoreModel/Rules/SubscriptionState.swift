// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the latest signed facts about one auto-renewable subscription say of its state.
///
/// The store, the client and the subscription server all derive the state here, so that from the same facts they
/// come to the same answer. The caller chooses the facts: the latest transaction and the latest signed renewal info.
///
/// The states and which of them give access are those Apple documents for `RenewalState` and for the Server API's
/// `status`: a subscriber whose charge failed keeps access in a grace period and has none while the charge is merely
/// retried. That the renewal info's own date decides whether a grace period still runs follows from it being signed
/// afresh when the grace period ends.
package struct SubscriptionState: Hashable, Sendable {
    /// The subscription's latest transaction.
    package var transaction: JWSTransactionDecodedPayload
    /// The subscription's latest renewal info, if any was seen.
    package var renewalInfo: JWSRenewalInfoDecodedPayload?

    /// Brings together the facts about one subscription.
    package init(transaction: JWSTransactionDecodedPayload, renewalInfo: JWSRenewalInfoDecodedPayload?) {
        self.transaction = transaction
        self.renewalInfo = renewalInfo
    }

    /// The state when the facts were signed; no clock is asked.
    package var status: Status {
        // A refund or a lost family membership ends the subscription whatever else is known of it.
        if transaction.revocationDate != nil { return .revoked }
        guard let renewalInfo else { return .active }
        if renewalInfo.isInBillingRetryPeriod == true {
            guard let graceEnd = renewalInfo.gracePeriodExpiresDate, let signed = renewalInfo.signedDate,
                signed < graceEnd
            else { return .billingRetry }
            return .billingGracePeriod
        }
        // An intent unknown to us still means that the subscription ended.
        return renewalInfo.rawExpirationIntent == nil ? .active : .expired
    }

    /// The first moment without access, if access was granted and has an end.
    ///
    /// In a grace period `expiresDate` is already past; the grace period's end takes its place.
    package var accessEnd: StoreInstant? {
        switch status {
        case .active: transaction.expiresDate.map { StoreInstant($0) }
        case .billingGracePeriod: renewalInfo?.gracePeriodExpiresDate.map { StoreInstant($0) }
        case .expired, .billingRetry, .revoked: nil
        }
    }

    /// The state at a moment for which these facts are still the latest: access that came to its end has expired.
    package func status(at now: StoreInstant) -> Status {
        guard let accessEnd, accessEnd <= now else { return status }
        return .expired
    }

    /// Whether the customer has access at a moment for which these facts are still the latest.
    package func isEntitled(at now: StoreInstant) -> Bool {
        status(at: now).isEntitled
    }
}
