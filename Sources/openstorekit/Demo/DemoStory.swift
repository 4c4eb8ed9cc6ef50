// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreKit
import StoreServer

/// One story: a customer buys, a subscription renews, is cancelled and lapses; an app and a server look on.
///
/// Every line is told only after it has been seen to be true.
struct DemoStory {
    let cast: DemoCast
    let store: RunningStore
    let narrator: Narrator
    private let control: StoreControl
    private let verifier: JWSVerifier
    private var updates: StoreKit.Transaction.Transactions.AsyncIterator
    private var notifications: AsyncStream<String>.Iterator

    /// Takes its place as the app and the server; StoreKit must be connected to the store.
    init(_ cast: DemoCast, in store: RunningStore, payloads: AsyncStream<String>, narrator: Narrator) {
        self.cast = cast
        self.store = store
        self.narrator = narrator
        control = StoreControl(url: store.url)
        verifier = JWSVerifier(
            trust: .appStore(roots: [store.directory.authority.root]),
            expecting: ExpectedApp(bundleID: StoreCommand.defaultBundleID, environments: [.sandbox]))
        updates = Transaction.updates.makeAsyncIterator()
        notifications = payloads.makeAsyncIterator()
    }

    /// Plays it to its end.
    mutating func play() async throws {
        let (consumable, subscription) = try await lookAround()
        try await buyOnce(consumable)
        var current = try await subscribe(to: subscription)
        if let offer = current.offer {
            let length = offer.period.map { "The introductory \($0.debugDescription) is over" } ?? "The offer ends"
            current = try await renew(current, because: length)
        }
        current = try await renew(current, because: "A month goes by")
        try await cancel(current)
        try await lapse(current, of: subscription)
    }

    // MARK: - Chapters

    private func lookAround() async throws -> (consumable: Product, subscription: Product) {
        narrator.waits("the products")
        let products = try await Product.products(for: cast.productIDs)
        guard let consumable = products.first(where: { $0.id == cast.consumable }),
            let subscription = products.first(where: { $0.id == cast.subscription })
        else { throw narrator.surprise("Not all products are on sale") }
        let country = await Storefront.current.map { " in the storefront \($0.countryCode)" } ?? ""
        narrator.tell(.app, "asks what is on sale\(country):")
        for product in products {
            narrator.show(product)
        }
        return (consumable, subscription)
    }

    private mutating func buyOnce(_ product: Product) async throws {
        narrator.tell(.customer, "buys \(product.displayName) for \(product.displayPrice)")
        let transaction = try await buy(product)
        narrator.tell(.app, "verifies transaction \(transaction.id), delivers \(product.displayName) and finishes it")
        try await receive(.oneTimeCharge, about: transaction.id)
    }

    private mutating func subscribe(to product: Product) async throws -> StoreKit.Transaction {
        let offer = product.subscription?.introductoryOffer
        let terms = offer.map { ", beginning with \(narrator.terms(of: $0))" } ?? ""
        narrator.tell(.customer, "subscribes to \(product.displayName) for \(narrator.price(of: product))\(terms)")
        let transaction = try await buy(product)
        narrator.tell(.app, "verifies transaction \(transaction.id), which is good until \(try end(of: transaction))")
        try await receive(.subscribed, .initialBuy, about: transaction.id)
        return transaction
    }

    private mutating func renew(
        _ current: StoreKit.Transaction, because reason: String
    ) async throws -> StoreKit.Transaction {
        try await moveClock(toEndOf: current, reason)
        narrator.waits("the renewal on Transaction.updates")
        guard let update = await updates.next() else { throw narrator.surprise("Transaction.updates came to an end") }
        let renewal = try update.payloadValue
        guard renewal.originalID == current.originalID, renewal.id != current.id, renewal.reason == .renewal else {
            throw narrator.surprise("Transaction.updates brought \(renewal.id), which is no renewal of \(current.id)")
        }
        await renewal.finish()
        narrator.tell(
            .app, "gets transaction \(renewal.id) on Transaction.updates: renewed until \(try end(of: renewal))")
        try await receive(.didRenew, about: renewal.id)
        return renewal
    }

    private mutating func cancel(_ current: StoreKit.Transaction) async throws {
        narrator.tell(.customer, "cancels the subscription")
        try await control.setAutoRenew(false, transactionID: current.originalID)
        let renewalInfo = try await status(of: current).renewalInfo.payloadValue
        guard !renewalInfo.willAutoRenew else { throw narrator.surprise("The subscription still renews itself") }
        guard try await entitlements().contains(where: { $0.id == current.id }) else {
            throw narrator.surprise("The subscription was lost at once")
        }
        narrator.tell(.app, "sees that it will not renew, and lets the customer in until it ends")
        try await receive(.didChangeRenewalStatus, .autoRenewDisabled, about: current.id)
    }

    private mutating func lapse(_ current: StoreKit.Transaction, of product: Product) async throws {
        try await moveClock(toEndOf: current, "Another month goes by")
        try await receive(.expired, .voluntary, about: current.id)
        let state = try await status(of: current).state
        let left = try await entitlements()
        guard state == .expired, left.isEmpty else {
            throw narrator.surprise("The status is \(state.localizedDescription), with \(left.count) entitlements left")
        }
        narrator.tell(
            .app,
            "finds Transaction.currentEntitlements empty and the status of \(product.displayName) "
                + state.localizedDescription.lowercased())
    }
}

// MARK: - What happens in several chapters

extension DemoStory {
    private func buy(_ product: Product) async throws -> StoreKit.Transaction {
        narrator.waits("the purchase of \(product.id)")
        guard case .success(let result) = try await product.purchase() else {
            throw narrator.surprise("The purchase of \(product.id) did not succeed")
        }
        let transaction = try result.payloadValue
        await transaction.finish()
        return transaction
    }

    /// Waits for the next notification and expects it to be this one.
    private mutating func receive(
        _ type: NotificationTypeV2, _ subtype: Subtype? = nil, about transactionID: UInt64
    ) async throws {
        let expected = Self.name(type.rawValue, subtype?.rawValue)
        narrator.waits("the notification \(expected)")
        guard let payload = await notifications.next() else { throw narrator.surprise("No notification came") }
        let notification = try verifier.verify(payload, as: ResponseBodyV2DecodedPayload.self).payload
        let found = Self.name(notification.rawNotificationType ?? "untyped", notification.rawSubtype)
        guard found == expected else { throw narrator.surprise("\(found) was posted where \(expected) was expected") }
        let signed = notification.data?.signedTransactionInfo ?? ""
        let transaction = try verifier.verify(signed, as: JWSTransactionDecodedPayload.self).payload
        guard transaction.transactionId == String(transactionID) else {
            throw narrator.surprise("\(found) is about \(transaction.transactionId ?? "nothing"), not \(transactionID)")
        }
        narrator.tell(.server, "gets the notification \(found) about \(transactionID); its signatures hold")
    }

    private static func name(_ type: String, _ subtype: String?) -> String {
        subtype.map { "\(type)/\($0)" } ?? type
    }

    private func moveClock(toEndOf transaction: StoreKit.Transaction, _ reason: String) async throws {
        guard let end = transaction.expirationDate else { throw narrator.surprise("A subscription has no end") }
        narrator.waits("the store's clock")
        try await control.moveClock(to: end)
        narrator.tell(.clock, "\(reason): it is \(narrator.day(end))")
    }

    private func end(of transaction: StoreKit.Transaction) throws -> String {
        guard let end = transaction.expirationDate else { throw narrator.surprise("A subscription has no end") }
        return narrator.day(end)
    }

    private func status(of transaction: StoreKit.Transaction) async throws -> Product.SubscriptionInfo.Status {
        narrator.waits("the status of the subscription")
        let status = try await Product.SubscriptionInfo.status(transactionID: transaction.originalID)
        guard let status else { throw narrator.surprise("The subscription has no status") }
        return status
    }

    private func entitlements() async throws -> [StoreKit.Transaction] {
        narrator.waits("the current entitlements")
        var transactions: [StoreKit.Transaction] = []
        for await result in Transaction.currentEntitlements {
            transactions.append(try result.payloadValue)
        }
        return transactions
    }
}
