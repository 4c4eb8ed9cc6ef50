// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit

/// What StoreKit says of the customer's purchases, read at one moment.
struct AccessReading: Sendable {
    var grants: [Grant] = []
    /// How the customer stands, by subscription group.
    var statuses: [String: SubscriptionStatusChecker.SubscriptionStatus] = [:]
    /// Whether the store could be asked; what was known before must not give way to a reading that is not.
    var isReliable = true
    /// The verified facts the reading was made from, as they were signed.
    var signedTransactions: [String] = []
    var signedRenewalInfos: [String] = []
    /// Identifiers of transactions that are listed, and that nobody vouches for.
    var unverifiedIDs: [UInt64] = []

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - groupIDs: The subscription groups the app knows of.
    ///   - recent: Transactions that came so lately that they may not be listed yet.
    ///   - checker: Reads statuses.
    ///   - now: The time.
    static func read(
        groupIDs: Set<String>, recent: [Transaction], with checker: SubscriptionStatusChecker, now: Date
    ) async -> Self {
        await uncancelled {
            var reading = Self()
            var listed: [Transaction] = []
            for await signed in Transaction.currentEntitlements {
                guard case .verified(let transaction) = signed else {
                    reading.unverifiedIDs.append(signed.unsafePayloadValue.id)
                    continue
                }
                listed.append(transaction)
                reading.signedTransactions.append(signed.jwsRepresentation)
            }
            let groups = groupIDs.union((listed + recent).compactMap(\.subscriptionGroupID))
            var readings: [StatusReading] = []
            for groupID in groups.sorted() {
                let look = await checker.look(groupID)
                reading.statuses[groupID] = look.status
                readings += look.statuses.compactMap(StatusReading.init)
                reading.keep(look.statuses)
            }
            reading.isReliable = !reading.statuses.values.contains { $0.state == .unknown }
            reading.derive(from: listed, recent, readings, checker.policy, now)
            return reading
        }
    }

    private mutating func keep(_ statuses: [Product.SubscriptionInfo.Status]) {
        for status in statuses {
            guard case .verified = status.transaction, case .verified = status.renewalInfo else { continue }
            let signed = status.transaction.jwsRepresentation
            if !signedTransactions.contains(signed) { signedTransactions.append(signed) }
            signedRenewalInfos.append(status.renewalInfo.jwsRepresentation)
        }
    }

    /// Brings the listing and the statuses together.
    ///
    /// They are read one after the other, and either may lag: the status knows about grace and lapse, what came just now
    /// counts although it is listed nowhere, and what was just taken back does not count although it is listed.
    private mutating func derive(
        from listed: [Transaction], _ recent: [Transaction], _ readings: [StatusReading], _ policy: AccessPolicy,
        _ now: Date
    ) {
        let takenBack = Set(recent.filter { $0.revocationDate != nil }.map(\.id))
        var found: [UInt64: Grant] = [:]
        for transaction in listed where !takenBack.contains(transaction.id) {
            let reading = readings.first { $0.transactionID == transaction.id }
            if let reading, !reading.isActive(policy), reading.standing != .unknown { continue }
            let end = reading?.accessEndDate(policy) ?? transaction.expirationDate
            found[transaction.id] = Grant(transaction, accessEndDate: end)
        }
        for reading in readings where found[reading.transactionID] == nil {
            guard reading.isActive(policy), !takenBack.contains(reading.transactionID) else { continue }
            found[reading.transactionID] = Grant(reading, policy)
        }
        for transaction in recent where found[transaction.id] == nil {
            if let end = transaction.expirationDate, end <= now { continue }
            let isSuperseded = readings.contains {
                $0.groupID == transaction.subscriptionGroupID && !$0.isFamilyShared
                    && $0.purchaseDate >= transaction.purchaseDate
            }
            if isSuperseded { continue }
            found[transaction.id] = Grant(transaction, accessEndDate: transaction.expirationDate)
        }
        grants = found.values.sorted { ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID) }
    }
}
