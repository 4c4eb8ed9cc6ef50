// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreEngine

/// Everything that happened in a store since it was opened, for tests that look back.
package struct StoreHistory: Sendable {
    /// Something that happened, and when.
    package struct Event: Sendable {
        package fileprivate(set) var date: StoreInstant
        package let effect: Effect
    }

    /// What happened, in order.
    package private(set) var events: [Event] = []

    mutating func append(_ effects: [Effect], now: StoreInstant) {
        for effect in effects { events.append(Event(date: now, effect: effect)) }
        // What has no date of its own happened together with what follows it.
        var date = now
        for place in events.indices.suffix(effects.count).reversed() {
            date = events[place].effect.date ?? date
            events[place].date = date
        }
    }

    /// The notifications among it.
    package var notifications: [NotificationRecord] {
        events.compactMap { event in
            guard case .notification(let record) = event.effect else { return nil }
            return record
        }
    }
}

extension Effect {
    fileprivate var date: StoreInstant? {
        switch self {
        case .transaction(let record, .purchase), .transaction(let record, .renewal): record.purchaseDate
        case .transaction(let record, .revocation): record.revocation?.date
        case .transaction, .storefront, .offerNotApplied, .purchaseIntent, .historyCleared: nil
        case .renewal(let record): record.date
        case .notification(let record): record.date
        }
    }

    /// The account it happened to; `nil` for what concerns the store as a whole.
    package var account: AccountID? {
        switch self {
        case .transaction(let record, _): record.account
        case .renewal(let record): record.subscription.account
        case .notification(let record): record.transaction?.account ?? record.renewal?.subscription.account
        case .storefront(let account, _), .historyCleared(let account): account
        case .offerNotApplied(let notice): notice.account
        case .purchaseIntent(let record): record.account
        }
    }
}
