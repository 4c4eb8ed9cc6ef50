// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

extension Engine {
    mutating func apply(_ command: ExtensionCommand, emit: Emit) throws(Refusal) -> Outcome {
        switch command {
        case .one(let subscription, let terms):
            try check(subscription)
            try check(terms)
            return .extended(until: try extend(subscription, by: terms, emit: emit))
        case .all(let productID, let storefronts, let terms):
            try extendAll(productID, in: storefronts, by: terms, emit: emit)
            return .done
        }
    }

    /// The most extensions a subscription gets within 365 days.
    private static let yearlyLimit = 2

    private func check(_ terms: ExtensionCommand.Terms) throws(Refusal) {
        guard (1...90).contains(terms.days) else {
            throw Refusal(
                .invalidExtendByDays, "A period cannot be extended by \(terms.days) days", fix: "Ask for 1 to 90.")
        }
        guard (1...128).contains(terms.requestIdentifier.count) else {
            throw Refusal(
                .invalidRequestIdentifier,
                "A request identifier of \(terms.requestIdentifier.count) characters was given",
                fix: "Use 1 to 128, for example a UUID.")
        }
    }

    private mutating func extend(
        _ index: SubscriptionIndex, by terms: ExtensionCommand.Terms, emit: Emit
    ) throws(Refusal) -> StoreInstant {
        let earlier = extensions.entries[index] ?? []
        if let same = earlier.first(where: { $0.requestIdentifier == terms.requestIdentifier }) { return same.until }
        let subscription = self[index]
        guard case .active(let end) = subscription.state, self[subscription.latest].price > 0 else {
            throw Refusal(
                .extensionIneligible, "The subscription is not in a period that was paid for",
                fix: "Extend while it is active, and not free by an offer.")
        }
        let yearAgo = now + -timetable.length(ofDays: 365)
        guard earlier.count(where: { $0.date > yearAgo }) < Self.yearlyLimit else {
            throw Refusal(
                .extensionLimitReached, "The subscription was extended twice within 365 days",
                fix: "Wait until one of them is longer ago.")
        }
        let until = end + timetable.length(ofDays: terms.days)
        extensions.entries[index, default: []].append(
            ExtensionLedger.Entry(requestIdentifier: terms.requestIdentifier, date: now, until: until))
        let record = transactions.change(subscription.latest) { $0.expiresDate = until.milliseconds }
        update(index) { subscription, _ in
            subscription.state = .active(until: until)
            // Later ends are counted from the new date.
            subscription.anchor = Subscription.Anchor(start: until, periods: 0)
        }
        emit(.transaction(record, .periodExtension))
        emit(.renewal(renewal(of: self[index])))
        notify(.renewalExtended, nil, transaction: record, subscription: self[index], emit: emit)
        return until
    }

    private mutating func extendAll(
        _ productID: String, in storefronts: [String]?, by terms: ExtensionCommand.Terms, emit: Emit
    ) throws(Refusal) {
        try check(terms)
        let product = try product(productID)
        guard case .subscription = catalogue[product] else {
            throw Refusal(
                .productUnavailable, "\(productID) is not an auto-renewable subscription",
                fix: "Name one that is.")
        }
        let places = Set(try places(storefronts))
        guard extensions.summaries[terms.requestIdentifier] == nil else { return }
        let subscribers = subscriptions.filter {
            $0.product == product && $0.state.isEntitled && places.contains(self[$0.account].storefrontPlace)
                && isKnown($0) && !$0.isFamilyShared
        }.map(\.index)
        var failed = 0
        for index in subscribers {
            do throws(Refusal) {
                _ = try extend(index, by: terms, emit: emit)
            } catch {
                failed += 1
                notify(
                    .renewalExtension, .failure, transaction: self[self[index].latest], subscription: self[index],
                    emit: emit)
            }
        }
        let summary = ExtensionSummary(
            requestIdentifier: terms.requestIdentifier, productID: productID, storefronts: storefronts,
            completedAt: now, succeeded: subscribers.count - failed, failed: failed)
        extensions.summaries[terms.requestIdentifier] = summary
        notify(.renewalExtension, .summary, detail: .extensionSummary(summary), emit: emit)
    }
}
