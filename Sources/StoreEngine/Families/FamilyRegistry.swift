// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A family's number.
package struct FamilyID: Hashable, Sendable, Codable {
    package let value: Int32
}

/// People who share what they buy.
package struct Family: Codable, Sendable, Hashable {
    package let id: FamilyID
    /// The organiser first, then the others in the order of joining.
    package internal(set) var members: [AccountID]

    /// Who opened the family; without them there is none.
    package var organiser: AccountID? { members.first }

    /// As many as Apple's Family Sharing allows, the organiser included.
    static let largestSize = 6
}

/// Who shares with whom, and which purchase stands behind each shared transaction.
///
/// Beside the ledger, because few customers share: a store without families pays nothing for this.
package struct FamilyRegistry: Codable, Sendable, Equatable {
    package internal(set) var families: [FamilyID: Family] = [:]
    private var familyOfAccount: [AccountID: FamilyID] = [:]
    private var nextFamily: Int32 = 0
    /// The original transactions that their buyers keep to themselves.
    var unshared: Set<TransactionIndex> = []
    /// The subscription that a member's access comes from, by the member's own.
    var sources: [SubscriptionIndex: SubscriptionIndex] = [:]
    /// The purchase that a member's transaction of a one-time product comes from.
    var purchases: [TransactionIndex: TransactionIndex] = [:]
    /// The members' transactions made of each transaction, in the order of the members.
    private var copies: [TransactionIndex: [TransactionIndex]] = [:]

    /// Whether there has never been a family.
    var isEmpty: Bool { nextFamily == 0 }

    /// The family an account belongs to.
    package func family(of account: AccountID) -> Family? {
        familyOfAccount[account].flatMap { families[$0] }
    }

    /// The members' transactions made of one of the buyer.
    package func copies(of transaction: TransactionIndex) -> [TransactionIndex] {
        copies[transaction] ?? []
    }

    mutating func open(organiser: AccountID) -> FamilyID {
        let id = FamilyID(value: nextFamily)
        nextFamily += 1
        families[id] = Family(id: id, members: [organiser])
        familyOfAccount[organiser] = id
        return id
    }

    mutating func add(_ account: AccountID, to family: FamilyID) {
        families[family]?.members.append(account)
        familyOfAccount[account] = family
    }

    /// Takes an account out of its family, and everybody when it is the organiser.
    mutating func remove(_ account: AccountID) {
        guard let family = family(of: account) else { return }
        if family.organiser == account {
            for member in family.members { familyOfAccount[member] = nil }
            families[family.id] = nil
        } else {
            familyOfAccount[account] = nil
            families[family.id]?.members.removeAll { $0 == account }
        }
    }

    mutating func note(copy: TransactionIndex, of transaction: TransactionIndex) {
        copies[transaction, default: []].append(copy)
    }
}
