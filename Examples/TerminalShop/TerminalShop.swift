// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit

/// A shop in a terminal: what a paywall and an account page do, with text for views.
@MainActor
final class TerminalShop {
    /// Turns the renewal of a subscription off; on a device the App Store's own sheet does it.
    typealias Cancel = @MainActor (Transaction) async throws -> Void

    private let service: SubscriptionService
    private let language: Language
    private let cancel: Cancel
    private let write: @MainActor (String) -> Void

    init(
        service: SubscriptionService, language: Language = .current, cancel: @escaping Cancel,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.service = service
        self.language = language
        self.cancel = cancel
        self.write = write
    }

    static let help = """
        shop       what is sold
        buy N      buy the product of line N
        cancel     turn the renewal of your subscription off
        restore    bring back what you bought before
        timeline   everything that happened
        quit
        """

    /// Does what a line says.
    ///
    /// - Returns: Whether to go on.
    func obey(_ line: String) async -> Bool {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "shop": await showShop()
        case "buy": await buy(words.dropFirst().first)
        case "cancel": await cancelSubscription()
        case "restore": await restore()
        case "timeline": await showTimeline()
        case "quit": return false
        case nil: break
        default: write(Self.help)
        }
        return true
    }

    private func paywall() async -> Paywall {
        Paywall(
            service.snapshot, offers: await OfferManager().offers(for: service.products), language: language)
    }

    private func showShop() async {
        await service.refresh()
        for (number, row) in await paywall().rows.enumerated() {
            let name = row.title.padding(toLength: 22, withPad: " ", startingAt: 0)
            let notes = [row.badgeText, row.offerText].compactMap(\.self).joined(separator: ", ")
            write("\(number + 1)  \(name) \(row.price)\(notes.isEmpty ? "" : "  (\(notes))")")
        }
        write(Self.standing(service.subscriptionStatus))
    }

    private func buy(_ number: String?) async {
        let rows = await paywall().rows
        guard let number = number.flatMap(Int.init), rows.indices.contains(number - 1) else {
            return write("There is no such line.")
        }
        let row = rows[number - 1]
        switch await service.purchase(row.product, options: row.options) {
        case .delivered(let purchase):
            let price = purchase.transaction.price?.formatted(row.product.priceFormatStyle) ?? row.product.displayPrice
            write("You bought \(row.title) for \(price).")
        case .undelivered: write(service.lastError?.message ?? "You bought \(row.title). It is on its way.")
        case .alreadyOwned: write("You have \(row.title) already.")
        case .changeScheduled: write("\(row.title) begins with the next period.")
        case .notBought: write("Nothing was bought.")
        case .pending: write("\(row.title) waits for approval.")
        case .cancelled: write("You changed your mind.")
        case nil: write(service.lastError?.message ?? "It did not work.")
        }
    }

    private func cancelSubscription() async {
        guard let productID = service.subscriptionStatus?.productID, service.subscriptionStatus?.willRenew == true,
            case .verified(let transaction)? = await Transaction.latest(for: productID)
        else { return write("There is nothing to cancel.") }
        do {
            try await cancel(transaction)
        } catch {
            return write(PurchaseErrorHandler(language: language).handle(error).message)
        }
        await service.refresh()
        write(Self.standing(service.subscriptionStatus))
    }

    private func restore() async {
        switch await service.restorePurchases() {
        case .restored(let result): write("Yours: \(result.products.map(\.productID).joined(separator: ", "))")
        case .nothingToRestore: write("There is nothing to restore.")
        case .cancelled: write("You changed your mind.")
        case nil: write(service.lastError?.message ?? "It did not work.")
        }
    }

    private func showTimeline() async {
        for line in await Timeline.lines() { write(line) }
    }

    private static func standing(_ status: SubscriptionService.SubscriptionStatus?) -> String {
        guard let status, let end = status.accessEndDate ?? status.expirationDate else { return "No subscription." }
        let day = end.formatted(.iso8601.year().month().day())
        return switch status.state {
        case .subscribed where status.willRenew: "Your subscription renews on \(day)."
        case .subscribed: "Your subscription ends on \(day)."
        case .inGracePeriod: "Your payment failed. You keep access until \(day)."
        case .inBillingRetry: "Your payment failed, and access is paused."
        case .expired, .revoked: "Your subscription ended on \(day)."
        case .none, .unknown: "No subscription."
        }
    }
}
