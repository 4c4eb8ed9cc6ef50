// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// What the products of an app are good for, as the operator says.
package struct EntitlementMap: Sendable, Hashable, Codable {
    /// What a consumable is worth.
    package struct Credit: Sendable, Hashable, Codable {
        /// What is counted, such as coins.
        package var currency: String
        /// How much of it one piece is worth.
        package var amount: Int64

        /// How much so many pieces are worth, one when nobody says how many.
        ///
        /// The App Store sells ten at a time; of what says more than a thousand no sum can be made that is right.
        func worth(of quantity: Int32?) -> Int64 {
            amount * Int64(min(max(quantity ?? 1, 0), 1000))
        }

        /// How much a purchase is worth, less what was paid back of it.
        func worth(of purchase: JWSTransactionDecodedPayload) -> Int64 {
            let all = worth(of: purchase.quantity)
            guard purchase.revocationDate != nil else { return all }
            let paidBack = min(max(Int64(purchase.revocationPercentage ?? 100_000), 0), 100_000)
            let (product, isTooMuch) = all.multipliedReportingOverflow(by: paidBack)
            return isTooMuch ? all - all / 100_000 * paidBack : all - product / 100_000
        }

        /// Describes a credit.
        package init(currency: String, amount: Int64) {
            self.currency = currency
            self.amount = amount
        }
    }

    /// The products that grant an entitlement, by its name.
    package var entitlements: [String: Set<String>]
    /// What consumables are worth, by their product.
    package var credits: [String: Credit]

    /// Describes what products are good for.
    package init(entitlements: [String: Set<String>] = [:], credits: [String: Credit] = [:]) {
        self.entitlements = entitlements
        self.credits = credits
    }

    private enum CodingKeys: CodingKey {
        case entitlements, credits
    }

    /// Reads a map; a part that is not there is empty.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entitlements = try container.decodeIfPresent([String: Set<String>].self, forKey: .entitlements) ?? [:]
        credits = try container.decodeIfPresent([String: Credit].self, forKey: .credits) ?? [:]
    }

    /// The entitlements that a product grants.
    func entitlements(of productID: String) -> [String] {
        entitlements.filter { $1.contains(productID) }.map(\.key).sorted()
    }
}
