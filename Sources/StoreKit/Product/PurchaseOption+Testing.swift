// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Product.PurchaseOption {
    /// What only test sessions can ask for; a purchase in the app takes no notice of it.
    package enum Testing: Hashable, Sendable {
        /// The moment of the purchase, and whether a subscription then renews until now.
        case purchaseDate(Date, renews: Bool)
        /// A code offer of the configuration.
        case codeOffer(referenceName: String)
        /// A promotional offer of the configuration, unsigned.
        case promotionalOffer(id: String)
    }

    /// Creates an option for test sessions.
    package init(testing: Testing) {
        self.init(kind: .testing(testing))
    }
}

extension Set<Product.PurchaseOption> {
    /// When a test session is to have bought, and whether a subscription then renews until now.
    package var purchaseDate: (date: Date, renews: Bool)? {
        for case .testing(.purchaseDate(let date, let renews)) in lazy.map(\.kind) { return (date, renews) }
        return nil
    }
}
