// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// All transactions of a store, oldest first, each in 64 bytes.
///
/// A year of a million subscribers is thirteen million transactions, and most of them have no token, no refund and no
/// offer. So a row holds what every transaction has; the rest stands in tables beside it. Reading one makes a
/// ``TransactionRecord`` of both.
package struct TransactionLedger: Sendable {
    /// What every transaction has.
    struct Row: Sendable {
        var original: Int32
        var account: Int32
        /// The account's transaction before this one, -1 for none.
        var previous: Int32
        /// -1 for one-time purchases.
        var subscription: Int32
        var product: Int32
        var quantity: Int16
        /// A place in the table of offers, -1 for none.
        var offer: Int16
        var storefront: Int16
        var flags: Flags
        var purchaseDate: Int64
        /// `Int64.min` for none.
        var expiresDate: Int64
        var price: Int64
        var modification: Int64
    }

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        static let isRenewal = Self(rawValue: 1 << 0)
        static let isUpgraded = Self(rawValue: 1 << 1)
        static let isFinished = Self(rawValue: 1 << 2)
        /// The customer's history was cleared; nobody finds it any more.
        static let isForgotten = Self(rawValue: 1 << 3)
        static let hasToken = Self(rawValue: 1 << 4)
        static let isRevoked = Self(rawValue: 1 << 5)
        static let hasContent = Self(rawValue: 1 << 6)
        static let isFamilyShared = Self(rawValue: 1 << 7)
    }

    // Chunks, so that growing never copies what is there.
    private static let chunkSize = 1 << 16
    private(set) var chunks: [ContiguousArray<Row>] = []
    var tokens: [Int32: UUID] = [:]
    var revocations: [Int32: TransactionRecord.Revocation] = [:]
    var commitments: [Int32: TransactionRecord.Commitment] = [:]
    var contents: [Int32: AdvancedCommerceContent] = [:]
    var previousOriginals: [Int32: TransactionIndex] = [:]
    private(set) var offers: [TransactionRecord.AppliedOffer] = []
    private var offerPlaces: [TransactionRecord.AppliedOffer: Int16] = [:]
    var modifications: Int64 = 0

    package private(set) var count = 0

    /// The index that the next transaction gets.
    var nextIndex: TransactionIndex {
        TransactionIndex(value: Int32(count))
    }

    subscript(row index: TransactionIndex) -> Row {
        get {
            let position = Int(index.value)
            return chunks[position / Self.chunkSize][position % Self.chunkSize]
        }
        _modify {
            let position = Int(index.value)
            yield &chunks[position / Self.chunkSize][position % Self.chunkSize]
        }
    }

    /// Adds a transaction after the account's last one.
    mutating func append(_ record: TransactionRecord, after previous: TransactionIndex?) -> TransactionRecord {
        modifications += 1
        var flags: Flags = record.reason == .renewal ? .isRenewal : []
        if let token = record.appAccountToken {
            flags.insert(.hasToken)
            tokens[record.index.value] = token
        }
        if record.isFamilyShared { flags.insert(.isFamilyShared) }
        if let commitment = record.commitment { commitments[record.index.value] = commitment }
        if let content = record.advancedCommerce {
            flags.insert(.hasContent)
            contents[record.index.value] = content
        }
        if let previous = record.previousOriginal { previousOriginals[record.index.value] = previous }
        if count % Self.chunkSize == 0 {
            var chunk = ContiguousArray<Row>()
            chunk.reserveCapacity(Self.chunkSize)
            chunks.append(chunk)
        }
        chunks[count / Self.chunkSize].append(
            Row(
                original: record.original.value, account: record.account.value, previous: previous?.value ?? -1,
                subscription: record.subscription?.value ?? -1, product: record.product.value,
                quantity: Int16(record.quantity), offer: place(of: record.offer),
                storefront: record.storefrontPlace.index,
                flags: flags, purchaseDate: record.purchaseDate.milliseconds,
                expiresDate: record.expiresDate?.milliseconds ?? .min, price: record.price,
                modification: modifications))
        count += 1
        var record = record
        record.modification = modifications
        return record
    }

    /// Adds a chunk as it lay in memory.
    mutating func append(rows bytes: Data) {
        let count = bytes.count / MemoryLayout<Row>.stride
        var chunk = ContiguousArray<Row>(unsafeUninitializedCapacity: Self.chunkSize) { buffer, initialized in
            // Rows hold nothing but numbers, so their bytes are all there is to them.
            bytes.prefix(count * MemoryLayout<Row>.stride).copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
            initialized = count
        }
        chunk.reserveCapacity(Self.chunkSize)
        chunks.append(chunk)
        self.count += count
    }

    mutating func place(of offer: TransactionRecord.AppliedOffer?) -> Int16 {
        guard let offer else { return -1 }
        if let place = offerPlaces[offer] { return place }
        let place = Int16(offers.count)
        offers.append(offer)
        offerPlaces[offer] = place
        return place
    }

    /// Changes what a transaction says, which makes it the one changed last.
    mutating func change(_ index: TransactionIndex, _ change: (inout Row) -> Void) -> TransactionRecord {
        modifications += 1
        change(&self[row: index])
        self[row: index].modification = modifications
        return self[index]
    }

    /// Says whom the developer's server knows the customer as.
    mutating func setToken(_ token: UUID, of index: TransactionIndex) -> TransactionRecord {
        tokens[index.value] = token
        return change(index) { $0.flags.insert(.hasToken) }
    }

    /// Takes a transaction back.
    mutating func revoke(_ index: TransactionIndex, _ revocation: TransactionRecord.Revocation) -> TransactionRecord {
        revocations[index.value] = revocation
        return change(index) { $0.flags.insert(.isRevoked) }
    }

    /// Changes what a transaction of the Advanced Commerce API was for; ``change(_:_:)`` makes that its last change.
    mutating func setContent(_ content: AdvancedCommerceContent, of index: TransactionIndex) {
        contents[index.value] = content
    }

    /// Gives a transaction back.
    mutating func reinstate(_ index: TransactionIndex) -> TransactionRecord {
        revocations[index.value] = nil
        return change(index) { $0.flags.remove(.isRevoked) }
    }

    /// The transaction at an index.
    package subscript(index: TransactionIndex) -> TransactionRecord {
        let row = self[row: index]
        let original = TransactionIndex(value: row.original)
        return TransactionRecord(
            index: index, original: original, account: AccountID(value: row.account),
            product: Catalogue.ProductIndex(value: row.product),
            subscription: row.subscription < 0 ? nil : SubscriptionIndex(value: row.subscription),
            purchaseDate: StoreInstant(milliseconds: row.purchaseDate),
            originalPurchaseDate: StoreInstant(milliseconds: self[row: original].purchaseDate),
            expiresDate: row.expiresDate == .min ? nil : StoreInstant(milliseconds: row.expiresDate),
            quantity: Int32(row.quantity), price: row.price, storefrontPlace: Storefront.Place(index: row.storefront),
            reason: row.flags.contains(.isRenewal) ? .renewal : .purchase,
            offer: row.offer < 0 ? nil : offers[Int(row.offer)],
            appAccountToken: row.flags.contains(.hasToken) ? tokens[index.value] : nil,
            commitment: commitments.isEmpty ? nil : commitments[index.value],
            advancedCommerce: row.flags.contains(.hasContent) ? contents[index.value] : nil,
            previousOriginal: previousOriginals.isEmpty ? nil : previousOriginals[index.value],
            revocation: row.flags.contains(.isRevoked) ? revocations[index.value] : nil,
            isUpgraded: row.flags.contains(.isUpgraded), isFinished: row.flags.contains(.isFinished),
            isFamilyShared: row.flags.contains(.isFamilyShared), modification: row.modification)
    }
}

extension TransactionLedger: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(position: Int) -> TransactionRecord {
        self[TransactionIndex(value: Int32(position))]
    }
}
