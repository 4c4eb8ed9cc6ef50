// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit

/// What happened to the customer's purchases, oldest first.
enum Timeline {
    static func lines() async -> [String] {
        var events: [(date: Date, id: UInt64, text: String)] = []
        for await case .verified(let transaction) in Transaction.all {
            let offer = transaction.offer.map { " with an offer (\($0.type.localizedDescription))" } ?? ""
            let verb = transaction.reason == .renewal ? "renewed" : "bought"
            events.append((transaction.purchaseDate, transaction.id, "\(verb) \(transaction.productID)\(offer)"))
            if let date = transaction.revocationDate {
                events.append((date, transaction.id, "refunded \(transaction.productID)"))
            }
        }
        for await group in Product.SubscriptionInfo.Status.all {
            for status in group.statuses where status.state == .expired {
                guard case .verified(let transaction) = status.transaction, let end = transaction.expirationDate else {
                    continue
                }
                events.append((end, transaction.id, "lapsed \(transaction.productID)"))
            }
        }
        return events.sorted { ($0.date, $0.id) < ($1.date, $1.id) }.map { event in
            "\(event.date.formatted(.iso8601.year().month().day()))  \(event.text)"
        }
    }
}
