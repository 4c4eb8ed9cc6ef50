// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product {
    /// How to write amounts computed from ``price``; for the price itself there is ``displayPrice``.
    public var priceFormatStyle: Decimal.FormatStyle.Currency { PriceFormat(storefront).style }

    /// How to write periods in the language of the prices, with ``SubscriptionPeriod/formatted(_:referenceDate:)``.
    public var subscriptionPeriodFormatStyle: SubscriptionPeriod.ComponentsFormatStyle {
        SubscriptionPeriod.ComponentsFormatStyle(locale: PriceFormat(storefront).locale)
    }

    /// How to write units of periods in the language of the prices, with ``SubscriptionPeriod/Unit/formatted(_:)``.
    public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
        SubscriptionPeriod.Unit.FormatStyle(locale: PriceFormat(storefront).locale)
    }
}
