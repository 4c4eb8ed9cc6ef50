// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Transaction {
    /// What a purchase through the Advanced Commerce API is made of.
    ///
    /// Amounts are in units of the transaction's currency.
    public struct AdvancedCommerceInfo: Hashable, Sendable {
        /// The developer's identifier of the request that led to the purchase.
        public let requestReferenceID: String
        /// The tax as estimated at the purchase.
        public let estimatedTax: Decimal
        /// The rate that the tax was estimated with, as a fraction.
        public let taxRate: Decimal
        /// The tax category.
        public let taxCode: String
        /// The price without tax.
        public let taxExclusivePrice: Decimal
        /// The description the customer saw; `nil` for one-time charges.
        public let description: String?
        /// The name the customer saw; `nil` for one-time charges.
        public let displayName: String?
        /// The time between renewals; `nil` for one-time charges.
        public let period: SubscriptionPeriod?
        /// What was bought.
        public let items: [Item]

        /// `nil` when an amount is missing: none is made up.
        init?(_ payload: AdvancedCommerceTransactionInfo) {
            guard let tax = payload.estimatedTax, let price = payload.taxExclusivePrice,
                let rate = payload.taxRate.flatMap({ Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) })
            else { return nil }
            requestReferenceID = payload.requestReferenceId ?? ""
            estimatedTax = Decimal(milliunits: tax)
            taxRate = rate
            taxCode = payload.taxCode ?? ""
            taxExclusivePrice = Decimal(milliunits: price)
            description = payload.descriptors?.description
            displayName = payload.descriptors?.displayName
            period = payload.rawPeriod.flatMap { SubscriptionPeriod(iso8601: $0) }
            items = (payload.items ?? []).compactMap { Item($0) }
        }
    }
}

extension Transaction.AdvancedCommerceInfo {
    /// One thing that was bought.
    public struct Item: Hashable, Sendable {
        /// What it is and what it costs.
        public let details: Details
        /// What was paid back for it; `nil` when nothing was.
        public let refunds: [Refund]?
        /// When it was taken back; `nil` while the customer has it.
        public let revocationDate: Date?

        init?(_ payload: AdvancedCommerceTransactionItem) {
            guard
                let details = Details(
                    sku: payload.sku, displayName: payload.displayName, description: payload.description,
                    offer: payload.offer, price: payload.price)
            else { return nil }
            self.details = details
            refunds = payload.refunds?.compactMap { Refund($0) }
            revocationDate = payload.revocationDate
        }

        /// What an item is and what it costs.
        public struct Details: Hashable, Sendable {
            /// The developer's identifier of the item.
            public let sku: String
            /// The name the customer saw.
            public let displayName: String
            /// The description the customer saw.
            public let description: String
            /// The offer that sets another price for a time.
            public let offer: Offer?
            /// The price without an offer.
            public let price: Decimal
            /// Who shares in the item; empty, because signed data of today does not name them.
            public let partners: [Partner]

            init?(
                sku: String?, displayName: String?, description: String?, offer: AdvancedCommerceOffer?, price: Int64?
            ) {
                guard let sku, let price else { return nil }
                self.sku = sku
                self.displayName = displayName ?? ""
                self.description = description ?? ""
                self.offer = offer.flatMap { Offer($0) }
                self.price = Decimal(milliunits: price)
                partners = []
            }
        }
    }

    /// Who shares in an item.
    public struct Partner: Hashable, Sendable {
        /// The partner's identifier.
        public let id: String
        /// The partner's name.
        public let name: String?
    }
}
