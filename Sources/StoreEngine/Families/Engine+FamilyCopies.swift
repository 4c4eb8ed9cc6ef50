// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

// What a member has through others is a fold over what happens to the buyer's purchases: the effects of each step are
// repeated on the members' own transactions, in order. So whatever a subscription can live through carries over.

// MARK: - Gaining

extension Engine {
    mutating func gainPurchase(_ source: TransactionRecord, for account: AccountID, emit: Emit) {
        let earlier = transactions(of: account).first {
            self[$0].isFamilyShared && self[$0].product == source.product
        }
        let copy = appendCopy(of: source, for: account, subscription: nil, original: earlier)
        families.purchases[copy.index] = source.index
        emit(.transaction(copy, .purchase(device: nil)))
        notify(.oneTimeCharge, nil, transaction: copy, emit: emit)
    }

    /// Gives a member access to a subscription: for the first time in the group, or again.
    mutating func gain(_ source: Subscription, for account: AccountID, _ held: Subscription?, emit: Emit) {
        let index = held?.index ?? SubscriptionIndex(value: Int32(subscriptions.count))
        if held == nil {
            var subscription = source
            subscription.become(index, of: account, original: transactions.nextIndex, startingAt: now)
            subscriptions.append(subscription)
            accounts[Int(account.value)].subscriptions.append(index)
        }
        families.sources[index] = source.index
        let record = addPeriod(self[source.latest], to: index)
        follow(source, index)
        emit(.transaction(record, .purchase(device: nil)))
        emit(.renewal(renewal(of: self[index])))
        notify(
            .subscribed, held == nil ? .initialBuy : .resubscribe, transaction: record, subscription: self[index],
            emit: emit)
    }

    /// Makes a member's transaction of a buyer's and lets the member's subscription stand on it.
    private mutating func addPeriod(_ source: TransactionRecord, to index: SubscriptionIndex) -> TransactionRecord {
        let position = Int(index.value)
        if let end = subscriptions[position].state.endOfAccess, now > timetable.retryEnd(from: end) {
            subscriptions[position].recentStart = now
        }
        let original = subscriptions[position].original
        let copy = appendCopy(
            of: source, for: subscriptions[position].account, subscription: index,
            original: original == transactions.nextIndex ? nil : original)
        subscriptions[position].latest = copy.index
        return copy
    }

    /// The member pays nothing and chose nothing, so price, offer and token of the buyer stay with the buyer.
    private mutating func appendCopy(
        of source: TransactionRecord, for account: AccountID, subscription: SubscriptionIndex?,
        original: TransactionIndex?
    ) -> TransactionRecord {
        // Never before what the member had last: the newest transaction by date has to be the newest.
        let last = subscription.map { self[$0].latest }
        let earliest = last.flatMap { $0 == transactions.nextIndex ? nil : self[$0].purchaseDate }
        let date = max(source.purchaseDate, earliest ?? source.purchaseDate)
        var record = TransactionRecord(
            index: transactions.nextIndex, original: original ?? transactions.nextIndex, account: account,
            product: source.product, subscription: subscription, purchaseDate: date,
            originalPurchaseDate: original.map { self[$0].purchaseDate } ?? date, expiresDate: source.expiresDate,
            quantity: source.quantity, price: 0, storefrontPlace: self[account].storefrontPlace,
            reason: source.reason, offer: nil, appAccountToken: nil)
        record.isFamilyShared = true
        let copy = append(record)
        families.note(copy: copy.index, of: source.index)
        return copy
    }

    /// Brings a member's subscription to where the buyer's stands.
    private mutating func follow(_ source: Subscription, _ index: SubscriptionIndex) {
        let position = Int(index.value)
        subscriptions[position].product = source.product
        subscriptions[position].nextProduct = source.nextProduct
        subscriptions[position].state = source.state
        subscriptions[position].autoRenews = source.autoRenews
        subscriptions[position].anchor = source.anchor
    }
}

// MARK: - Following

extension Engine {
    /// Repeats what happened to buyers on the transactions of those they share with.
    ///
    /// - Parameter firstNew: The index that the first transaction of the step got.
    mutating func carry(_ happened: [Effect], firstNew: TransactionIndex, emit: Emit) {
        var concerned: [Family] = []
        for effect in happened {
            guard let account = effect.account, let family = families.family(of: account) else { continue }
            if !concerned.contains(family) { concerned.append(family) }
            switch effect {
            case .transaction(_, .finish), .transaction(_, .rewrite), .transaction(_, .appAccountToken): break
            case .transaction(let record, let cause): carry(record, cause, firstNew: firstNew, emit: emit)
            case .renewal(let record): carry(record, emit: emit)
            case .notification(let record): carry(record, emit: emit)
            default: break
            }
        }
        for family in concerned { settle(family.members, emit: emit) }
    }

    private mutating func carry(
        _ record: TransactionRecord, _ cause: Effect.Cause, firstNew: TransactionIndex, emit: Emit
    ) {
        let copies = livingCopies(of: record)
        if let index = record.subscription, copies.isEmpty, record.index >= firstNew {
            for follower in followers(of: self[index]) {
                emit(.transaction(addPeriod(record, to: follower), cause.elsewhere))
            }
        }
        for copy in copies where self[copy].revocation == nil {
            if record.revocation != nil {
                loseTransaction(copy, emit: emit)
            } else {
                let changed = transactions.change(copy) { row in
                    row.expiresDate = record.expiresDate?.milliseconds ?? .min
                    if record.isUpgraded { row.flags.insert(.isUpgraded) }
                }
                emit(.transaction(changed, cause.elsewhere))
            }
        }
    }

    private mutating func carry(_ record: RenewalRecord, emit: Emit) {
        let isStanding = self[record.subscription.latest].revocation == nil
        for follower in followers(of: self[record.subscription.index]) {
            // When a refund is undone the member's transaction stays revoked: access comes back in a new one.
            guard (self[self[follower].latest].revocation == nil) == isStanding else { continue }
            follow(record.subscription, follower)
            emit(.renewal(renewal(of: self[follower])))
        }
    }

    private mutating func carry(_ record: NotificationRecord, emit: Emit) {
        guard let transaction = record.transaction, let (type, subtype) = Self.forMember(record.type, record.subtype)
        else { return }
        for copy in livingCopies(of: transaction) {
            notify(
                type, subtype, transaction: self[copy], subscription: self[copy].subscription.map { self[$0] },
                emit: emit)
        }
    }

    /// The members' transactions that still get what happens to a buyer's: each member's last one of it.
    private func livingCopies(of record: TransactionRecord) -> [TransactionIndex] {
        let all = families.copies(of: record.index)
        guard !all.isEmpty else { return [] }
        let last = all.filter { copy in all.last { self[$0].account == self[copy].account } == copy }
        guard let source = record.subscription else { return last.filter { families.purchases[$0] == record.index } }
        let followers = followers(of: self[source])
        return last.filter { copy in self[copy].subscription.map(followers.contains) ?? false }
    }

    /// What the developer's server is told about a member when it is told something about the buyer.
    ///
    /// Offers, price increases and requests for money concern the one who pays.
    private static func forMember(
        _ type: NotificationTypeV2, _ subtype: Subtype?
    ) -> (NotificationTypeV2, Subtype?)? {
        switch type {
        case .subscribed, .didRenew, .didChangeRenewalPref, .didChangeRenewalStatus, .didFailToRenew,
            .gracePeriodExpired, .expired, .renewalExtended:
            (type, subtype)
        case .refund: (.revoke, nil)
        // For a member it is a change of plan like any other.
        case .offerRedeemed: subtype.map { (.didChangeRenewalPref, $0) }
        default: nil
        }
    }
}

extension Effect {
    /// Whom it happened to; `nil` for what concerns nobody's purchases.
    fileprivate var account: AccountID? {
        switch self {
        case .transaction(let record, _): record.account
        case .renewal(let record): record.subscription.account
        case .notification(let record): record.transaction?.account
        case .historyCleared(let account): account
        default: nil
        }
    }
}

extension Effect.Cause {
    /// The cause as it looks to somebody who has other devices.
    fileprivate var elsewhere: Self {
        switch self {
        case .purchase: .purchase(device: nil)
        case .upgrade: .upgrade(device: nil)
        default: self
        }
    }
}

extension Subscription {
    /// Becomes a member's own beside the buyer's it is a copy of.
    fileprivate mutating func become(
        _ index: SubscriptionIndex, of account: AccountID, original: TransactionIndex, startingAt start: StoreInstant
    ) {
        self = Subscription(
            index: index, account: account, groupID: groupID, original: original, latest: original, product: product,
            state: state, autoRenews: autoRenews, nextProduct: nextProduct, anchor: anchor, offers: [],
            recentStart: start, appAccountToken: nil, isFamilyShared: true)
    }
}

extension Subscription.State {
    /// When access ended; `nil` while there is some.
    fileprivate var endOfAccess: StoreInstant? {
        switch self {
        case .active, .gracePeriod: nil
        case .billingRetry(let end, _), .expired(let end, _), .revoked(let end): end
        }
    }
}
