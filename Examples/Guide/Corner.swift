// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit

/// The app's purchases, made once when the app starts.
struct Corner {
    let wallet = Wallet()
    let service: SubscriptionService

    @MainActor
    init(keeping folder: URL) {
        let wallet = wallet
        let manager = PurchaseManager(deliveries: FileDataStore(url: folder.appending(path: "deliveries.json"))) {
            await wallet.deliver($0)
        }
        service = SubscriptionService(
            SubscriptionServiceParts(
                products: ProductService(productIDs: ["corner.coins", "corner.plus"]), manager: manager,
                entitlements: ["plus": ["corner.plus"]]))
    }
}
