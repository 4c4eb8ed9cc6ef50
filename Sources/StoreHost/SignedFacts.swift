// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine

/// What was signed for which device.
///
/// A device that asks for a fact again gets the text it had, unless the fact says something else now. So a purchase is
/// signed once, and the client that knows the text need not verify it again.
///
/// A purchase and the changes it causes may be signed at the same time. The text with the later date is kept, because a
/// client that has it takes the other for old news.
struct SignedFacts: Sendable {
    /// A payload and the compact JWS that was made of it.
    struct Entry<Payload: Sendable>: Sendable {
        let payload: Payload
        let jws: String
    }

    private struct Key<Index: Hashable & Sendable>: Hashable {
        let device: UUID
        let index: Index
    }

    /// At some three kilobytes each, this many cost a store of tests little and one of thousands of devices not much.
    static let limit = 4096

    private var transactions: [Key<TransactionIndex>: Entry<JWSTransactionDecodedPayload>] = [:]
    private var renewals: [Key<SubscriptionIndex>: Entry<JWSRenewalInfoDecodedPayload>] = [:]

    func transaction(_ index: TransactionIndex, for device: UUID) -> Entry<JWSTransactionDecodedPayload>? {
        transactions[Key(device: device, index: index)]
    }

    func renewal(_ index: SubscriptionIndex, for device: UUID) -> Entry<JWSRenewalInfoDecodedPayload>? {
        renewals[Key(device: device, index: index)]
    }

    mutating func remember(_ entry: Entry<JWSTransactionDecodedPayload>, _ index: TransactionIndex, for device: UUID) {
        let key = Key(device: device, index: index)
        guard !entry.isOlder(than: transactions[key]) else { return }
        if transactions.count >= Self.limit { transactions = [:] }
        transactions[key] = entry
    }

    mutating func remember(_ entry: Entry<JWSRenewalInfoDecodedPayload>, _ index: SubscriptionIndex, for device: UUID) {
        let key = Key(device: device, index: index)
        guard !entry.isOlder(than: renewals[key]) else { return }
        if renewals.count >= Self.limit { renewals = [:] }
        renewals[key] = entry
    }
}

/// A payload that says when it was signed.
private protocol DatedPayload {
    var signedDate: Date? { get }
}

extension JWSTransactionDecodedPayload: DatedPayload {}
extension JWSRenewalInfoDecodedPayload: DatedPayload {}

extension SignedFacts.Entry where Payload: DatedPayload {
    fileprivate func isOlder(than other: Self?) -> Bool {
        guard let date = payload.signedDate, let otherDate = other?.payload.signedDate else { return false }
        return date < otherDate
    }
}
