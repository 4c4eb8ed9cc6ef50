// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SubscriptionServer

/// Lines of purchases with dates of the calendar, for figures with known answers.
struct Shop {
    private(set) var lines: [String: PurchaseLine] = [:]
    private var last = 0

    static let day: Int64 = 86_400_000

    /// The beginning of a day in UTC, as in `2026-01-31`.
    static func date(_ text: String) -> StoreInstant {
        let parts = text.split(separator: "-")
        let month = CalendarMonth(parts[0] + "-" + parts[1])?.start ?? StoreInstant(milliseconds: 0)
        return month + Int64((Int(parts[2]) ?? 1) - 1) * day
    }

    /// Puts a period, or a single purchase when it has no end, into a customer's line.
    mutating func sell(
        _ customer: String, _ price: Int64?, _ from: String, to: String?, of product: String = "monthly",
        in currency: String = "USD", _ change: (inout JWSTransactionDecodedPayload) -> Void = { _ in }
    ) {
        last += 1
        var payload = JWSTransactionDecodedPayload(
            originalTransactionId: customer, transactionId: String(1000 + last), bundleId: Backend.bundleID,
            productId: product, purchaseDate: Self.date(from).date, expiresDate: to.map { Self.date($0).date },
            quantity: 1, type: to == nil ? .consumable : .autoRenewableSubscription, inAppOwnershipType: .purchased,
            signedDate: Self.date(from).date, environment: .production, storefront: currency == "EUR" ? "ITA" : "USA",
            currency: price == nil ? nil : currency, price: price)
        change(&payload)
        let id = PurchaseLine.ID(environment: "Production", originalTransactionID: customer)
        lines[customer, default: PurchaseLine(id)].join(Fact(payload, signedBytes: []))
    }

    /// Takes a renewal info in.
    mutating func tell(_ customer: String, _ info: JWSRenewalInfoDecodedPayload) {
        let id = PurchaseLine.ID(environment: "Production", originalTransactionID: customer)
        lines[customer, default: PurchaseLine(id)].join(Fact(info, signedBytes: []))
    }

    func figures(
        _ from: String, _ to: String, at now: String = "2027-01-01", rates: ExchangeRates? = nil
    ) -> BusinessFigures {
        guard let from = CalendarMonth(from), let to = CalendarMonth(to) else { preconditionFailure("no months") }
        var builder = FiguresBuilder(months: from...to, rates: rates, now: Self.date(now))
        for line in lines.values { builder.add(ChargeHistory(line)) }
        return builder.figures
    }
}

extension JWSTransactionDecodedPayload {
    /// Pays it back.
    mutating func refund(on date: String, percentage: Int32? = nil) {
        revocationDate = Shop.date(date).date
        revocationPercentage = percentage
        revocationType = percentage == nil ? .refundFull : .refundProrated
    }

    mutating func makeFree() {
        offerType = .introductoryOffer
        offerDiscountType = .freeTrial
        price = 0
    }
}

extension BusinessFigures.RecurringRevenue {
    /// What it should come to.
    var sum: Int64 { opening + new + expansion + contraction + churn + reactivation }
}
