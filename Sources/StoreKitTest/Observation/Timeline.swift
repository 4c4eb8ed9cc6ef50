// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation
import StoreConfiguration
import StoreEngine
import StoreHost

extension SKTestSession {
    /// What happened to a customer, in order, for a person to read.
    ///
    /// Only on Linux.
    public struct Timeline: Sendable, CustomStringConvertible {
        /// Something that happened.
        public struct Entry: Hashable, Sendable, CustomStringConvertible {
            /// When, in the store's time.
            public let date: Date
            /// What, for a person.
            public let text: String

            /// Both in one line.
            public var description: String {
                "\(date.formatted(.iso8601))  \(text)"
            }
        }

        /// What happened, in order.
        public let entries: [Entry]

        /// One line for each thing that happened.
        public var description: String {
            guard !entries.isEmpty else { return "nothing happened" }
            return entries.map(\.description).joined(separator: "\n")
        }
    }

    /// What happened to the session's customer, for a person to read, as in `#expect(isPlus, "\(session.timeline)")`.
    public var timeline: Timeline {
        timeline(of: customer)
    }

    /// What happened to a customer, for a person to read.
    public func timeline(of customer: Customer) -> Timeline {
        Self.timeline(of: customer.account, in: host)
    }

    static func timeline(of account: AccountID, in host: StoreHost) -> Timeline {
        var writer = TimelineWriter(engine: host.read { $0 })
        let events = host.history.events.filter { $0.effect.account == account }
        return Timeline(
            entries: events.compactMap { event in
                writer.text(of: event.effect).map { Timeline.Entry(date: event.date.date, text: $0) }
            })
    }
}

/// Words for what happens in a store.
private struct TimelineWriter {
    let engine: Engine
    private var states: [SubscriptionIndex: String] = [:]

    init(engine: Engine) {
        self.engine = engine
    }

    /// `nil` for what is no news.
    mutating func text(of effect: Effect) -> String? {
        switch effect {
        case .transaction(let record, let cause): text(of: record, cause)
        case .renewal(let record): text(of: record)
        case .notification(let record):
            "  notification \(record.type.rawValue)" + (record.subtype.map { "/\($0.rawValue)" } ?? "")
        case .storefront(_, let storefront): "shops in the storefront \(storefront.countryCode)"
        case .historyCleared: "all transactions cleared"
        case .offerNotApplied(let notice):
            "\(productID(notice.product)) without its introductory offer: \(notice.reason)"
        case .purchaseIntent(let record): "\(productID(record.product)) chosen in the App Store, not bought"
        }
    }

    private func text(of record: TransactionRecord, _ cause: Effect.Cause) -> String? {
        let what = "\(productID(record.product)) #\(engine.identifier(of: record.index))"
        let end = record.expiresDate.map { " until \($0.date.formatted(.iso8601))" } ?? ""
        return switch cause {
        case .purchase where record.isFamilyShared: "\(what) shared by the family\(end)"
        case .purchase(let device): "\(what) bought\(device == nil ? " outside the app" : "")\(end)"
        case .renewal: "\(what) renewed\(end)"
        case .upgrade: "\(what) upgraded from"
        case .revocation: "\(what) taken back"
        case .reinstatement: "\(what) given back\(end)"
        case .periodExtension: "\(what) extended\(end)"
        case .finish: "\(what) finished"
        case .cutShort: "\(what) ended early"
        case .appAccountToken: "\(what) linked to an account of the app"
        case .metadata: "\(what) has other items or texts, or money was given back for some"
        case .rewrite: nil
        }
    }

    private mutating func text(of record: RenewalRecord) -> String? {
        let subscription = record.subscription
        let state =
            switch subscription.state {
            case .active: "active"
            case .gracePeriod(_, let until, _): "in grace until \(until.date.formatted(.iso8601))"
            case .billingRetry(_, let until): "in billing retry until \(until.date.formatted(.iso8601))"
            case .expired: "expired"
            case .revoked: "revoked"
            }
        let next =
            if subscription.state.deadline == nil {
                ""
            } else if subscription.autoRenews {
                ", renews" + (record.product == subscription.product ? "" : " into \(productID(record.product))")
            } else {
                ", does not renew"
            }
        let text = "  \(productID(subscription.product)) is \(state)\(next)"
        return states.updateValue(text, forKey: subscription.index) == text ? nil : text
    }

    private func productID(_ product: Catalogue.ProductIndex) -> String {
        engine.catalogue[product].product.id
    }
}
