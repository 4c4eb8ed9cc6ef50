// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// What the next period of a subscription of the Advanced Commerce API is made of.
    public struct AdvancedCommerceInfo: Hashable, Sendable {
        /// The store's token for the present items; a request that changes them has to name it.
        public let consistencyToken: String
        /// The developer's identifier of the request that led to this.
        public let requestReferenceID: String
        /// The tax category.
        public let taxCode: String
        /// The description the customer sees.
        public let description: String
        /// The name the customer sees.
        public let displayName: String
        /// The time between renewals.
        public let period: SubscriptionPeriod
        /// What the next period consists of.
        public let items: [Item]

        init?(_ payload: AdvancedCommerceRenewalInfo) {
            guard let period = payload.rawPeriod.flatMap({ SubscriptionPeriod(iso8601: $0) }) else { return nil }
            consistencyToken = payload.consistencyToken ?? ""
            requestReferenceID = payload.requestReferenceId ?? ""
            taxCode = payload.taxCode ?? ""
            description = payload.descriptors?.description ?? ""
            displayName = payload.descriptors?.displayName ?? ""
            self.period = period
            items = (payload.items ?? []).compactMap { Item($0) }
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo {
    /// One thing that is to be renewed.
    public struct Item: Hashable, Sendable {
        /// What an item is and what it costs.
        public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

        /// What it is and what it costs.
        public let details: Details
        /// A price increase under way.
        public let priceIncreaseInfo: PriceIncreaseInfo?

        init?(_ payload: AdvancedCommerceRenewalItem) {
            guard
                let details = Details(
                    sku: payload.sku, displayName: payload.displayName, description: payload.description,
                    offer: payload.offer, price: payload.price)
            else { return nil }
            self.details = details
            priceIncreaseInfo = payload.priceIncreaseInfo.flatMap { PriceIncreaseInfo($0) }
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item {
    /// A price increase of one item.
    public struct PriceIncreaseInfo: Hashable, Sendable {
        /// The items whose increases stand and fall with this one.
        public let dependentSKUs: [String]
        /// The new price.
        public let price: Decimal
        /// What the customer knows of it.
        public let status: Status

        init?(_ payload: AdvancedCommercePriceIncreaseInfo) {
            guard let price = payload.price, let status = payload.rawStatus else { return nil }
            dependentSKUs = payload.dependentSKUs ?? []
            self.price = Decimal(milliunits: price)
            self.status = Status(rawValue: status)
        }

        /// What the customer knows of a price increase.
        ///
        /// The set is open.
        public struct Status: RawRepresentable, Hashable, Sendable {
            /// The status as signed data spells it.
            public let rawValue: String

            /// Creates a status from its spelling in signed data.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// Nothing yet.
            public static let scheduled = Self(rawValue: "SCHEDULED")
            /// The customer was asked and has not answered.
            public static let pending = Self(rawValue: "PENDING")
            /// The customer agreed, or was told and needed not agree.
            public static let accepted = Self(rawValue: "ACCEPTED")
        }
    }
}
