// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreConfiguration

/// A small shop: one product of each type and a second level in the group.
enum Shop {
    static let coins = "com.example.coins"
    static let lamp = "com.example.lamp"
    static let season = "com.example.season"
    static let monthly = "com.example.monthly"
    static let yearly = "com.example.yearly"
    static let group = "21500001"

    static let configuration = StoreKitConfiguration(
        products: [
            product(coins, .consumable, 990), product(lamp, .nonConsumable, 4990),
        ],
        nonRenewingSubscriptions: [product(season, .nonRenewingSubscription, 9990)],
        subscriptionGroups: [
            StoreKitConfiguration.SubscriptionGroup(
                id: group, name: "Club",
                subscriptions: [
                    StoreKitConfiguration.Subscription(
                        product: product(yearly, .autoRenewableSubscription, 49_990), groupID: group, groupNumber: 1,
                        period: StoreKitConfiguration.Period(unit: .year, value: 1)),
                    StoreKitConfiguration.Subscription(
                        product: product(monthly, .autoRenewableSubscription, 4990), groupID: group, groupNumber: 2,
                        period: StoreKitConfiguration.Period(unit: .month, value: 1)),
                ])
        ])

    private static func product(
        _ id: String, _ type: StoreKitConfiguration.ProductType, _ milliunits: Int64
    ) -> StoreKitConfiguration.Product {
        StoreKitConfiguration.Product(
            id: id, type: type, price: StoreKitConfiguration.Price(milliunits: milliunits),
            isFamilyShareable: type == .autoRenewableSubscription,
            localizations: [StoreKitConfiguration.Localization(locale: "en_US", displayName: "The \(id)")])
    }
}
