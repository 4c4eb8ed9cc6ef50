// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import PurchaseKit
import StoreKit

/// The coins a customer has, whatever way they came.
actor Wallet {
    private(set) var coins = 0
    private var seen: Set<Delivery.Key> = []

    func deliver(_ delivery: Delivery) {
        guard delivery.transaction.productID == "corner.coins", seen.insert(delivery.key).inserted else { return }
        let coins = delivery.transaction.purchasedQuantity
        self.coins += delivery.kind == .revocation ? -coins : coins
    }
}
