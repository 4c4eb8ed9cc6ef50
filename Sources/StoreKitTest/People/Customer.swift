// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
import StoreHost

extension SKTestSession {
    /// Somebody who buys in the session's store.
    ///
    /// Only on Linux: Apple's test store has one customer.
    public struct Customer: Hashable, Sendable {
        let account: AccountID
    }

    /// The customer whom the test's own device belongs to, and who is meant where no other is named.
    public var customer: Customer {
        Customer(account: account)
    }

    /// Opens an account for another customer, in the session's storefront.
    public func addCustomer() -> Customer {
        Customer(account: host.account(named: "customer \(customerNumber())"))
    }

    /// Takes a customer into the family of the session's own, who share with each other what can be shared.
    ///
    /// - Throws: ``SKTestError``: `invalidAction` when the customer belongs to a family or the family is full.
    public func addToFamily(_ customer: Customer) throws {
        try perform(.joinFamily(family(), account: customer.account))
    }

    /// Takes a customer out of the family, who loses what others share.
    ///
    /// - Throws: ``SKTestError``: `invalidAction` when the customer belongs to no family.
    public func removeFromFamily(_ customer: Customer) throws {
        try perform(.leaveFamily(account: customer.account))
    }

    /// Shares a purchase with the family, as it is from the beginning, or not.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` when it cannot be shared.
    public func setFamilySharing(_ isShared: Bool, forTransaction identifier: UInt) throws {
        try perform(.setFamilySharing(transaction: transaction(identifier).index, isShared))
    }

    private func family() throws(SKTestError) -> FamilyID {
        if let family = host.read({ $0.families.family(of: account)?.id }) { return family }
        guard case .family(let family) = try perform(.openFamily(organiser: account)) else {
            preconditionFailure("opening a family opened none")
        }
        return family
    }
}
