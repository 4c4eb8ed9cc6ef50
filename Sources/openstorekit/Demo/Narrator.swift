// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import Synchronization

/// Tells a story line by line, and knows what it is waiting for.
final class Narrator: Sendable {
    /// Who does something.
    enum Person: String {
        case store
        case customer
        case app
        case server
        case clock
    }

    private let awaited = Mutex("the beginning")

    func tell(_ person: Person, _ line: String) {
        Terminal.print(person.rawValue.padding(toLength: 10, withPad: " ", startingAt: 0) + line)
    }

    /// Shows a product as the app would.
    func show(_ product: Product) {
        let price = price(of: product).padding(toLength: 18, withPad: " ", startingAt: 0)
        let name = product.displayName.padding(toLength: 20, withPad: " ", startingAt: 0)
        Terminal.print("            \(price) \(name) \(product.id)")
    }

    /// Takes note of what comes next, for the case that it does not.
    func waits(_ event: String) {
        awaited.withLock { $0 = event }
    }

    func surprise(_ message: String) -> CommandError {
        CommandError(
            .storyBroken, "The story took a wrong turn while waiting for \(awaited.withLock { $0 }): \(message)",
            fix: "This should not happen: please report it with the output above.")
    }

    // MARK: - Words

    /// The price, and how often it is paid.
    func price(of product: Product) -> String {
        guard let period = product.subscription?.subscriptionPeriod else { return product.displayPrice }
        return "\(product.displayPrice) \(Self.each(period))"
    }

    func terms(of offer: Product.SubscriptionOffer) -> String {
        let length = offer.period.debugDescription
        return switch offer.paymentMode {
        case .freeTrial: "\(length) for free"
        default: "\(offer.displayPrice) for \(length)"
        }
    }

    func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }

    private static func each(_ period: Product.SubscriptionPeriod) -> String {
        period.value == 1 ? "a \(period.unit.debugDescription)" : "every \(period.debugDescription)"
    }
}
