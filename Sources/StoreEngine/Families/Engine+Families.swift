// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

// MARK: - What people do

extension Engine {
    mutating func openFamily(organiser: AccountID) throws(Refusal) -> FamilyID {
        try checkHasNoFamily(organiser)
        return families.open(organiser: organiser)
    }

    mutating func join(_ family: FamilyID, _ account: AccountID, emit: Emit) throws(Refusal) {
        try checkHasNoFamily(account)
        guard let found = families.families[family] else {
            throw Refusal(
                .unknownFamily, "There is no family \(family.value)",
                fix: "Open one first; a family ends when its organiser leaves.")
        }
        guard found.members.count < Family.largestSize else {
            throw Refusal(
                .invalidAction, "The family has \(Family.largestSize) members, which is as many as there can be",
                fix: "Let somebody leave first.")
        }
        families.add(account, to: family)
        settle(found.members + [account], emit: emit)
    }

    mutating func leaveFamily(_ account: AccountID, emit: Emit) throws(Refusal) {
        try check(account)
        guard let family = families.family(of: account) else {
            throw Refusal(
                .unknownFamily, "Account \(account.value) belongs to no family", fix: "Join one first.")
        }
        families.remove(account)
        settle(family.members, emit: emit)
    }

    mutating func setSharing(of transaction: TransactionIndex, _ isOn: Bool, emit: Emit) throws(Refusal) {
        try check(transaction)
        let record = self[transaction]
        try checkIsOwned(record)
        guard catalogue[record.product].product.isFamilyShareable else {
            throw Refusal(
                .invalidAction, "\(catalogue[record.product].product.id) cannot be shared with a family",
                fix: "Use a product whose configuration says that it is family shareable.")
        }
        if isOn { families.unshared.remove(record.original) } else { families.unshared.insert(record.original) }
        settle(families.family(of: record.account)?.members ?? [], emit: emit)
    }

    private func checkHasNoFamily(_ account: AccountID) throws(Refusal) {
        try check(account)
        guard families.family(of: account) == nil else {
            throw Refusal(
                .invalidAction, "Account \(account.value) belongs to a family already", fix: "Leave that one first.")
        }
    }

    /// Refuses what only the buyer of a shared purchase can do.
    func checkIsOwned(_ record: TransactionRecord) throws(Refusal) {
        guard !record.isFamilyShared else {
            throw Refusal(
                .familyShared, "Transaction \(identifier(of: record.index)) is shared by a family member",
                fix: "Use the transaction of the member who bought it.")
        }
    }
}

// MARK: - Who has access

extension Engine {
    /// Whether a buyer shares a purchase with another account as things stand.
    private func shares(_ record: TransactionRecord, with account: AccountID) -> Bool {
        guard record.account != account, !record.isFamilyShared,
            let family = families.family(of: record.account), family.members.contains(account)
        else { return false }
        return catalogue[record.product].product.isFamilyShareable && !families.unshared.contains(record.original)
    }

    func shares(_ subscription: Subscription, with account: AccountID) -> Bool {
        self[subscription.account].subscriptions.contains(subscription.index)
            && shares(self[subscription.latest], with: account)
    }

    private func sharesPurchase(_ record: TransactionRecord, with account: AccountID) -> Bool {
        record.subscription == nil && record.revocation == nil
            && !transactions[row: record.index].flags.contains(.isForgotten) && shares(record, with: account)
    }

    /// The subscription that a member has through others in a group.
    package func familySubscription(of account: AccountID, group: String) -> Subscription? {
        self[account].subscriptions.lazy.map { self[$0] }.first { $0.isFamilyShared && $0.groupID == group }
    }

    /// The member's subscriptions that get what happens to a subscription.
    func followers(of subscription: Subscription) -> [SubscriptionIndex] {
        guard let family = families.family(of: subscription.account) else { return [] }
        return family.members.filter { shares(subscription, with: $0) }.compactMap { member in
            familySubscription(of: member, group: subscription.groupID)?.index
        }.filter { families.sources[$0] == subscription.index }
    }

    /// Takes away from accounts what nobody shares with them any more, then gives them what somebody does.
    mutating func settle(_ accounts: [AccountID], emit: Emit) {
        for account in accounts { settleLosses(of: account, emit: emit) }
        for account in accounts { settleGains(of: account, emit: emit) }
    }

    private mutating func settleLosses(of account: AccountID, emit: Emit) {
        for index in self[account].subscriptions where self[index].isFamilyShared {
            guard let source = families.sources[index], !shares(self[source], with: account) else { continue }
            families.sources[index] = nil
            lose(index, emit: emit)
        }
        for copy in sharedPurchases(of: account) {
            let source = families.purchases[copy.index].map { self[$0] }
            if let source, sharesPurchase(source, with: account) { continue }
            families.purchases[copy.index] = nil
            loseTransaction(copy.index, emit: emit)
            notify(.revoke, nil, transaction: self[copy.index], emit: emit)
        }
    }

    /// A member's transactions of one-time products that others share.
    private func sharedPurchases(of account: AccountID) -> [TransactionRecord] {
        transactions(of: account).map { self[$0] }.filter {
            $0.isFamilyShared && $0.subscription == nil && $0.revocation == nil
        }
    }

    private mutating func lose(_ index: SubscriptionIndex, emit: Emit) {
        switch self[index].state {
        case .active, .gracePeriod, .billingRetry: break
        case .expired, .revoked: return
        }
        loseTransaction(self[index].latest, emit: emit)
        update(index) { subscription, now in
            subscription.state = .revoked(at: now)
            subscription.autoRenews = false
        }
        emit(.renewal(renewal(of: self[index])))
        notify(.revoke, nil, transaction: self[self[index].latest], subscription: self[index], emit: emit)
    }

    mutating func loseTransaction(_ copy: TransactionIndex, emit: Emit) {
        guard self[copy].revocation == nil else { return }
        let record = transactions.revoke(
            copy,
            TransactionRecord.Revocation(
                date: now, reason: .refundedForOtherReason, type: .familyRevoke, percentage: 0))
        emit(.transaction(record, .revocation))
    }

    private mutating func settleGains(of account: AccountID, emit: Emit) {
        guard let family = families.family(of: account) else { return }
        for member in family.members where member != account {
            for index in self[member].subscriptions {
                let source = self[index]
                guard source.state.isEntitled, shares(source, with: account) else { continue }
                let held = familySubscription(of: account, group: source.groupID)
                // Whoever has access keeps getting it from the member they first got it from.
                if let held, families.sources[held.index] != nil, held.state.isEntitled { continue }
                gain(source, for: account, held, emit: emit)
            }
            for record in transactions(of: member).map({ self[$0] })
            where record.isSharedOnce(in: catalogue) && sharesPurchase(record, with: account) {
                guard !sharedPurchases(of: account).contains(where: { $0.product == record.product }) else { continue }
                gainPurchase(record, for: account, emit: emit)
            }
        }
    }
}

extension TransactionRecord {
    fileprivate func isSharedOnce(in catalogue: Catalogue) -> Bool {
        subscription == nil && catalogue[product].product.type == .nonConsumable
    }
}
