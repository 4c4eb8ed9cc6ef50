// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreConfiguration

/// The products that a story is told about.
struct DemoCast: Sendable {
    let consumable: String
    let subscription: String
    /// Everything that is on sale, these two included.
    let productIDs: [String]

    /// Finds the products in a file.
    ///
    /// - Throws: ``CommandError`` that says which is missing.
    init(_ file: ConfigurationFile) throws(CommandError) {
        let month = StoreKitConfiguration.Period(unit: .month, value: 1)
        let monthly = file.subscriptions.filter { $0.period == month }
        guard let consumable = file.configuration.products.first(where: { $0.type == .consumable }) else {
            throw Self.missing("a consumable", in: file)
        }
        // Without an introductory offer the first month is the first thing that happens.
        guard let subscription = monthly.first(where: { $0.introductoryOffers.isEmpty }) ?? monthly.first else {
            throw Self.missing("an auto-renewable subscription of one month", in: file)
        }
        self.consumable = consumable.id
        self.subscription = subscription.id
        productIDs = file.productIDs
    }

    private static func missing(_ product: String, in file: ConfigurationFile) -> CommandError {
        CommandError(
            .storyImpossible, "The story needs \(product), and \(file.path) has none",
            fix: "Add one, or run openstorekit demo without a file.")
    }
}
