// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

extension Engine {
    mutating func openAccount(storefront code: String?) throws(Refusal) -> AccountID {
        let storefront = try storefront(named: code ?? settings.storefront)
        let id = AccountID(value: Int32(accounts.count))
        // Eighteen digits beginning with 7, as Apple's are; the last nine are the account's number.
        let number = 700_000_000_000_000_000 + random.next() % 99_999_999 * Self.downloads + UInt64(accounts.count)
        accounts.append(Account(id: id, appTransactionNumber: number, openedAt: now, storefront: storefront.place))
        return id
    }

    mutating func move(_ account: AccountID, to code: String, emit: Emit) throws(Refusal) {
        try check(account)
        let storefront = try storefront(named: code)
        guard storefront != self[account].storefront else { return }
        accounts[Int(account.value)].storefrontPlace = storefront.place
        emit(.storefront(account, storefront))
    }

    mutating func clearHistory(of account: AccountID, emit: Emit) throws(Refusal) {
        try check(account)
        for subscription in self[account].subscriptions {
            subscriptions[Int(subscription.value)].deadline = nil
        }
        for transaction in transactions(of: account) {
            transactions[row: transaction].flags.insert(.isForgotten)
        }
        pendingPurchases.removeAll { $0.purchase.account == account }
        accounts[Int(account.value)].lastTransaction = nil
        accounts[Int(account.value)].subscriptions = []
        accounts[Int(account.value)].usedIntroductoryOffers = []
        offerCodes.forget(account)
        emit(.historyCleared(account))
    }

    /// Finds an account by what identifies its download of the app on the wire.
    package func account(appTransaction identifier: String) -> Account? {
        guard let number = UInt64(identifier), case let position = Int(number % Self.downloads),
            accounts.indices.contains(position), accounts[position].appTransactionNumber == number
        else { return nil }
        return accounts[position]
    }

    /// More than there are accounts.
    private static var downloads: UInt64 { 1_000_000_000 }

    func check(_ account: AccountID) throws(Refusal) {
        guard accounts.indices.contains(Int(account.value)) else {
            throw Refusal(
                .unknownAccount, "There is no account \(account.value)",
                fix: "Open an account first, or use one that is.")
        }
    }

    func storefront(named code: String) throws(Refusal) -> Storefront {
        guard let storefront = Storefront.named(code) else {
            throw Refusal(
                .unknownStorefront, "The App Store has no storefront \(code)",
                fix: "Use the three-letter code of a country that has one, for example USA.")
        }
        return storefront
    }
}
