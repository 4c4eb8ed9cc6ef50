// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// A customer finds the identifier of an order on the receipt that the App Store sends by mail. It stands in no signed
// fact, so it is made of the transaction's number.

extension Engine {
    /// An M and nine digits, as Apple's order identifiers look; each purchase and renewal is an order of its own.
    package func orderID(of transaction: TransactionIndex) -> String {
        let digits = String(transaction.value, radix: 32, uppercase: true)
        return "M" + String(repeating: "0", count: Self.orderDigits - digits.count) + digits
    }

    /// Finds what was bought with an order; what is shared with a family member was not ordered.
    package func transaction(orderID: String) -> TransactionRecord? {
        guard orderID.count == Self.orderDigits + 1, orderID.first == "M",
            let number = Int32(orderID.dropFirst(), radix: 32), number >= 0,
            let record = transaction(identifier: identifier(of: TransactionIndex(value: number))),
            !record.isFamilyShared
        else { return nil }
        return record
    }

    private static var orderDigits: Int { 9 }
}
