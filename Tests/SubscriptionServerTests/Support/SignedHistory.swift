// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine

/// A random history of one customer and what the store signed about it; the same seed plays the same.
struct SignedHistory {
    static let bundleID = "com.example.shop"
    static let opening = StoreInstant(milliseconds: 1_770_000_000_000)

    /// The store as it stands at the end.
    private(set) var engine: Engine
    /// The notifications, signed, in the order they were announced.
    private(set) var notifications: [String] = []
    private let customer: AccountID
    private let signer: JWSSigner

    init(seed: UInt64, signer: JWSSigner) throws {
        self.signer = signer
        var random = SeededGenerator(seed: seed)
        var settings = StoreSettings()
        settings.gracePeriodDays = [nil, 3, 16, 28].randomElement(using: &random) ?? nil
        engine = Engine(
            catalogue: Catalogue(Self.configuration),
            identity: AppIdentity(bundleID: Self.bundleID, appAppleID: 1234, environment: .sandbox),
            settings: settings, identifiers: .sandbox, seed: seed, startingAt: Self.opening)
        guard
            case .account(let account) = try engine.apply(
                .openAccount(storefront: nil), at: Self.opening, emit: { _ in })
        else { throw Unexpected() }
        customer = account
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            try step(&settings, using: &random)
            // Two commands are never given in the same millisecond.
            try advance(by: 1)
        }
    }

    struct Unexpected: Error {}

    private mutating func step(_ settings: inout StoreSettings, using random: inout SeededGenerator) throws {
        let account = engine[customer]
        let subscription = account.subscriptions.randomElement(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3:
            let product = ["coins", "lifetime", "pro", "monthly", "yearly", "weekly"].randomElement(using: &random)
            try perform(.purchase(.init(account: customer, productID: product ?? "coins")))
        case 3..<6:
            try advance(by: Int64.random(in: 1...45 * 86_400_000, using: &random))
        case 6:
            guard let subscription else { return }
            try perform(.setAutoRenew(subscription: subscription, Bool.random(using: &random)))
        case 7:
            guard let subscription else { return }
            try perform(.resolveBillingIssue(subscription: subscription))
        case 8:
            settings.billingRetryOnRenewal.toggle()
            try perform(.configure(settings))
        default:
            guard let record = engine.transactions.randomElement(using: &random) else { return }
            try perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        }
    }

    private mutating func perform(_ command: Command) throws {
        var effects: [Effect] = []
        _ = try? engine.apply(command, at: engine.now) { effects.append($0) }
        try announce(effects)
    }

    private mutating func advance(by milliseconds: Int64) throws {
        var effects: [Effect] = []
        engine.advance(to: engine.now + milliseconds) { effects.append($0) }
        try announce(effects)
    }

    private mutating func announce(_ effects: [Effect]) throws {
        for case .notification(let record) in effects {
            let transaction = try record.transaction.map { try sign(engine.payload(of: $0, signedAt: record.date)) }
            let renewalInfo = try record.renewal.map { try sign(engine.payload(of: $0, signedAt: record.date)) }
            notifications.append(
                try sign(
                    engine.payload(
                        of: record, signedTransaction: transaction, signedRenewalInfo: renewalInfo,
                        signedAt: record.date)))
        }
    }

    private func sign(_ payload: some Encodable) throws -> String {
        try signer.sign(WireJSON.encode(payload))
    }

    static let configuration: StoreKitConfiguration = {
        func subscription(_ id: String, level: Int, _ period: String) -> StoreKitConfiguration.Subscription {
            .init(
                product: .init(id: id, type: .autoRenewableSubscription, price: .init(milliunits: 9990)),
                groupID: "plus", groupNumber: level, period: .init(iso8601: period) ?? .init(unit: .month, value: 1))
        }
        return StoreKitConfiguration(
            version: .init(major: 4, minor: 0),
            products: [
                .init(id: "coins", type: .consumable, price: .init(milliunits: 990)),
                .init(id: "lifetime", type: .nonConsumable, price: .init(milliunits: 99_000)),
            ],
            subscriptionGroups: [
                .init(
                    id: "plus", name: "Plus",
                    subscriptions: [
                        subscription("pro", level: 1, "P1M"), subscription("monthly", level: 2, "P1M"),
                        subscription("yearly", level: 2, "P1Y"), subscription("weekly", level: 3, "P1W"),
                    ])
            ])
    }()
}
