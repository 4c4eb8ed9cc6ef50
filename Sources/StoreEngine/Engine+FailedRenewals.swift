// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

extension Engine {
    /// Takes note that the renewal due at a moment could not be charged.
    ///
    /// - Parameter graceDays: How long the customer keeps access, in days; `nil` for none. A commitment has none.
    mutating func failRenewal(
        of subscription: Subscription, at due: StoreInstant, graceDays: Int?, emit: Emit
    ) {
        let isCommitted = subscription.commitment != nil
        let retryUntil = timetable.retryEnd(from: due, isCommitted: isCommitted)
        let graceDays = isCommitted ? nil : graceDays
        if let days = graceDays {
            let period =
                currentPlan(of: subscription)?.period.length ?? catalogue.subscription(at: subscription.product).period
            let until = timetable.graceEnd(of: period, days: days, from: due)
            update(subscription.index) { subscription, _ in
                subscription.state = .gracePeriod(due: due, until: until, retryUntil: retryUntil)
            }
        } else {
            update(subscription.index) { subscription, _ in
                subscription.state = .billingRetry(due: due, until: retryUntil)
            }
        }
        emit(.renewal(renewal(of: self[subscription.index])))
        notify(
            .didFailToRenew, graceDays == nil ? nil : .gracePeriod,
            transaction: self[subscription.latest], subscription: self[subscription.index], emit: emit)
    }

    /// Ends the current period now, and lets the renewal fail.
    mutating func failRenewalNow(_ index: SubscriptionIndex, graceDays: Int?, emit: Emit) throws(Refusal) {
        try check(index)
        guard case .active = self[index].state, self[index].willRenew else {
            throw Refusal(
                .invalidAction, "The subscription is not active or does not renew, so no renewal can fail",
                fix: "Use one that is active and renews.")
        }
        cutShort(self[index].latest, emit: emit)
        failRenewal(of: self[index], at: now, graceDays: graceDays, emit: emit)
    }
}
