// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

extension ClientLedger {
    /// Everything bought, newest first; finished consumables only when they were taken back or the app wants them.
    func all() -> [SignedTransaction] {
        order.reversed().compactMap { facts[$0.id] }.filter(isListed).map { shown($0.signed) }
    }

    /// Everything the app has not finished, newest first.
    func unfinished() -> [SignedTransaction] {
        order.reversed().compactMap { facts[$0.id] }.filter { !isFinished($0) }.map { shown($0.signed) }
    }

    /// The newest transaction of a product.
    func latest(productID: String) -> SignedTransaction? {
        for place in order.reversed() {
            guard let fact = facts[place.id], fact.signed.unsafePayloadValue.productID == productID, isListed(fact)
            else { continue }
            return shown(fact.signed)
        }
        return nil
    }

    /// What the customer has a right to, newest first.
    ///
    /// Consumables never; non-consumables once a product; subscriptions by their newest transaction while their state
    /// gives access, the customer's own before a family member's; every non-renewing subscription for ever.
    func entitlements() -> [SignedTransaction] {
        var seen: Set<String> = []
        let candidates = order.reversed().compactMap { facts[$0.id]?.signed }.filter(isEntitling)
        let own = candidates.filter { $0.unsafePayloadValue.ownershipType != .familyShared }
        let ownProducts = Set(own.map(\.unsafePayloadValue.productID))
        return candidates.filter { signed in
            let transaction = signed.unsafePayloadValue
            if transaction.productType == .nonRenewable { return true }
            if transaction.ownershipType == .familyShared, ownProducts.contains(transaction.productID) { return false }
            return seen.insert(transaction.productID).inserted
        }.map(shown)
    }

    /// What gives a right to one product.
    func entitlement(productID: String) -> SignedTransaction? {
        entitlements().first { $0.unsafePayloadValue.productID == productID }
    }

    private func isEntitling(_ signed: SignedTransaction) -> Bool {
        let transaction = signed.unsafePayloadValue
        guard transaction.revocationDate == nil, !unlisted.contains(transaction.id) else { return false }
        switch transaction.productType {
        case .nonConsumable, .nonRenewable:
            return true
        case .autoRenewable:
            guard newest[transaction.originalID]?.id == transaction.id, !transaction.isUpgraded else { return false }
            guard gaps[transaction.originalID] == nil else { return false }
            // A verified period must not seem to run because a renewal info says so that nobody vouches for.
            if case .verified = signed, case .unverified? = renewalInfos[transaction.originalID] { return false }
            let state = state(transaction.originalID)
            return state == .subscribed || state == .inGracePeriod
        default:
            return false
        }
    }

    private func isFinished(_ fact: TransactionFact) -> Bool {
        fact.isFinished || finishedHere.contains(fact.signed.unsafePayloadValue.id)
    }

    private func isListed(_ fact: TransactionFact) -> Bool {
        let transaction = fact.signed.unsafePayloadValue
        return transaction.productType != .consumable || transaction.revocationDate != nil || !isFinished(fact)
            || listsFinishedConsumables
    }
}

extension ClientLedger {
    typealias Status = Product.SubscriptionInfo.Status

    /// The statuses in a group: the customer's own first, then the newest purchase first.
    func statuses(groupID: String) -> [Status] {
        statuses.values.filter { $0.transaction.unsafePayloadValue.subscriptionGroupID == groupID }.map(seen)
            .sorted { one, other in
                let (one, other) = (one.transaction.unsafePayloadValue, other.transaction.unsafePayloadValue)
                let isOwn = (one.ownershipType != .familyShared, other.ownershipType != .familyShared)
                return isOwn.0 == isOwn.1 ? Place(other) < Place(one) : isOwn.0
            }
    }

    /// The statuses of all groups, by group identifier.
    func statusesByGroup() -> [(groupID: String, statuses: [Status])] {
        let groupIDs = Set(statuses.values.compactMap { $0.transaction.unsafePayloadValue.subscriptionGroupID })
        return groupIDs.sorted().map { (groupID: $0, statuses: statuses(groupID: $0)) }
    }

    /// The status of the subscription a transaction belongs to.
    func status(transactionID: UInt64) -> Status? {
        facts[transactionID].flatMap { statuses[$0.signed.unsafePayloadValue.originalID] }.map(seen)
    }

    /// A status as a read finds it.
    private func seen(_ status: Status) -> Status {
        let originalID = status.transaction.unsafePayloadValue.originalID
        guard let previous = gaps[originalID].flatMap({ facts[$0] }) else { return shown(status) }
        return shown(Status(state: .expired, transaction: previous.signed, renewalInfo: status.renewalInfo))
    }

    /// Whether the customer may have an introductory offer in a group.
    ///
    /// Judged by the customer's own purchases: not after an introductory offer of the group, however long ago, and not
    /// while subscribed.
    func isEligibleForIntroductoryOffer(groupID: String) -> Bool {
        let history = facts.values.map(\.signed.unsafePayloadValue).filter { transaction in
            transaction.subscriptionGroupID == groupID && transaction.ownershipType != .familyShared
        }
        return !history.contains { $0.offer?.type == .introductory }
            && !history.contains { isEntitling(.verified($0)) }
    }
}

extension ClientLedger {
    /// A fact as it is shown: unverified while the store is told to simulate that.
    ///
    /// What the ledger decides, it decides by what is really verified.
    func shown<Fact>(_ signed: VerificationResult<Fact>) -> VerificationResult<Fact> {
        guard let name = simulatedErrors?.verification else { return signed }
        return .unverified(signed.unsafePayloadValue, .init(named: name))
    }

    func shown(_ status: Status) -> Status {
        guard simulatedErrors?.verification != nil else { return status }
        return Status(
            state: status.state, transaction: shown(status.transaction), renewalInfo: shown(status.renewalInfo))
    }
}

extension VerificationResult.VerificationError {
    /// The error of a case's name; a name that is none counts as an invalid signature.
    init(named name: String) {
        self =
            switch name {
            case "revokedCertificate": .revokedCertificate
            case "invalidCertificateChain": .invalidCertificateChain
            case "invalidDeviceVerification": .invalidDeviceVerification
            case "invalidEncoding": .invalidEncoding
            case "missingRequiredProperties": .missingRequiredProperties
            default: .invalidSignature
            }
    }
}
