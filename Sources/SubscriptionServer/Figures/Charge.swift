// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What a transaction charged, as figures count it.
package struct Charge: Sendable, Hashable {
    /// Money that was paid back.
    package struct Refund: Sendable, Hashable {
        /// When.
        package let date: StoreInstant
        /// How much, in thousandths of the unit of the charge's currency.
        package let milliunits: Int64
    }

    /// What was bought.
    package let product: String
    /// Where, three letters of ISO 3166-1; empty when the facts do not say.
    package let country: String
    /// When it was charged; a period begins then.
    package let date: StoreInstant
    /// When the period ends; `nil` for everything that does not renew.
    package let periodEnd: StoreInstant?
    /// Whether it is a period for which nothing is paid.
    package let isFree: Bool
    /// What was paid; `nil` where the facts do not say.
    package let amount: Money?
    /// What was paid back of it.
    package let refunds: [Refund]
    /// When it was taken back, which ends its period.
    package let revocation: StoreInstant?
    private let identifier: String

    /// What a transaction says about money; `nil` for what came through Family Sharing, which nobody paid for, and for what
    /// has no date.
    package init?(_ transaction: JWSTransactionDecodedPayload) {
        guard transaction.inAppOwnershipType != .familyShared,
            let date = transaction.purchaseDate.map({ StoreInstant($0) })
        else { return nil }
        product = transaction.productId ?? ""
        country = transaction.storefront ?? ""
        self.date = date
        periodEnd =
            transaction.type == .autoRenewableSubscription ? transaction.expiresDate.map { StoreInstant($0) } : nil
        amount = Self.amount(of: transaction)
        isFree = transaction.offerDiscountType == .freeTrial || amount?.milliunits == 0
        revocation = transaction.revocationDate.map { StoreInstant($0) }
        refunds = Self.refunds(of: transaction, paid: amount?.milliunits ?? 0)
        identifier = transaction.transactionId ?? ""
    }

    /// More cannot be a price: a billion units.
    private static let greatestPrice: Int64 = 1_000_000_000_000

    private static func amount(of transaction: JWSTransactionDecodedPayload) -> Money? {
        // Of several it is the price of all (App Store Server API, `price`).
        guard let price = transaction.price, let currency = transaction.currency,
            (0...greatestPrice).contains(price)
        else { return nil }
        return Money(price, currency)
    }

    private static func refunds(of transaction: JWSTransactionDecodedPayload, paid: Int64) -> [Refund] {
        // Advanced Commerce says what was paid back for each item, also where nothing is revoked.
        let items = (transaction.advancedCommerceInfo?.items ?? []).flatMap { $0.refunds ?? [] }
        let stated = items.compactMap { item -> Refund? in
            guard let date = item.refundDate, let amount = item.refundAmount, amount > 0 else { return nil }
            return Refund(date: StoreInstant(date), milliunits: min(amount, paid))
        }
        guard stated.isEmpty else { return stated }
        guard paid > 0, let date = transaction.revocationDate else { return [] }
        let share = Int64(min(100_000, max(0, transaction.revocationPercentage ?? 100_000)))
        return [Refund(date: StoreInstant(date), milliunits: (paid * share + 50_000) / 100_000)]
    }

    /// What the period brings in a month, rounded to the nearest thousandth and halves up.
    ///
    /// A period is as many whole months as come nearest to its length; below 25 days it is as many whole weeks, of which a
    /// year has 52.
    package var monthly: Money? {
        guard let periodEnd, let amount else { return nil }
        let length = max(0, periodEnd - date)
        guard length < 25 * Self.day else {
            let months = max(1, (length + Self.month / 2) / Self.month)
            return Money((amount.milliunits * 2 + months) / (2 * months), amount.currency)
        }
        let weeks = max(1, (length + 7 * Self.day / 2) / (7 * Self.day))
        return Money((amount.milliunits * 52 * 2 + 12 * weeks) / (2 * 12 * weeks), amount.currency)
    }

    private static let day: Int64 = 86_400_000
    /// The mean month of the Gregorian calendar.
    private static let month: Int64 = 2_629_746_000

    /// Whether it was charged before another of the same line.
    func isBefore(_ other: Self) -> Bool {
        if date != other.date { return date < other.date }
        // Identifiers grow with time.
        return (identifier.utf8.count, identifier) < (other.identifier.utf8.count, other.identifier)
    }
}
