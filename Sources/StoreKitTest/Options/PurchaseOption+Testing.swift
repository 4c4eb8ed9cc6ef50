// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

extension Product.PurchaseOption {
    /// What becomes of a subscription that is bought with a date in the past.
    public enum SubscriptionRenewalBehavior: Equatable, Hashable, Sendable, Codable {
        /// It renews as often as falls due until now.
        case renewUntilNow
        /// It is cancelled at once and lasts one period.
        case cancelImmediately
    }

    /// Buys as of a moment in the past.
    ///
    /// Counts for ``SKTestSession/buyProduct(identifier:options:)`` alone; a purchase in the app takes no notice of it. A
    /// moment in the future is refused.
    public static func purchaseDate(
        _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        Self(testing: .purchaseDate(date, renews: renewalBehavior == .renewUntilNow))
    }

    /// Redeems one of the configuration's code offers, by its reference name.
    ///
    /// Counts for ``SKTestSession/buyProduct(identifier:options:)`` alone; a purchase in the app takes no notice of it.
    public static func codeOffer(referenceName: String) -> Product.PurchaseOption {
        Self(testing: .codeOffer(referenceName: referenceName))
    }

    /// Redeems one of the configuration's promotional offers without a signature.
    ///
    /// Counts for ``SKTestSession/buyProduct(identifier:options:)`` alone; a purchase in the app takes no notice of it.
    public static func promotionalOffer(id: String) -> Product.PurchaseOption {
        Self(testing: .promotionalOffer(id: id))
    }
}
