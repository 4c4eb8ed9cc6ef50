// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// What the store sells of what the app asked for.
public struct ProductCatalogue: Sendable {
    /// The products, cheapest first.
    public let products: [Product]
    /// Identifiers that the store does not sell here: misspelled, not yet approved, or not in this storefront.
    public let unknownIDs: [String]
    /// Whether this is an earlier answer, because the store could not be reached for a newer one.
    public internal(set) var isOutdated: Bool

    /// A product by its identifier.
    public subscript(productID: String) -> Product? {
        products.first { $0.id == productID }
    }

    init(_ products: [Product], askedFor productIDs: [String]) {
        let sold = Set(products.map(\.id))
        let places = Dictionary(productIDs.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        self.products = products.sorted { one, other in
            (one.price, places[one.id] ?? 0) < (other.price, places[other.id] ?? 0)
        }
        unknownIDs = places.keys.filter { !sold.contains($0) }.sorted { (places[$0] ?? 0) < (places[$1] ?? 0) }
        isOutdated = false
    }
}
