// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine

/// What the stores of benchmarks sell: a subscription by the month, and coins.
enum SampleCatalogue {
    static let monthly = "monthly"
    static let coins = "coins"
    static let identity = AppIdentity(bundleID: "com.example.shop", environment: .sandbox)

    static let configuration = StoreKitConfiguration(
        version: .init(major: 4, minor: 0),
        products: [.init(id: coins, type: .consumable, price: .init(milliunits: 990))],
        subscriptionGroups: [
            .init(
                id: "plus", name: "Plus",
                subscriptions: [
                    .init(
                        product: .init(id: monthly, type: .autoRenewableSubscription, price: .init(milliunits: 9990)),
                        groupID: "plus", groupNumber: 1, period: .init(unit: .month, value: 1))
                ])
        ])
}
