// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Set<Product.PurchaseOption> {
    /// How many to buy; 1 when no option says so.
    package var quantity: Int {
        for case .quantity(let quantity) in lazy.map(\.kind) { return quantity }
        return 1
    }

    /// The customer's identifier in the app's own system.
    package var appAccountToken: UUID? {
        for case .appAccountToken(let token) in lazy.map(\.kind) { return token }
        return nil
    }
}
