// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine

extension Engine {
    /// Finds a transaction; an app transaction's identifier does not count.
    func serverTransaction(_ id: String) throws(APIError) -> TransactionRecord {
        try Self.check(id)
        if let record = transaction(identifier: id) { return record }
        throw account(appTransaction: id) == nil ? .transactionIdNotFound : .appTransactionIdNotSupported
    }

    /// Finds the first transaction of a purchase, as which no other counts.
    func serverOriginal(_ id: String, malformed: APIError) throws(APIError) -> TransactionRecord {
        do throws(APIError) {
            try Self.check(id)
        } catch {
            throw malformed
        }
        guard let record = transaction(identifier: id) else { throw .originalTransactionIdNotFound }
        return record
    }

    /// Finds the customer whom a transaction, original transaction or app transaction belongs to.
    func serverCustomer(_ id: String) throws(APIError) -> Account {
        try Self.check(id)
        if let record = transaction(identifier: id) { return self[record.account] }
        if let account = account(appTransaction: id) { return account }
        throw .transactionIdNotFound
    }

    /// Identifiers are decimal numbers of 64 bits; everything else is malformed rather than unknown.
    private static func check(_ id: String) throws(APIError) {
        guard id.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), UInt64(id) != nil else {
            throw .invalidTransactionId
        }
    }
}
