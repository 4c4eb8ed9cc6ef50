// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreConfiguration
import StoreEngine
import StoreLink

/// How one device's App Store shows the app's products, where it differs from what the developer set up for everybody.
struct DevicePromotions: Codable, Sendable {
    private var order: [String] = []
    private var visibilities: [String: PromotionRecord.Visibility] = [:]

    mutating func apply(_ request: PromotionsRequest) {
        if let order = request.order { self.order = order }
        for (productID, visibility) in request.visibilities ?? [:] { visibilities[productID] = visibility }
    }

    /// The products that are on sale: those that were put in order first, the rest as in the configuration.
    func records(in engine: Engine) -> [PromotionRecord] {
        let onSale = engine.catalogue.items.map(\.product.id).filter { productID in
            engine.catalogue.index(of: productID).map(engine.isOnSale) ?? false
        }
        var seen: Set<String> = []
        let first = order.filter { onSale.contains($0) && seen.insert($0).inserted }
        return (first + onSale.filter { !seen.contains($0) }).map {
            PromotionRecord(productID: $0, visibility: visibilities[$0] ?? .standard)
        }
    }
}
