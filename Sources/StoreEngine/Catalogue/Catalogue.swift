// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import StoreConfiguration

/// The products of one app, looked up by identifier or by the small numbers that records keep.
package struct Catalogue: Sendable {
    /// A product's place in the catalogue.
    package struct ProductIndex: Hashable, Sendable, Comparable, Codable {
        package let value: Int32

        package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
    }

    /// What can be bought, one-time products first, in the order of the configuration.
    package enum Item: Sendable, Hashable {
        case oneTime(StoreKitConfiguration.Product)
        case subscription(StoreKitConfiguration.Subscription)

        /// What is common to both.
        package var product: StoreKitConfiguration.Product {
            switch self {
            case .oneTime(let product): product
            case .subscription(let subscription): subscription.product
            }
        }
    }

    package let items: [Item]
    package let groups: [StoreKitConfiguration.SubscriptionGroup]
    private let indexes: [String: ProductIndex]

    /// Creates the catalogue of a configuration.
    package init(_ configuration: StoreKitConfiguration) {
        groups = configuration.subscriptionGroups
        let items =
            (configuration.products + configuration.nonRenewingSubscriptions).map(Item.oneTime)
            + groups.flatMap(\.subscriptions).map(Item.subscription)
        self.items = items
        indexes = Dictionary(
            items.indices.map { (items[$0].product.id, ProductIndex(value: Int32($0))) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Finds a product by its identifier.
    package func index(of productID: String) -> ProductIndex? {
        indexes[productID]
    }

    /// Finds an item by its identifier.
    package func item(_ productID: String) -> Item? {
        index(of: productID).map { self[$0] }
    }

    /// Finds a subscription group by its identifier.
    package func group(_ id: String) -> StoreKitConfiguration.SubscriptionGroup? {
        groups.first { $0.id == id }
    }

    package subscript(index: ProductIndex) -> Item {
        items[Int(index.value)]
    }

    /// The subscription at an index that is known to be one.
    func subscription(at index: ProductIndex) -> StoreKitConfiguration.Subscription {
        guard case .subscription(let subscription) = self[index] else {
            preconditionFailure("\(self[index].product.id) stands in a subscription but is none")
        }
        return subscription
    }
}
