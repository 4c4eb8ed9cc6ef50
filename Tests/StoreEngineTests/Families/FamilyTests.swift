// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct FamilyTests {
    @Test("Members get transactions of their own for a subscription somebody shares, with the buyer's dates")
    func subscription() throws {
        var house = try Household(members: 2)
        let bought = try house.buy("basic", as: house.organiser)
        var seen: Set<TransactionIndex> = [bought.original]
        for member in house.members {
            let copy = try #require(house.transactions(of: member).first)
            #expect(copy.isFamilyShared)
            #expect(copy.original == copy.index)
            #expect(seen.insert(copy.original).inserted)
            #expect(copy.purchaseDate == bought.purchaseDate)
            #expect(copy.expiresDate == bought.expiresDate)
            #expect(copy.price == 0)
            #expect(copy.offer == nil, "the buyer's trial is the buyer's")
            #expect(house.notifications(about: member) == ["SUBSCRIBED/INITIAL_BUY"])
        }
        #expect(!bought.isFamilyShared)
    }

    @Test("A shared transaction and its renewal info say so, and what the buyer pays stays with the buyer")
    func payload() throws {
        var house = try Household()
        let bought = try house.buy("basic", as: house.organiser)
        let copy = try #require(house.transactions(of: house.member).first)
        let payload = house.engine.payload(of: copy, signedAt: house.engine.now)
        #expect(payload.inAppOwnershipType == .familyShared)
        #expect(payload.offerType == nil)
        #expect(payload.price == 0)
        #expect(payload.originalTransactionId == payload.transactionId)
        #expect(payload.appTransactionId == house.engine[house.member].appTransactionID)
        let own = house.engine.payload(of: bought, signedAt: house.engine.now)
        #expect(own.inAppOwnershipType == .purchased)
        #expect(own.webOrderLineItemId != payload.webOrderLineItemId)
        let shared = try house.shared(house.member)
        let renewal = house.engine.payload(of: house.engine.renewal(of: shared), signedAt: house.engine.now)
        #expect(renewal.autoRenewStatus == .on)
        #expect(renewal.renewalPrice == nil)
        #expect(renewal.originalTransactionId == payload.originalTransactionId)
    }

    @Test("A non-consumable is shared, a consumable and a product that is not shareable are not")
    func oneTime() throws {
        var house = try Household()
        for product in ["coins", "theme", "lifetime"] { try house.buy(product, as: house.organiser) }
        let copies = house.transactions(of: house.member)
        #expect(copies.map { house.engine.catalogue[$0.product].product.id } == ["lifetime"])
        #expect(house.notifications(about: house.member) == ["ONE_TIME_CHARGE"])
    }

    @Test("Who joins later gets what is shared then; who leaves loses it, and so do the others what was theirs")
    func joinAndLeave() throws {
        var house = try Household(members: 0)
        try house.buy("basic", as: house.organiser)
        try house.buy("lifetime", as: house.organiser)
        let late = try house.openAccount()
        _ = house.takeEffects()
        try house.join(late)
        #expect(house.notifications(about: late) == ["SUBSCRIBED/INITIAL_BUY", "ONE_TIME_CHARGE"])
        _ = house.takeEffects()
        house.advance(to: "2026-02-02T00:00:00Z")
        try house.perform(.leaveFamily(account: late))
        #expect(house.notifications(about: late) == ["REVOKE", "REVOKE"])
        #expect(house.notifications(about: house.organiser) == [])
        for copy in house.transactions(of: late) {
            #expect(copy.revocation?.type == .familyRevoke)
            #expect(copy.revocation?.date == instant("2026-02-02T00:00:00Z"))
            let payload = house.engine.payload(of: copy, signedAt: house.engine.now)
            #expect(payload.revocationType == .familyRevoke)
            #expect(payload.revocationPercentage == nil)
        }
        #expect(try house.shared(late).state == .revoked(at: instant("2026-02-02T00:00:00Z")))
        #expect(try house.own(house.organiser).state.isEntitled)
        _ = house.takeEffects()
        house.advance(to: "2026-06-01T00:00:00Z")
        #expect(house.notifications(about: late) == [], "nothing follows after leaving")
    }

    @Test("What a member buys is shared with the others, and taken away when that member leaves")
    func memberShares() throws {
        var house = try Household(members: 2)
        let buyer = house.members[0]
        try house.buy("basic", as: buyer)
        #expect(try house.shared(house.organiser).state.isEntitled)
        try house.perform(.leaveFamily(account: buyer))
        for account in [house.organiser, house.members[1]] {
            #expect(house.notifications(about: account) == ["SUBSCRIBED/INITIAL_BUY", "REVOKE"])
        }
        #expect(try house.own(buyer).state.isEntitled)
    }

    @Test("A family ends with its organiser")
    func dissolved() throws {
        var house = try Household(members: 2)
        try house.buy("lifetime", as: house.organiser)
        try house.perform(.leaveFamily(account: house.organiser))
        for member in house.members {
            #expect(house.notifications(about: member) == ["ONE_TIME_CHARGE", "REVOKE"])
            #expect(house.engine.families.family(of: member) == nil)
        }
        let refusal = #expect(throws: Refusal.self) {
            try house.perform(.joinFamily(house.family, account: house.organiser))
        }
        #expect(refusal?.code == .unknownFamily)
    }

    @Test("Sharing can be switched off and on again: access is lost, then regained in a new transaction")
    func switchedOff() throws {
        var house = try Household()
        let subscribed = try house.buy("basic", as: house.organiser)
        let lifetime = try house.buy("lifetime", as: house.organiser)
        let before = house.transactions(of: house.member)
        for record in [subscribed, lifetime] {
            try house.perform(.setFamilySharing(transaction: record.index, false))
            try house.perform(.setFamilySharing(transaction: record.index, false))
            try house.perform(.setFamilySharing(transaction: record.index, true))
        }
        #expect(
            house.notifications(about: house.member) == [
                "SUBSCRIBED/INITIAL_BUY", "ONE_TIME_CHARGE", "REVOKE", "SUBSCRIBED/RESUBSCRIBE", "REVOKE",
                "ONE_TIME_CHARGE",
            ])
        let after = house.transactions(of: house.member)
        #expect(after.count == 4)
        #expect(after.suffix(2).map(\.original) == before.map(\.index), "what comes back continues what there was")
        #expect(after.suffix(2).allSatisfy { $0.revocation == nil })
        _ = house.takeEffects()
        try house.perform(.refund(transaction: subscribed.index, reason: .refundedForOtherReason))
        #expect(house.notifications(about: house.member) == ["REVOKE"], "one loss, though there are two copies")
    }

    @Test("A refund of the buyer takes the member's access")
    func refund() throws {
        var house = try Household()
        let subscribed = try house.buy("basic", as: house.organiser)
        let lifetime = try house.buy("lifetime", as: house.organiser)
        _ = house.takeEffects()
        for record in [subscribed, lifetime] {
            try house.perform(.refund(transaction: record.index, reason: .refundedDueToIssue))
        }
        #expect(house.notifications(about: house.organiser) == ["REFUND", "REFUND"])
        #expect(house.notifications(about: house.member) == ["REVOKE", "REVOKE"])
        #expect(house.transactions(of: house.member).allSatisfy { $0.revocation?.type == .familyRevoke })
        #expect(try !house.shared(house.member).state.isEntitled)
    }

    @Test("What was lost once is not taken away twice")
    func lostOnce() throws {
        var house = try Household()
        let lifetime = try house.buy("lifetime", as: house.organiser)
        let subscribed = try house.buy("basic", as: house.organiser)
        for record in [lifetime, subscribed] {
            try house.perform(.setFamilySharing(transaction: record.index, false))
        }
        _ = house.takeEffects()
        for record in [lifetime, subscribed] {
            try house.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        }
        #expect(house.notifications(about: house.member) == [])
    }

    @Test("What is shared can be bought too, and the two stand beside each other")
    func ownBesideShared() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        try house.buy("lifetime", as: house.organiser)
        let own = try house.buy("basic", as: house.member)
        let lifetime = try house.buy("lifetime", as: house.member)
        #expect(!own.isFamilyShared)
        #expect(own.original == own.index)
        #expect(own.offer?.type == .introductoryOffer, "access through family uses up no introductory offer")
        #expect(!lifetime.isFamilyShared)
        #expect(lifetime.original == lifetime.index)
        #expect(house.engine[house.member].subscriptions.count == 2)
        #expect(try house.shared(house.member).index != house.own(house.member).index)
        try house.perform(.refund(transaction: own.index, reason: .refundedForOtherReason))
        #expect(try house.shared(house.member).state.isEntitled, "a refund of the own one leaves the shared one")
        #expect(try house.shared(house.organiser).state == .revoked(at: house.engine.now))
    }

    @Test("When the member one has access through stops, another member who shares takes over")
    func anotherSharer() throws {
        var house = try Household(members: 2)
        let (buyer, member) = (house.members[0], house.members[1])
        let first = try house.buy("basic", as: house.organiser)
        try house.buy("big", as: buyer)
        #expect(house.transactions(of: member).count == 1, "one access in a group at a time")
        try house.perform(.refund(transaction: first.index, reason: .refundedForOtherReason))
        #expect(
            house.notifications(about: member) == ["SUBSCRIBED/INITIAL_BUY", "REVOKE", "SUBSCRIBED/RESUBSCRIBE"])
        let shared = try house.shared(member)
        #expect(shared.state.isEntitled)
        #expect(house.engine.catalogue[shared.product].product.id == "big")
        try house.perform(.leaveFamily(account: house.members[0]))
        #expect(try house.shared(member).state == .revoked(at: house.engine.now))
    }

    @Test("A cleared history is shared no longer, and a member's cleared history begins anew")
    func clearHistory() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        try house.perform(.clearHistory(account: house.member))
        #expect(house.transactions(of: house.member).count == 1)
        #expect(try house.shared(house.member).state.isEntitled)
        try house.perform(.clearHistory(account: house.organiser))
        #expect(try !house.shared(house.member).state.isEntitled)
        #expect(house.notifications(about: house.member).last == "REVOKE")
    }

    @Test("What a buyer deletes is shared no longer, and the rest of the buyer's history says nothing to members")
    func deletion() throws {
        var house = try Household()
        let coins = try house.buy("coins", as: house.organiser)
        let lifetime = try house.buy("lifetime", as: house.organiser)
        _ = house.takeEffects()
        try house.perform(.deleteTransaction(coins.index))
        for case .transaction(let record, _) in house.takeEffects() { #expect(record.account == house.organiser) }
        try house.perform(.deleteTransaction(lifetime.index))
        #expect(house.notifications(about: house.member) == ["REVOKE"])
    }

    @Test("What is shared can be changed by its buyer only")
    func refusals() throws {
        var house = try Household()
        try house.buy("basic", as: house.organiser)
        let shared = try house.shared(house.member)
        let commands: [Command] = [
            .setAutoRenew(subscription: shared.index, false), .expire(subscription: shared.index),
            .renew(subscription: shared.index), .resolveBillingIssue(subscription: shared.index),
            .refund(transaction: shared.latest, reason: .refundedForOtherReason),
            .refundDesk(.request(transaction: shared.latest, reason: .other, inApp: false)),
            .setFamilySharing(transaction: shared.latest, false), .deleteTransaction(shared.latest),
        ]
        _ = house.takeEffects()
        for command in commands {
            let refusal = #expect(throws: Refusal.self) { try house.perform(command) }
            #expect(refusal?.code == .familyShared)
        }
        #expect(house.takeEffects().isEmpty)
    }

    @Test("A family has six members at most, nobody is in two, and what cannot be shared is refused")
    func limits() throws {
        var house = try Household(members: 5)
        let seventh = try house.openAccount()
        let theme = try house.buy("theme", as: house.organiser)
        let commands: [(Command, Refusal.Code)] = [
            (.joinFamily(house.family, account: seventh), .invalidAction),
            (.joinFamily(house.family, account: house.member), .invalidAction),
            (.openFamily(organiser: house.member), .invalidAction),
            (.leaveFamily(account: seventh), .unknownFamily),
            (.setFamilySharing(transaction: theme.index, true), .invalidAction),
        ]
        for (command, code) in commands {
            let refusal = #expect(throws: Refusal.self) { try house.perform(command) }
            #expect(refusal?.code == code)
        }
    }
}
